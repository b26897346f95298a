/// Why bytes are no compiled catalogue, or a damaged one.
package struct CompiledProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// It does not begin as one.
    case notCompiled
    /// Another version of the format, most likely a newer one.
    case version(UInt32)
    /// The file is shorter or longer than it says.
    case length
    case damaged
  }

  package var kind: Kind
  /// The offset, in bytes from the beginning of the file.
  package var offset: Int
  /// The reason: "the key is not UTF-8".
  package var reason: String

  package init(_ kind: Kind = .damaged, at offset: Int, _ reason: String) {
    self.kind = kind
    self.offset = offset
    self.reason = reason
  }

  package var description: String { "\(reason) (at byte \(offset))" }
}
