import TremaCatalog
import TremaDiagnostics
import TremaFormats
import TremaMessages

/// Writes the files of one format, one a language.
final class ResourceOutput {
  private let plan: ConversionOutput
  private let format: ResourceFormat
  private let source: String
  private let master: LanguageTag
  /// The languages to write; nil for all that turn up.
  private let wanted: [LanguageTag]?
  private let transaction: OutputTransaction
  private var table = LanguageTable()
  /// By canonical number in `table`.
  private var targets: [LanguageTarget?] = []

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
    var files: [OutputFile] = []
    for path in format.paths(file) { files.append(try plan.open(path, transaction)) }
    while targets.count <= number { targets.append(nil) }
    targets[number] = LanguageTarget(tag, format.writer(file), files)
  }

  private func target(_ number: Int) -> LanguageTarget? {
    number < targets.count ? targets[number] : nil
  }

  func append(_ text: Text, annotations: Annotations) throws(Diagnostic) {
    let fills = plan.selection.fallback == .master
    var written: Set<Int> = []
    var masterValue: Value?
    for value in text.values where plan.selection.includes(value) {
      let language = table.language(of: value.language)
      guard let tag = language.tag else { continue }
      if fills {
        if value.message.isEmpty { continue }
        if tag == master { masterValue = value }
        written.insert(language.canonical)
      }
      if target(language.canonical) == nil {
        // With a list of languages the others are strays.
        guard wanted == nil else { continue }
        try add(tag, number: language.canonical)
      }
      try target(language.canonical)?.append(Entry(text, value, annotations))
    }
    guard fills, let masterValue else { return }
    for (number, target) in targets.enumerated() where !written.contains(number) {
      guard let target else { continue }
      try target.append(Entry(text, masterValue, annotations))
      target.filled += 1
    }
  }

  /// Ends the files; those of languages that are not spoken are given up.
  ///
  /// - Returns: how many texts were filled from the master, by language.
  func finish(spoken: [LanguageTag]) -> [LanguageTag: Int] {
    let spoken = Set(spoken)
    var filled: [LanguageTag: Int] = [:]
    for case let target? in targets {
      if wanted == nil, !spoken.contains(target.tag) {
        for file in target.files { transaction.discard(file) }
        continue
      }
      target.finish()
      if target.filled > 0 { filled[target.tag] = target.filled }
    }
    return filled
  }
}

/// The file of one language, or two with the same bytes.
private final class LanguageTarget {
  let tag: LanguageTag
  let files: [OutputFile]
  var filled = 0
  private let file: OutputFile
  private let copies: ArraySlice<OutputFile>
  private var writer: any LanguageWriter

  init?(_ tag: LanguageTag, _ writer: any LanguageWriter, _ files: [OutputFile]) {
    guard let file = files.first else { return nil }
    self.tag = tag
    self.files = files
    self.file = file
    copies = files.dropFirst()
    self.writer = writer
    self.writer.begin(into: &file.bytes)
    for copy in copies { copy.bytes = file.bytes }
  }

  func append(_ entry: Entry) throws(Diagnostic) {
    let start = file.bytes.count
    writer.append(entry, into: &file.bytes)
    for copy in copies {
      copy.bytes += file.bytes[start...]
      try copy.spill()
    }
    try file.spill()
  }

  func finish() {
    let start = file.bytes.count
    writer.end(into: &file.bytes)
    for copy in copies { copy.bytes += file.bytes[start...] }
  }
}

extension Entry {
  fileprivate init(_ text: Text, _ value: Value, _ annotations: Annotations) {
    self.init(
      key: text.key, source: value.source, message: value.message, annotations: annotations)
  }
}
