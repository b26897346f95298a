import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaSupport

/// An output of accessors. Without a transaction, nothing is written and only the findings are
/// determined.
final class AccessorOutput {
  /// The writer for the language.
  private var accessors: any AccessorWriter
  /// The file, or `nil` if nothing is written.
  private let file: OutputFile?
  /// The buffer for code that is not written.
  private var scratch: [UInt8] = []
  /// The requested output.
  let plan: ConversionOutput

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - accessors: The writer for the language.
  ///   - fileName: The name of the file.
  ///   - plan: The requested output.
  ///   - transaction: The transaction that receives the file, or `nil` to write nothing.
  /// - Throws: A diagnostic if another output has the same path, or the file cannot be opened.
  init(
    _ accessors: any AccessorWriter, fileName: String, _ plan: ConversionOutput,
    transaction: OutputTransaction?
  ) throws(Diagnostic) {
    self.accessors = accessors
    self.plan = plan
    if let transaction {
      let file = try plan.open(fileName, transaction)
      self.accessors.begin(into: &file.bytes)
      self.file = file
    } else {
      file = nil
    }
  }

  /// Appends the accessor of a text, and returns the findings about it.
  func append(_ text: TextView, annotations: Annotations) -> [Diagnostic] {
    if let file { return accessors.append(text, annotations: annotations, into: &file.bytes) }
    scratch.removeAll(keepingCapacity: true)
    return accessors.append(text, annotations: annotations, into: &scratch)
  }

  /// Writes buffered bytes to disk if the buffer is large.
  func flushIfNeeded() throws(Diagnostic) { try file?.flushIfNeeded() }

  /// Appends the end of the code.
  func finish() {
    if let file { accessors.end(into: &file.bytes) }
  }
}
