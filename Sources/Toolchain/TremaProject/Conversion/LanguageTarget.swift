import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The file of one language, or two with the same bytes.
final class LanguageTarget {
  let description: FileDescription
  var tag: LanguageTag { description.language }
  let files: [OutputFile]
  var filled = 0
  /// The number of the last text that was written, from 1.
  var lastText = 0
  private let file: OutputFile
  private let copies: ArraySlice<OutputFile>
  private var writer: any LanguageWriter
  let writerType: any LanguageWriter.Type

  init?(
    _ description: FileDescription, _ writer: any LanguageWriter, _ files: [OutputFile]
  ) {
    guard let file = files.first else { return nil }
    self.description = description
    self.files = files
    self.file = file
    copies = files.dropFirst()
    self.writer = writer
    writerType = type(of: writer)
    self.writer.begin(into: &file.bytes)
    for copy in copies { copy.bytes = file.bytes }
  }

  func append(_ entry: Entry) throws(Diagnostic) {
    try write { $0.append(entry, into: &$1) }
  }

  /// - Returns: whether ``spill()`` is worth it; nil where nothing was written, and ``append(_:)`` is to
  ///   be called.
  func appendPlain(_ entry: PlainEntry) -> Bool? {
    let start = copies.isEmpty ? 0 : file.bytes.count
    let isMuch = file.append { writer.appendPlain(entry, into: &$0) }
    if isMuch != nil { for copy in copies { copy.bytes += file.bytes[start...] } }
    return isMuch
  }

  /// Appends values of plain texts, as long as the writer knows a short way for them.
  ///
  /// - Parameters:
  ///   - run: the texts.
  ///   - next: the index of the first of them, and then of the first that is to be appended in another
  ///     way.
  ///   - place: which of the values of each text.
  ///   - texts: where they are.
  ///   - heads: what stands before the values.
  /// - Returns: whether ``spill()`` is worth it.
  func appendPlain(
    _ run: PlainTextRun, from next: inout Int, place: Int, of texts: PlainTexts,
    _ heads: PlainHeads
  ) -> Bool {
    let before = copies.isEmpty ? 0 : file.bytes.count
    let isMuch = file.append { bytes in
      next = writer.appendPlain(
        run, from: next, place: place, of: texts, heads, into: &bytes)
      return true
    }
    for copy in copies { copy.bytes += file.bytes[before...] }
    return isMuch ?? false
  }

  func spill() throws(Diagnostic) {
    for copy in copies { try copy.spill() }
    try file.spill()
  }

  func pass(_ key: String, _ outline: TextOutline) throws(Diagnostic) {
    try write { $0.pass(key, outline, into: &$1) }
  }

  private func write(
    _ change: (inout any LanguageWriter, inout [UInt8]) -> Void
  ) throws(Diagnostic) {
    let start = file.bytes.count
    change(&writer, &file.bytes)
    for copy in copies { copy.bytes += file.bytes[start...] }
    try spill()
  }

  /// What a writer could not do with the text it was given last.
  struct Report {
    var losses: [Feature]
    var problems: [Diagnostic]
  }

  func takeReport() -> Report? {
    let report = Report(losses: writer.takeLosses(), problems: writer.takeProblems())
    return report.losses.isEmpty && report.problems.isEmpty ? nil : report
  }

  func takeProblems() -> [Diagnostic] { writer.takeProblems() }

  func takeDifferences(of text: Text, _ value: Value) -> [Diagnostic] {
    writer.takeDifferences().map { .difference($0, text, value) }
  }

  func finish() {
    let start = file.bytes.count
    writer.end(into: &file.bytes)
    for copy in copies { copy.bytes += file.bytes[start...] }
  }
}
