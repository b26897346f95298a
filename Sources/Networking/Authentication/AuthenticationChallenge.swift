import TremaHTTP
import TremaSupport

/// What a server asks for: a scheme, and what it says beside.
///
/// Source: RFC 9110, sections 11.3 and 11.6.1.
public struct AuthenticationChallenge: Hashable, Sendable {
  public struct Parameter: Hashable, Sendable {
    /// In lower case.
    public let name: String
    /// Without quotes and backslashes.
    public let value: String
  }

  /// In lower case.
  public let scheme: String
  /// What some schemes have in the place of parameters.
  public internal(set) var token68: String?
  public internal(set) var parameters: [Parameter] = []

  init(scheme: String) { self.scheme = scheme }

  /// - Parameter name: in lower case.
  public subscript(name: String) -> String? {
    parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The challenges of `WWW-Authenticate`, which may stand several times, in their order. What is
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
  public var description: String { "a challenge for \(HTTPSyntax.shown(scheme))" }
}
