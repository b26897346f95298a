/// A value that is shown nowhere: not by `print`, in a text, in a dump, in a debugger, in a log, in
/// what is encoded. Who needs it asks for it by name.
///
///     let password = Secret("correct horse")
///     print(password)                 // <redacted>
///     vault.unlock(with: password.revealed)
public struct Secret<Value: Sendable>: Sendable {
  /// The value itself.
  public let revealed: Value

  /// Creates a secret.
  public init(_ value: Value) { revealed = value }
}

extension Secret: Redacted {
  /// `<redacted>`
  public var description: String { redactionMask }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the value itself.
  public init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder))
  }
}

extension Secret: Encodable where Value: Encodable {
  /// - Throws: `EncodingError.invalidValue`, always.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      redactionMask,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "a secret is not encoded; encode what it reveals if that is meant"))
  }
}

/// In the place of a secret.
package let redactionMask = "<redacted>"
