import TremaHTTP

/// A rule that gives the responses to matching requests.
public struct MockRule: Sendable {
  /// The behaviour after the last of several answers.
  public enum AtEnd: Hashable, Sendable {
    /// The last one again, and again.
    case repeatLast
    case startOver
    /// The rule fits no more: one behind it may.
    case pass
    /// The error `MockFailure.exhausted(rule:answers:asked:)`.
    case fail
  }

  /// The name of the rule in messages: `GET /users/{id}`.
  let name: String
  let answers: [MockAnswer]
  let atEnd: AtEnd
  /// The variables of the pattern; nil when it does not fit.
  let match: @Sendable (MockedRequest) -> [String: String]?

  private init(
    _ name: String, _ answers: [MockAnswer], _ atEnd: AtEnd,
    _ match: @escaping @Sendable (MockedRequest) -> [String: String]?
  ) {
    self.name = name
    self.answers = answers.isEmpty ? [.status(.ok)] : answers
    self.atEnd = atEnd
    self.match = match
  }

  /// Requests with a method and a target.
  ///
  /// - Parameters:
  ///   - method: nil for any.
  ///   - pattern: `/users/{id}` is the whole path and `users/{id}` its end;
  ///     `https://api.example.com/users/{id}` asks for the origin too. `{id}` means letters of one
  ///     segment, `{+rest}` as the last segment for all that follow. `?page=2` asks for that item of
  ///     the query, `?page={page}` for any value; items that are not named may be there. Percent
  ///     encoding makes no difference.
  ///   - answers: one request takes one, in this order. None is an empty 200.
  public static func on(
    _ method: HTTPMethod?, _ pattern: String, _ answers: MockAnswer..., atEnd: AtEnd = .repeatLast
  ) -> MockRule {
    let parsed = MockPattern(pattern)
    return MockRule("\(method?.name ?? "any method") \(pattern)", answers, atEnd) { request in
      if let method, request.head.method != method { return nil }
      return parsed.match(request.head.target)
    }
  }

  /// Requests of which a closure says so; the name is for messages.
  public static func when(
    _ name: String, _ answers: MockAnswer..., atEnd: AtEnd = .repeatLast,
    _ fits: @escaping @Sendable (MockedRequest) -> Bool
  ) -> MockRule {
    MockRule(name, answers, atEnd) { fits($0) ? [:] : nil }
  }

  /// All requests.
  public static func any(_ answers: MockAnswer..., atEnd: AtEnd = .repeatLast) -> MockRule {
    MockRule("any request", answers, atEnd) { _ in [:] }
  }
}
