import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// One language's output file, or multiple files with the same contents.
final class LanguageOutput {
  /// The properties of the file.
  let description: FileDescription
  /// The language of the file.
  var tag: LanguageTag { description.language }
  /// The output files, all with the same contents.
  let files: [OutputFile]
  /// The number of texts that were filled with the master value.
  var filledCount = 0
  /// The number of the last written text, starting at 1, or 0 before the first text.
  var lastTextNumber = 0
  /// The first file. The writer appends to it.
  private let file: OutputFile
  /// The other files. The bytes are copied to them.
  private let copies: ArraySlice<OutputFile>
  /// The writer for the format.
  private var writer: any LanguageWriter

  /// Creates the target and writes the start of the files.
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

  /// Appends an entry.
  func append(_ entry: Entry) throws(Diagnostic) {
    try write { $0.append(entry, into: &$1) }
  }

  /// Writes buffered bytes to disk if the buffer is large.
  func flushIfNeeded() throws(Diagnostic) {
    for copy in copies { try copy.flushIfNeeded() }
    try file.flushIfNeeded()
  }

  /// Appends a text without a value, for formats that list missing texts.
  func appendMissing(_ key: String, _ outline: TextOutline) throws(Diagnostic) {
    try write { $0.appendMissing(key, outline, into: &$1) }
  }

  /// Appends the writer's output to all files.
  private func write(
    _ change: (inout any LanguageWriter, inout [UInt8]) -> Void
  ) throws(Diagnostic) {
    let start = file.bytes.count
    change(&writer, &file.bytes)
    if copies.isEmpty { return try file.flushIfNeeded() }
    for copy in copies { copy.bytes += file.bytes[start...] }
    try flushIfNeeded()
  }

  /// The losses and problems that a writer found in its last text.
  struct Report {
    var losses: [Feature]
    var problems: [Diagnostic]
  }

  /// Returns and clears the losses and problems of the last text, or returns `nil` if there are
  /// none.
  func takeReport() -> Report? {
    let (losses, problems) = (writer.takeLosses(), writer.takeProblems())
    return losses.isEmpty && problems.isEmpty ? nil : Report(losses: losses, problems: problems)
  }

  /// Returns and clears the problems found when finishing the file.
  func takeProblems() -> [Diagnostic] { writer.takeProblems() }

  /// Returns and clears the notes about a value that the older tool would have written differently.
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
