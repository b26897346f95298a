/// Why an age file is not opened or made. It holds no secret.
public enum AgeError: Error, Hashable, Sendable {
  /// The file is not an age file, with the reason.
  case malformed(String)
  /// It was made by a later version of age.
  case newerFormat(String)
  /// None of the identities, or not this passphrase, opens it.
  case noMatch
  /// It opens, and its header is not what was written.
  case tamperedHeader
  /// A chunk, from 0, is not what was written.
  case tampered(chunk: Int)
  case truncated
  /// A passphrase that costs 2 to the power of `exponent`.
  case costTooHigh(exponent: Int, limit: Int)
  case emptyPassphrase
  case noRecipients
  case notAKey(String)
  /// There is no memory for it.
  case noMemory
}

extension AgeError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .malformed(let reason): "this is no age file: \(reason)"
    case .newerFormat(let version): "'\(version)' is another version than age-encryption.org/v1"
    case .noMatch: "the age file is for another recipient, or the passphrase is wrong"
    case .tamperedHeader: "the header of the age file was changed"
    case .tampered(let chunk): "chunk \(chunk) of the age file was changed"
    case .truncated: "the end of the age file is missing"
    case .costTooHigh(let exponent, let limit):
      "the age file asks for 2^\(exponent) rounds for its passphrase; at most 2^\(limit) are run"
    case .emptyPassphrase: "the passphrase is empty"
    case .noRecipients: "an age file is for at least one recipient"
    case .notAKey(let reason): reason
    case .noMemory: "there is no memory to hash the passphrase"
    }
  }
}
