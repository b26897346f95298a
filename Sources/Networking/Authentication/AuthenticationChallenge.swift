import TremaHTTP
import TremaSupport

/// A challenge of a server: a scheme and its parameters.
///
/// Source: RFC 9110, sections 11.3 and 11.6.1.
public struct AuthenticationChallenge: Hashable, Sendable {
  /// A parameter of a challenge: `realm="kitchen"`.
  public struct Parameter: Hashable, Sendable {
    /// In lower case.
    public let name: String
    /// Without quotes and backslashes.
    public let value: String
  }

  /// In lower case.
  public let scheme: String
  /// The token that some schemes have in place of parameters.
  public internal(set) var token68: String?
  /// The parameters in the order of the field.
  public internal(set) var parameters: [Parameter] = []

  init(scheme: String) { self.scheme = scheme }

  /// - Parameter name: in lower case.
  public subscript(name: String) -> String? {
    parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The challenges of `WWW-Authenticate`, which may be several times, in their order. What is
  /// malformed is left out, as is a challenge that says something twice, and what comes after the
  /// 32nd of them.
  public static func all(in fields: HTTPFields) -> [AuthenticationChallenge] {
    var all: [AuthenticationChallenge] = []
    for value in fields[values: .wwwAuthenticate] {
      var reader = ChallengeReader(value)
      all += reader.challenges()
      if all.count >= ChallengeReader.limit { break }
    }
    return Array(all.prefix(ChallengeReader.limit))
  }

  /// The parameters of a field that holds nothing else, as `Authentication-Info`; nil for what is
  /// malformed.
  ///
  /// Source: RFC 7615, section 3.
  static func parameters(in value: String) -> [Parameter]? {
    var reader = ChallengeReader("x \(value)")
    let challenges = reader.challenges()
    guard challenges.count == 1, challenges[0].token68 == nil else { return nil }
    return challenges[0].parameters
  }
}

extension AuthenticationChallenge: Redacted {
  /// A description for logs and messages.
  public var description: String { "a challenge for \(HTTPSyntax.shown(scheme))" }
}

/// Reads the value of `WWW-Authenticate`: a list whose members have lists of their own, so that only
/// what follows a name tells whether it begins a challenge or goes on with one.
///
/// Source: RFC 9110, sections 5.6 and 11.
struct ChallengeReader {
  /// The most challenges, and the most parameters of one.
  static let limit = 32

  private static let tokenLetters = ASCIISet("!#$%&'*+-.^_`|~") | .alphanumeric
  private static let token68Letters = ASCIISet("-._~+/") | .alphanumeric

  private let bytes: [UInt8]
  private var index = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func challenges() -> [AuthenticationChallenge] {
    var all: [AuthenticationChallenge] = []
    // Nil before the first one, and while one is passed over that is malformed.
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

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while let next, condition(next) { index += 1 }
  }

  private mutating func skipSpace() { skip { $0 == 0x20 || $0 == 0x09 } }

  /// Skips to the next comma that is not quoted.
  private mutating func skipMember() {
    while let next, next != UInt8(ascii: ",") {
      if next == UInt8(ascii: "\"") { _ = quoted() } else { index += 1 }
    }
  }

  /// A comma, or nothing more, behind white space.
  private var isAtEndOfMember: Bool {
    var index = index
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index == bytes.count || bytes[index] == UInt8(ascii: ",")
  }

  /// In lower case; empty where none is.
  private mutating func token() -> String {
    let start = index
    skip { Self.tokenLetters.contains($0) }
    return String(decoding: bytes[start..<index].map(ASCII.lowercased), as: UTF8.self)
  }

  /// Nil, and nothing is taken, where parameters are.
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

  private mutating func parameterValue() -> String? {
    if next == UInt8(ascii: "\"") { return quoted() }
    let start = index
    skip { Self.tokenLetters.contains($0) }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  /// Nil when it has no end; then all is taken.
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
