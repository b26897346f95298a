/// A failure to open or create an age file. It contains no secrets.
public enum AgeError: Error, Hashable, Sendable {
  /// The file is not an age file. The associated value is the reason.
  case malformed(String)
  /// The file has a later format version. The associated value is its first line.
  case newerFormat(String)
  /// Neither the identities nor the passphrase open the file.
  case noMatch
  /// The file key was unwrapped, but the header does not match its authentication code.
  case tamperedHeader
  /// A chunk, numbered from 0, does not match its authentication tag.
  case tampered(chunk: Int)
  /// The file ends too early.
  case truncated
  /// The work factor of the passphrase exceeds the limit; both are binary logarithms.
  case costTooHigh(exponent: Int, limit: Int)
  /// The passphrase is empty.
  case emptyPassphrase
  /// There is no recipient.
  case noRecipients
  /// The string is not a valid recipient or identity, or the key is unsafe. The associated value is
  /// the reason.
  case notAKey(String)
  /// There is not enough memory to hash the passphrase.
  case noMemory
}

extension AgeError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .malformed(let reason): "this is not an age file: \(reason)"
    case .newerFormat(let version):
      "'\(version)' is not the supported version, age-encryption.org/v1"
    case .noMatch: "the age file is for another recipient, or the passphrase is wrong"
    case .tamperedHeader: "the header of the age file was changed"
    case .tampered(let chunk): "chunk \(chunk) of the age file was changed"
    case .truncated: "the age file is truncated"
    case .costTooHigh(let exponent, let limit):
      "the age file requires 2^\(exponent) rounds for its passphrase; the maximum is 2^\(limit)"
    case .emptyPassphrase: "the passphrase is empty"
    case .noRecipients: "an age file requires at least one recipient"
    case .notAKey(let reason): reason
    case .noMemory: "there is not enough memory to hash the passphrase"
    }
  }
}
