import TremaSecrets
import TremaSupport

/// A failure to read, write or migrate secrets, or to open a store for them.
///
/// Errors contain no secrets, only service and key names, paths and numbers.
public enum SecretError: Error, Hashable, Sendable {
  /// A part of a vault file that is covered by a checksum or an authentication tag.
  public enum Part: String, Hashable, Sendable {
    /// The header, the set of wrapped keys, or the encrypted secrets.
    case header, keyset, body
  }

  /// No store can be used. The associated value contains the reason for each store, in the order
  /// they were tried.
  case noBackend([Reason])
  /// The store is locked. If it is retryable, it may become available later without action by the
  /// app.
  case locked(String, isRetryable: Bool)
  /// Access was denied, for instance at a prompt.
  case denied(String)
  /// The store cannot honor the requested access level.
  case unsupported(String)
  /// The store is read-only.
  case readOnly(String)

  /// The passphrase or key does not match this vault.
  case wrongKey(path: String)
  /// A part of the file does not match its checksum, which indicates accidental damage.
  case damaged(Part, path: String)
  /// A chunk, numbered from 0, does not match its authentication tag, which indicates deliberate
  /// modification.
  case tampered(chunk: Int, path: String)
  /// The file ends too early.
  case truncated(path: String)
  /// The file was written by a later version. It was left unchanged.
  case newerFormat(found: Int, supported: Int, path: String)
  /// The file is older than a version that this process has already read or written.
  case rolledBack(path: String)
  /// Another process held the lock for longer than the time limit. `holder` is its process
  /// identifier, if known.
  case busy(path: String, holder: Int32?)
  /// The file or its folder is not writable.
  case notWritable(path: String)
  /// The disk is full or the quota is exhausted.
  case diskFull(path: String)
  /// The permissions of a file or folder give access to users other than its owner.
  case insecurePermissions(path: String, mode: UInt16)
  /// The file belongs to another user.
  case wrongOwner(path: String)
  /// A different system failure, with its error number and message.
  case system(path: String, code: Int32, reason: String)

  /// The passphrase is empty.
  case emptyPassphrase
  /// The key has the wrong number of bytes.
  case wrongKeyLength(found: Int, expected: Int)
  /// The cost of hashing the passphrase that a file requires, or that was requested, exceeds the
  /// maximum.
  case costTooHigh(String)
  /// The store does not support this key, with the reason.
  case invalidKey(SecretKey, reason: String)
  /// The secret is not valid UTF-8.
  case notText(SecretKey)
  /// The secret cannot be decoded as a value of the type.
  case notDecodable(SecretKey, as: String)
  /// The value of the type cannot be encoded.
  case notEncodable(SecretKey, as: String)
  /// A migration or import would overwrite these secrets. Nothing was written.
  case conflict([SecretKey])
  /// A migration read back different bytes than it wrote. Nothing was removed.
  case readBackMismatch(SecretKey)
  /// The source and the target of a migration are the same store. Nothing was removed.
  case sameStore
  /// An age file cannot be read or created.
  case age(AgeError)

  /// The reason that a store cannot be used.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The name of the store, such as `Secret Service` or `vault`.
    public let backend: String
    /// The problem and its remedy.
    public let text: String

    /// Creates a reason.
    public init(_ backend: String, _ text: String) {
      self.backend = backend
      self.text = text
    }

    /// A textual representation of this instance.
    public var description: String { "\(backend): \(text)" }
  }
}

extension SecretError: CustomStringConvertible {
  /// A description for logs and messages, with control characters escaped.
  public var description: String { TerminalText.escaped(unescapedDescription) }

  /// The description before escaping.
  private var unescapedDescription: String {
    switch self {
    case .noBackend(let reasons):
      "no secret store can be used: \(reasons.map(\.description).joined(separator: "; "))"
    case .locked(let subject, let isRetryable):
      "\(subject) is locked" + (isRetryable ? "; it may be unlocked later" : "")
    case .denied(let subject): "\(subject) was refused"
    case .unsupported(let subject): "\(subject) is not supported here"
    case .readOnly(let subject): "\(subject) is read-only"
    case .wrongKey(let path): "\(path): the passphrase or key does not match this vault"
    case .damaged(let part, let path): "\(path): the \(part.rawValue) is damaged"
    case .tampered(let chunk, let path): "\(path): chunk \(chunk) was changed"
    case .truncated(let path): "\(path): the file is truncated"
    case .newerFormat(let found, let supported, let path):
      "\(path): format \(found) is newer than \(supported), the newest that this version reads"
    case .rolledBack(let path): "\(path): the file was replaced with an older version"
    case .busy(let path, let holder):
      "\(path): another process holds its lock" + (holder.map { " (\($0))" } ?? "")
    case .notWritable(let path): "\(path): cannot be written"
    case .diskFull(let path): "\(path): the disk is full"
    case .insecurePermissions(let path, let mode):
      "\(path): users other than its owner have access (mode \(String(mode, radix: 8))); run chmod go= "
        + path
    case .wrongOwner(let path): "\(path): is owned by another user"
    case .system(let path, let code, let reason): "\(path): \(reason) (error \(code))"
    case .emptyPassphrase: "the passphrase is empty"
    case .wrongKeyLength(let found, let expected):
      "a key must have \(expected) bytes, not \(found)"
    case .costTooHigh(let detail): "the cost of hashing the passphrase is too high: \(detail)"
    case .invalidKey(let key, let reason): "the key '\(key)': \(reason)"
    case .notText(let key): "the secret '\(key)' is not UTF-8"
    case .notDecodable(let key, let type): "the secret '\(key)' cannot be decoded as \(type)"
    case .notEncodable(let key, let type): "a \(type) cannot be encoded for '\(key)'"
    case .conflict(let keys):
      "secrets already exist: \(keys.map(\.description).joined(separator: ", ")); nothing was written"
    case .readBackMismatch(let key):
      "the new store returns a different value for '\(key)'; nothing was removed"
    case .sameStore: "both stores are the same; nothing was removed"
    case .age(let error): error.description
    }
  }
}
