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

  init?(
    _ description: FileDescription, _ writer: any LanguageWriter, _ files: [OutputFile]
  ) {
    guard let file = files.first else { return nil }
    self.description = description
    self.files = files
    self.file = file
    copies = files.dropFirst()
    self.writer = writer
    self.writer.begin(into: &file.bytes)
    for copy in copies { copy.bytes = file.bytes }
  }

  func append(_ entry: Entry) throws(Diagnostic) {
    try write { $0.append(entry, into: &$1) }
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
    if copies.isEmpty { return try file.spill() }
    for copy in copies { copy.bytes += file.bytes[start...] }
    try spill()
  }

  /// The losses and problems of a writer with its last text.
  struct Report {
    var losses: [Feature]
    var problems: [Diagnostic]
  }

  func takeReport() -> Report? {
    let (losses, problems) = (writer.takeLosses(), writer.takeProblems())
    return losses.isEmpty && problems.isEmpty ? nil : Report(losses: losses, problems: problems)
  }

  func takeProblems() -> [Diagnostic] { writer.takeProblems() }

  func takeDifferences(of text: TextView, _ value: ValueView) -> [Diagnostic] {
    writer.takeDifferences().map { .difference($0, text, value) }
  }

  func finish() {
    let start = file.bytes.count
    writer.end(into: &file.bytes)
    for copy in copies { copy.bytes += file.bytes[start...] }
  }
}
