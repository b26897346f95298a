import TremaSecrets
import TremaSupport

/// A record's message. The literal parts are public. Interpolated values are `<private>`, unless
/// `Runtime.isDebug` is set or the interpolation specifies another visibility:
///     let message: LogMessage =
///       "\(name) has ordered \(count, .public) dishes for table \(table, .hash)"
public struct LogMessage: Sendable, Hashable {
  /// The message, with a mask instead of each private value.
  public let text: String

  /// Creates a message from a string that is not a literal. The string is public: it is visible to
  /// everyone who can read the log.
  public init(public text: String) { self.text = text }
}

/// The visibility of an interpolated value in a log.
public enum LogPrivacy: Sendable, Hashable {
  /// Visible only if `Runtime.isDebug` is set, and `<private>` otherwise.
  case `private`
  /// Visible to everyone who can read the log.
  case `public`
  /// Replaced with eight hexadecimal digits that allow values of the same process to be compared.
  case hash

  /// The replacement for a private value.
  static let mask = "<private>"

  /// Returns the representation of a value in a message. A redacted value is always masked.
  func displayText(_ value: some Any) -> String {
    if value is any Redacted { return redactionMask }
    switch self {
    case .private: return Runtime.isDebug ? String(describing: value) : Self.mask
    case .public: return String(describing: value)
    case .hash: return "<hash: \(LogHash.digits(String(describing: value)))>"
    }
  }
}

extension LogMessage: ExpressibleByStringInterpolation {
  /// The interpolation of a message, which accepts a visibility for each value.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    /// The message so far.
    var text = ""

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 12)
    }

    /// Appends a literal part, which is public.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value, which is private unless another visibility is given.
    public mutating func appendInterpolation(
      _ value: some Any, _ privacy: LogPrivacy = .private
    ) {
      text += privacy.displayText(value)
    }

    /// Appends a string that is known at compile time and therefore public.
    public mutating func appendInterpolation(_ text: StaticString) {
      self.text += text.description
    }
  }

  /// Creates a message without values.
  public init(stringLiteral value: String) { text = value }
  /// Creates a message with values.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

/// The digits that replace a value with hash visibility.
enum LogHash {
  /// A random key for the process. Without it, short values could be found by trying all of them.
  private static let key: [UInt8] = {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  /// Returns the first eight hexadecimal digits of a SHA-256 hash over the key and the string.
  static func digits(_ text: String) -> String {
    var digest = SHA256()
    digest.update(key)
    digest.update(text.utf8)
    return String(digest.hexDigest().prefix(8))
  }
}
