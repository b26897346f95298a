import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The file of one language, or several files with the same contents.
final class LanguageTarget {
  /// The properties of the file.
  let description: FileDescription
  /// The language of the file.
  var tag: LanguageTag { description.language }
  /// All files.
  let files: [OutputFile]
  /// The number of texts that were filled with the master value.
  var filled = 0
  /// The number of the last text that was written, from 1; 0 before the first one.
  var lastText = 0
  /// The first file, to which the writer appends.
  private let file: OutputFile
  /// The other files, to which the bytes are copied.
  private let copies: ArraySlice<OutputFile>
  /// The writer of the format.
  private var writer: any LanguageWriter

  /// Begins the files.
  ///
  /// - Returns: `nil` if `files` is empty.
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

  /// Appends a value.
  func append(_ entry: Entry) throws(Diagnostic) {
    try write { $0.append(entry, into: &$1) }
  }

  /// Writes buffered bytes to disk if there are many of them.
  func spill() throws(Diagnostic) {
    for copy in copies { try copy.spill() }
    try file.spill()
  }

  /// Appends a text without a value, for a writer that must know of it.
  func appendMissing(_ key: String, _ outline: TextOutline) throws(Diagnostic) {
    try write { $0.appendMissing(key, outline, into: &$1) }
  }

  /// Appends the output of the writer to all files.
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

  /// Returns the losses and problems of the last text, or `nil` if there are none.
  func takeReport() -> Report? {
    let (losses, problems) = (writer.takeLosses(), writer.takeProblems())
    return losses.isEmpty && problems.isEmpty ? nil : Report(losses: losses, problems: problems)
  }

  /// Returns the problems of the end of the file.
  func takeProblems() -> [Diagnostic] { writer.takeProblems() }

  /// Returns the notes about a value that an older tool would have written differently.
  func takeDifferences(of text: TextView, _ value: ValueView) -> [Diagnostic] {
    writer.takeDifferences().map { .difference($0, text, value) }
  }

  /// Appends the end of the files.
  func finish() {
    let start = file.bytes.count
    writer.end(into: &file.bytes)
    for copy in copies { copy.bytes += file.bytes[start...] }
  }
}
