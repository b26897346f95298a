import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// Writes the file of a format that holds all languages.
final class CatalogOutput {
  let plan: ConversionOutput
  private let format: CatalogFormat
  private let languages: Set<LanguageTag>
  private let master: LanguageTag
  private let file: OutputFile
  private var writer: any CatalogWriter
  private var table = LanguageTable()
  private(set) var losses = UnsupportedFeatures()
  private var problems: [Diagnostic] = []
  /// How many texts each language got from the master.
  private(set) var filled: [LanguageTag: Int] = [:]

  var formatName: String { format.name }
  /// The features that the format can hold.
  var carried: Features { format.supportedFeatures }

  /// - Parameter languages: those to write, in their order.
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
    try file.spill()
  }

  private func note(_ feature: Feature, _ text: Text) {
    losses.note(feature, key: text.key, at: text.location(text.keyPosition))
  }

  /// The text with the values that are to be written, in the spelling of tags.
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

  func finish() {
    writer.end(into: &file.bytes)
    problems += writer.takeProblems()
  }

  /// Returns the problems that kept texts or the file from being written.
  func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }
}
