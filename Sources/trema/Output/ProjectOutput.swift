import TremaProject
import TremaSupport

/// The output of a command for one project, stored until it can be printed.
struct ProjectOutput: Sendable {
  /// The bytes and their streams, in order.
  private var parts: [(stream: StandardStream, bytes: [UInt8])] = []

  /// Appends a result for standard output.
  mutating func print(_ text: String) { parts.append((.output, Array(text.utf8))) }

  /// Appends diagnostics for standard error.
  mutating func note(_ bytes: [UInt8]) {
    if !bytes.isEmpty { parts.append((.error, bytes)) }
  }

  /// Prints the output.
  ///
  /// - Throws: An `.unwritable` diagnostic if standard output cannot be written. Everything for
  ///   standard error has been printed.
  func write() throws(Diagnostic) {
    var failure: Diagnostic?
    for (stream, bytes) in parts {
      switch stream {
      case .error: Console.note(bytes)
      case .output:
        do throws(Diagnostic) {
          if failure == nil { try Console.print(bytes) }
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }
}
