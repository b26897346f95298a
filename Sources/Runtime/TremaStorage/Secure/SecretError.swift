import TremaSecrets
import TremaSupport

/// Why a secret could not be read or written. It holds no secret: names of services and keys, paths
/// and numbers alone.
public enum SecretError: Error, Hashable, Sendable {
  /// A part of a vault that a checksum or a seal covers.
  public enum Part: String, Hashable, Sendable {
    case header, keyset, body
  }

  /// No store can be used, and why each cannot, in the order they were tried.
  case noBackend([Reason])
  /// There, and not to be read now; what is retryable may be later without anybody's doing.
  case locked(String, isRetryable: Bool)
  /// Access was denied, for instance at a prompt.
  case denied(String)
  /// The store cannot honour the requested access level.
  case unsupported(String)
  /// The store is there to be read alone.
  case readOnly(String)

  /// The passphrase or the key is not the one of this vault.
  case wrongKey(path: String)
  /// Bytes that are not what was written, by accident.
  case damaged(Part, path: String)
  /// Bytes that are not what was written and cannot be so by accident; from 0.
  case tampered(chunk: Int, path: String)
  case truncated(path: String)
  /// Written by a later version; the file is left as it is.
  case newerFormat(found: Int, supported: Int, path: String)
  /// An older state of the vault than this process has seen.
  case rolledBack(path: String)
  /// Another process holds the lock longer than is waited.
  case busy(path: String, holder: Int32?)
  case notWritable(path: String)
  case diskFull(path: String)
  /// A file or folder that others than its owner can use.
  case tooOpen(path: String, mode: UInt16)
  case wrongOwner(path: String)
  /// Any other failure of the system, with its number and words.
  case system(path: String, code: Int32, reason: String)

  case emptyPassphrase
  case wrongKeyLength(found: Int, expected: Int)
  /// A file asks for a higher cost of its passphrase than is allowed.
  case costTooHigh(String)
  case invalidKey(SecretKey, reason: String)
  case notText(SecretKey)
  case notDecodable(SecretKey, as: String)
  case notEncodable(SecretKey, as: String)
  /// A migration would write over these, and wrote nothing.
  case clash([SecretKey])
  /// A migration read back something else than it wrote, and removed nothing.
  case notKept(SecretKey)
  /// A migration from a store into itself, which removed nothing.
  case sameStore
  /// A file that was to be exchanged with others.
  case age(AgeError)

  /// Why one store cannot be used.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// `Secret Service`, `vault`
    public let backend: String
    /// The problem, and its remedy.
    public let text: String

    /// Creates an error of a store.
    ///
    /// - Parameter backend: the name of the store.
    public init(_ backend: String, _ text: String) {
      self.backend = backend
      self.text = text
    }

    /// A description for logs and messages.
    public var description: String { "\(backend): \(text)" }
  }
}

extension SecretError: CustomStringConvertible {
  // Paths and names are those of the caller, so the whole text is escaped.
  /// A description for logs and messages.
  public var description: String { TerminalText.shown(text) }

  private var text: String {
    switch self {
    case .noBackend(let reasons):
      "no store for secrets can be used: \(reasons.map(\.description).joined(separator: "; "))"
    case .locked(let what, let isRetryable):
      "\(what) is locked" + (isRetryable ? "; it may be open later" : "")
    case .denied(let what): "\(what) was refused"
    case .unsupported(let what): "\(what) is not supported here"
    case .readOnly(let what): "\(what) can only be read"
    case .wrongKey(let path): "\(path): the passphrase or key is not that of this vault"
    case .damaged(let part, let path): "\(path): the \(part.rawValue) is damaged"
    case .tampered(let chunk, let path): "\(path): chunk \(chunk) was changed"
    case .truncated(let path): "\(path): the end is missing"
    case .newerFormat(let found, let supported, let path):
      "\(path): format \(found) is newer than \(supported), the newest that this version reads"
    case .rolledBack(let path): "\(path): an older state was put in its place"
    case .busy(let path, let holder):
      "\(path): another process holds it" + (holder.map { " (\($0))" } ?? "")
    case .notWritable(let path): "\(path): cannot be written"
    case .diskFull(let path): "\(path): the disk is full"
    case .tooOpen(let path, let mode):
      "\(path): others than its owner can use it (mode \(String(mode, radix: 8))); run chmod go= "
        + path
    case .wrongOwner(let path): "\(path): belongs to another user"
    case .system(let path, let code, let reason): "\(path): \(reason) (error \(code))"
    case .emptyPassphrase: "the passphrase is empty"
    case .wrongKeyLength(let found, let expected):
      "a key has \(expected) bytes, not \(found)"
    case .costTooHigh(let what): "what the file asks for its passphrase is too much: \(what)"
    case .invalidKey(let key, let reason): "the key '\(key)': \(reason)"
    case .notText(let key): "the secret '\(key)' is not UTF-8"
    case .notDecodable(let key, let type): "the secret '\(key)' is no \(type)"
    case .notEncodable(let key, let type): "a \(type) cannot be encoded for '\(key)'"
    case .clash(let keys):
      "there already: \(keys.map(\.description).joined(separator: ", ")); nothing was written"
    case .notKept(let key):
      "the new store gives back something else for '\(key)'; nothing was removed"
    case .sameStore: "both stores keep the same secrets; nothing was removed"
    case .age(let error): error.description
    }
  }
}
