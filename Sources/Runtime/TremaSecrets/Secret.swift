/// A value that is never shown by `print`, string interpolation, `dump`, a debugger or a log, and
/// that cannot be encoded. It is accessible only through ``revealed``.
///
///     let password = Secret("correct horse")
///     print(password)                 // <redacted>
///     vault.unlock(with: password.revealed)
public struct Secret<Value: Sendable>: Sendable {
  /// The unprotected value.
  public let revealed: Value

  /// Creates a secret from a value.
  public init(_ value: Value) { revealed = value }
}

extension Secret: Redacted {
  /// The mask `<redacted>`.
  public var description: String { redactionMask }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder))
  }
}

extension Secret: Encodable where Value: Encodable {
  /// Throws an error, because a secret must not be encoded.
  ///
  /// - Throws: `EncodingError.invalidValue`, always.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      redactionMask,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription:
          "a secret cannot be encoded; encode its revealed value if that is intended"))
  }
}

/// The text that replaces a secret.
package let redactionMask = "<redacted>"
