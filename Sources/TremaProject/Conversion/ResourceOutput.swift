import TremaCatalog
import TremaDiagnostics
import TremaFormats
import TremaMessages

/// Writes the files of one format, one a language.
final class ResourceOutput {
  private struct Target {
    var tag: LanguageTag
    var writer: any LanguageWriter
    var files: [OutputFile]
    var filled = 0
  }

  private let plan: ConversionOutput
  private let format: ResourceFormat
  private let source: String
  private let master: LanguageTag
  /// The languages to write; nil for all that turn up.
  private let wanted: [LanguageTag]?
  private let transaction: OutputTransaction
  private var table = LanguageTable()
  /// By canonical number in `table`.
  private var targets: [Int: Target] = [:]

  init(
    _ plan: ConversionOutput, format: ResourceFormat, source: String, master: LanguageTag,
    wanted: [LanguageTag]?, transaction: OutputTransaction
  ) throws(Diagnostic) {
    self.plan = plan
    self.format = format
    self.source = source
    self.master = master
    self.wanted = wanted
    self.transaction = transaction
    for tag in wanted ?? [] { try add(tag, number: number(tag.description)) }
  }

  private func number(_ spelling: String) -> Int { table.language(of: spelling).canonical }

  private func add(_ tag: LanguageTag, number: Int) throws(Diagnostic) {
    let file = FileDescription(
      source: source, table: plan.table, language: tag,
      defaultLanguage: plan.selection.defaultLanguage ?? master, folderName: plan.folderNames[tag])
    var writer = format.writer(file)
    var files: [OutputFile] = []
    for path in format.paths(file) { files.append(try plan.open(path, transaction)) }
    writer.begin(into: &files[0].bytes)
    for copy in files.dropFirst() { copy.bytes = files[0].bytes }
    targets[number] = Target(tag: tag, writer: writer, files: files)
  }

  func append(_ text: Text, annotations: Annotations) throws(Diagnostic) {
    var written: Set<Int> = []
    var masterValue: Value?
    for value in text.values where plan.selection.includes(value) {
      let language = table.language(of: value.language)
      guard let tag = language.tag else { continue }
      if tag == master, !value.message.isEmpty { masterValue = value }
      if plan.selection.fallback == .master && value.message.isEmpty { continue }
      if targets[language.canonical] == nil {
        // With a list of languages the others are strays.
        guard wanted == nil else { continue }
        try add(tag, number: language.canonical)
      }
      try write(value, of: text, annotations, to: language.canonical)
      if plan.selection.fallback == .master { written.insert(language.canonical) }
    }
    guard plan.selection.fallback == .master, let masterValue else { return }
    for number in targets.keys where !written.contains(number) {
      try write(masterValue, of: text, annotations, to: number)
      targets[number]?.filled += 1
    }
  }

  private func write(
    _ value: Value, of text: Text, _ annotations: Annotations, to number: Int
  ) throws(Diagnostic) {
    guard let files = targets[number]?.files else { return }
    let start = files[0].bytes.count
    targets[number]?.writer.append(
      Entry(key: text.key, source: value.source, message: value.message, annotations: annotations),
      into: &files[0].bytes)
    for copy in files.dropFirst() { copy.bytes += files[0].bytes[start...] }
    for file in files { try file.spill() }
  }

  /// Ends the files; those of languages that are not spoken are given up.
  ///
  /// - Returns: how many texts were filled from the master, by language.
  func finish(spoken: [LanguageTag]) throws(Diagnostic) -> [LanguageTag: Int] {
    let spoken = Set(spoken)
    var filled: [LanguageTag: Int] = [:]
    for number in targets.keys.sorted() {
      guard var target = targets[number] else { continue }
      if wanted == nil, !spoken.contains(target.tag) {
        for file in target.files { transaction.discard(file) }
        continue
      }
      let start = target.files[0].bytes.count
      target.writer.end(into: &target.files[0].bytes)
      for copy in target.files.dropFirst() { copy.bytes += target.files[0].bytes[start...] }
      if target.filled > 0 { filled[target.tag] = target.filled }
    }
    return filled
  }
}
