/// Why bytes are no compiled catalogue, or a damaged one.
public struct CompiledProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// It does not begin as one.
    case notCompiled
    /// Another version of the format, most likely a newer one.
    case version(UInt32)
    /// The file is shorter or longer than it says.
    case length
    case damaged
  }

  public var kind: Kind
  /// Where, in bytes from the beginning of the file.
  public var offset: Int
  /// What is wrong there: "the key is not UTF-8".
  public var reason: String

  public init(_ kind: Kind = .damaged, at offset: Int, _ reason: String) {
    self.kind = kind
    self.offset = offset
    self.reason = reason
  }

  public var description: String { "\(reason) (at byte \(offset))" }
}
