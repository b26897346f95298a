import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// An output in a format with all languages in one file.
final class CatalogOutput {
  /// The requested output.
  let plan: ConversionOutput
  /// The format.
  private let format: CatalogFormat
  /// The languages to write.
  private let languages: Set<LanguageTag>
  /// The master language.
  private let master: LanguageTag
  /// The file.
  private let file: OutputFile
  /// The writer for the format.
  private var writer: any CatalogWriter
  /// The languages by spelling.
  private var table = LanguageTable()
  /// The features of texts that the format does not support, with the affected texts.
  private(set) var losses = UnsupportedFeatures()
  /// The problems that prevented texts from being written.
  private var problems: [Diagnostic] = []
  /// The number of texts in each language that were filled with the master value.
  private(set) var filled: [LanguageTag: Int] = [:]

  /// The name of the format.
  var formatName: String { format.name }
  /// The features of texts that the format supports.
  var supportedFeatures: Features { format.supportedFeatures }

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - plan: The requested output.
  ///   - format: The format to write.
  ///   - source: The name of the catalog.
  ///   - master: The master language, which is always written first.
  ///   - languages: The languages to write, in order.
  ///   - transaction: The transaction that receives the file.
  init(
    _ plan: ConversionOutput, format: CatalogFormat, source: String, master: LanguageTag,
    languages: [LanguageTag], transaction: OutputTransaction
  ) throws(Diagnostic) {
    self.plan = plan
    self.format = format
    self.master = master
    let languages = [master] + languages.filter { $0 != master }
    self.languages = Set(languages)
    let description = CatalogDescription(
      source: source, table: plan.table, masterLanguage: master, languages: languages)
    file = try plan.open(format.path(description), transaction)
    writer = format.writer(description)
    writer.begin(into: &file.bytes)
  }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - text: The text to append.
  ///   - outline: The structure of the text's arguments.
  ///   - features: The features that the text uses. Unsupported features are recorded as losses.
  /// - Throws: A diagnostic if the file cannot be written.
  func append(
    _ text: Text, outline: TextOutline, features: Features
  ) throws(Diagnostic) {
    for feature in features.subtracting(format.supportedFeatures).all { note(feature, text) }
    let text = selected(text)
    writer.append(text, outline, into: &file.bytes)
    for feature in writer.takeLosses() { note(feature, text) }
    for var problem in writer.takeProblems() {
      problem.location = problem.location ?? text.location(text.keyPosition)
      problems.append(problem)
    }
    try file.flushIfNeeded()
  }

  /// Records a loss.
  private func note(_ feature: Feature, _ text: Text) {
    losses.note(feature, key: text.key, at: text.location(text.keyPosition))
  }

  /// Returns a text with the values to write. Languages are spelled as canonical tags, and missing
  /// values are filled with the master value on request.
  private func selected(_ original: Text) -> Text {
    var text = original
    var written: Set<LanguageTag> = []
    var masterValue: Value?
    let fills = plan.selection.fallback == .master
    text.values.removeAll()
    for var value in original.values where plan.selection.includes(value.status) {
      guard let tag = table.language(of: value.language).tag, languages.contains(tag) else {
        continue
      }
      if fills, value.message.isEmpty { continue }
      written.insert(tag)
      if value.language != tag.description { value.language = tag.description }
      if tag == master { masterValue = value }
      text.values.append(value)
    }
    guard fills, var masterValue else { return text }
    for tag in languages.subtracting(written).sorted() {
      masterValue.language = tag.description
      text.values.append(masterValue)
      filled[tag, default: 0] += 1
    }
    return text
  }

  /// Appends the end of the file.
  func finish() {
    writer.end(into: &file.bytes)
    problems += writer.takeProblems()
  }

  /// Returns and clears the problems that prevented texts or the file from being written.
  func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }
}
