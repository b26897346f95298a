/// An error in a compiled catalog, or the reason why a file is not a compiled catalog.
package struct CompiledProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  package enum Kind: Hashable, Sendable {
    /// The file does not start with the signature.
    case notCompiled
    /// The file has a different format version, probably a newer one.
    case version(UInt32)
    /// The length of the file differs from the length in its header.
    case length
    /// The content is invalid.
    case damaged
  }

  /// The kind of the error.
  package var kind: Kind
  /// The error's offset, in bytes from the start of the file.
  package var offset: Int
  /// The reason, such as "the key is not UTF-8".
  package var reason: String

  /// Creates an error.
  package init(_ kind: Kind = .damaged, at offset: Int, _ reason: String) {
    self.kind = kind
    self.offset = offset
    self.reason = reason
  }

  /// The reason and the offset, for error messages.
  package var description: String { "\(reason) (at byte \(offset))" }
}
