import TremaHTTP
import TremaSupport

/// An authentication challenge from a server: a scheme and its parameters.
///
/// See RFC 9110, sections 11.3 and 11.6.1.
public struct AuthenticationChallenge: Hashable, Sendable {
  /// A parameter of a challenge: `realm="kitchen"`.
  public struct Parameter: Hashable, Sendable {
    /// The name in lowercase.
    public let name: String
    /// The value, without quotes and escapes.
    public let value: String
  }

  /// The name of the scheme in lowercase.
  public let scheme: String
  /// The token that some schemes use instead of parameters, or `nil` if there is none.
  public internal(set) var token68: String?
  /// The parameters in the order of the field.
  public internal(set) var parameters: [Parameter] = []

  init(scheme: String) { self.scheme = scheme }

  /// A parameter's value, or `nil` if it is missing.
  ///
  /// - Parameter name: The name in lowercase.
  public subscript(name: String) -> String? {
    parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// Returns the challenges of all `WWW-Authenticate` fields, in order. Malformed challenges,
  /// challenges with a duplicate parameter, and challenges after the 32nd are omitted.
  public static func all(in fields: HTTPFields) -> [AuthenticationChallenge] {
    var all: [AuthenticationChallenge] = []
    for value in fields[values: .wwwAuthenticate] {
      var reader = ChallengeReader(value)
      all += reader.challenges()
      if all.count >= ChallengeReader.limit { break }
    }
    return Array(all.prefix(ChallengeReader.limit))
  }

  /// Parses the parameters of a field without a scheme, such as `Authentication-Info`. Returns
  /// `nil` if the field is malformed.
  ///
  /// See RFC 7615, section 3.
  static func parameters(in value: String) -> [Parameter]? {
    // A dummy scheme turns the value into a challenge.
    var reader = ChallengeReader("x \(value)")
    let challenges = reader.challenges()
    guard challenges.count == 1, challenges[0].token68 == nil else { return nil }
    return challenges[0].parameters
  }
}

extension AuthenticationChallenge: Redacted {
  /// A textual representation of this instance.
  public var description: String { "a challenge for \(HTTPSyntax.escaped(scheme))" }
}

/// A parser of `WWW-Authenticate`, a list whose members can themselves contain lists. Only the
/// characters after a name show whether the name starts a challenge or is a parameter.
///
/// See RFC 9110, sections 5.6 and 11.
struct ChallengeReader {
  /// The maximum number of challenges, and of parameters per challenge.
  static let limit = 32

  private static let tokenLetters = ASCIISet("!#$%&'*+-.^_`|~") | .alphanumeric
  private static let token68Letters = ASCIISet("-._~+/") | .alphanumeric

  /// The field value's bytes, and the offset of the next byte.
  private let bytes: [UInt8]
  private var index = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  /// The next byte, or `nil` at the end.
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns the valid challenges.
  mutating func challenges() -> [AuthenticationChallenge] {
    var all: [AuthenticationChallenge] = []
    // `nil` before the first challenge, and while a malformed one is skipped.
    var current: AuthenticationChallenge?
    func keep() { if let current { all.append(current) } }
    while all.count < Self.limit {
      skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
      if next == nil { break }
      let name = token()
      guard !name.isEmpty else {
        current = nil
        skipMember()
        continue
      }
      // An equals sign after the name makes it a parameter of the current challenge.
      let end = index
      skipSpace()
      if next == UInt8(ascii: "=") {
        index += 1
        skipSpace()
        if let value = parameterValue(), current?[name] == nil, isAtEndOfMember,
          let count = current?.parameters.count, count < Self.limit
        {
          current?.parameters.append(AuthenticationChallenge.Parameter(name: name, value: value))
        } else {
          current = nil
          skipMember()
        }
        continue
      }
      keep()
      current = AuthenticationChallenge(scheme: name)
      if isAtEndOfMember { continue }
      // A scheme that is not followed by whitespace makes the challenge malformed.
      guard index > end else {
        current = nil
        skipMember()
        continue
      }
      current?.token68 = token68()
    }
    keep()
    return all
  }

  /// Skips bytes that satisfy a condition.
  private mutating func skip(while condition: (UInt8) -> Bool) {
    while let next, condition(next) { index += 1 }
  }

  private mutating func skipSpace() { skip { $0 == 0x20 || $0 == 0x09 } }

  /// Skips to the next comma that is not within quotes.
  private mutating func skipMember() {
    while let next, next != UInt8(ascii: ",") {
      if next == UInt8(ascii: "\"") { _ = quoted() } else { index += 1 }
    }
  }

  /// Whether a comma or the end follows, after optional whitespace.
  private var isAtEndOfMember: Bool {
    var index = index
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index == bytes.count || bytes[index] == UInt8(ascii: ",")
  }

  /// Parses a token and returns it in lowercase, or empty if there is none.
  private mutating func token() -> String {
    let start = index
    skip { Self.tokenLetters.contains($0) }
    return String(decoding: bytes[start..<index].map(ASCII.lowercased), as: UTF8.self)
  }

  /// Parses a `token68`; returns `nil` and consumes nothing if parameters follow instead.
  private mutating func token68() -> String? {
    let start = index
    skip { Self.token68Letters.contains($0) }
    let letters = index
    skip { $0 == UInt8(ascii: "=") }
    guard letters > start, isAtEndOfMember else {
      index = start
      return nil
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Parses the value of a parameter, or `nil` if there is none.
  private mutating func parameterValue() -> String? {
    if next == UInt8(ascii: "\"") { return quoted() }
    let start = index
    skip { Self.tokenLetters.contains($0) }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  /// Parses a quoted string. Returns `nil` if it is not terminated, after consuming the rest.
  private mutating func quoted() -> String? {
    index += 1
    var value: [UInt8] = []
    while let byte = next {
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = next else { return nil }
        index += 1
        value.append(escaped)
      } else {
        value.append(byte)
      }
    }
    return nil
  }
}
