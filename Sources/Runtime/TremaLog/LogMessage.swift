import TremaSecrets
import TremaSupport

/// The message of a record. The words of a literal are public; interpolated values are `<private>`,
/// unless `Runtime.isDebug` is set or the interpolation says otherwise:
///
///     let message: LogMessage =
///       "\(name) has ordered \(count, .public) dishes for table \(table, .hash)"
public struct LogMessage: Sendable, Hashable {
  /// The text, with a mask in place of each private value.
  public let text: String

  /// A text that is no literal; it may be read by anybody who reads the log.
  public init(public text: String) { self.text = text }
}

/// The audience of a part of a message.
public enum LogPrivacy: Sendable, Hashable {
  /// Developers of the app.
  case `private`
  /// Everybody who reads the log.
  case `public`
  /// Hidden, but for eight digits by which two values of one process can be compared.
  case hash

  static let mask = "<private>"

  func shown(_ value: some Any) -> String {
    if value is any Redacted { return redactionMask }
    switch self {
    case .private: return Runtime.isDebug ? String(describing: value) : Self.mask
    case .public: return String(describing: value)
    case .hash: return "<hash: \(LogHash.digits(String(describing: value)))>"
    }
  }
}

extension LogMessage: ExpressibleByStringInterpolation {
  /// The interpolation of a message, which asks for the privacy of each value.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Creates an interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 12)
    }

    /// Appends text of the source.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value, which is private unless it is marked as public.
    public mutating func appendInterpolation(
      _ value: some Any, _ privacy: LogPrivacy = .private
    ) {
      text += privacy.shown(value)
    }

    /// Appends text that is known at compile time.
    public mutating func appendInterpolation(_ text: StaticString) {
      self.text += text.description
    }
  }

  /// Creates a message without values.
  public init(stringLiteral value: String) { text = value }
  /// Creates a message with values.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

/// Digits for a value that is not to be shown.
enum LogHash {
  /// New in every process: without it, what is short could be found by trying.
  private static let key: [UInt8] = {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  /// Eight hexadecimal digits of SHA-256 over a key of this process and the text.
  static func digits(_ text: String) -> String {
    var digest = SHA256()
    digest.update(key)
    digest.update(text.utf8)
    return String(digest.finish().prefix(8))
  }
}
