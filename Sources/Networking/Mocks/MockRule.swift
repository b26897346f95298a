import TremaHTTP

/// A rule of a mock transport: a condition for requests, and the answers to them.
public struct MockRule: Sendable {
  /// The behaviour after the last of several answers.
  public enum EndBehavior: Hashable, Sendable {
    /// The last answer is used for all further requests.
    case repeatLast
    /// The answers are used again from the first one on.
    case startOver
    /// The rule matches no further requests, so that a later rule may answer them.
    case pass
    /// Further requests fail with `MockFailure.exhausted(rule:responses:asked:)`.
    case fail
  }

  /// The name of the rule in messages: `GET /users/{id}`.
  let name: String
  let responses: [MockResponse]
  let atEnd: EndBehavior
  /// Returns the values of the pattern's variables; `nil` if the request does not match.
  let match: @Sendable (MockedRequest) -> [String: String]?

  private init(
    _ name: String, _ answers: [MockResponse], _ atEnd: EndBehavior,
    _ match: @escaping @Sendable (MockedRequest) -> [String: String]?
  ) {
    self.name = name
    self.responses = answers.isEmpty ? [.status(.ok)] : answers
    self.atEnd = atEnd
    self.match = match
  }

  /// Creates a rule for requests with a method and a target.
  ///
  /// - Parameters:
  ///   - method: the method; `nil` matches any.
  ///   - pattern: the pattern of the target. `/users/{id}` matches the whole path, `users/{id}` its
  ///     end; `https://api.example.com/users/{id}` also compares the origin. `{id}` matches
  ///     characters of one segment; `{+rest}` as the last segment matches all further segments.
  ///     `?page=2` requires this item of the query, `?page={page}` the item with any value; other
  ///     items are allowed. Texts are compared after percent-decoding.
  ///   - answers: the answers; each request uses the next one. Without any, the answer is an empty
  ///     200.
  ///   - atEnd: the behaviour after the last answer.
  public static func on(
    _ method: HTTPMethod?, _ pattern: String, _ answers: MockResponse...,
    atEnd: EndBehavior = .repeatLast
  ) -> MockRule {
    let parsed = MockPattern(pattern)
    return MockRule("\(method?.name ?? "any method") \(pattern)", answers, atEnd) { request in
      if let method, request.head.method != method { return nil }
      return parsed.match(request.head.target)
    }
  }

  /// Creates a rule for requests that satisfy a condition.
  ///
  /// - Parameters:
  ///   - name: the name of the rule in messages.
  ///   - answers: the answers; each request uses the next one.
  ///   - atEnd: the behaviour after the last answer.
  ///   - condition: whether the rule applies to a request.
  public static func when(
    _ name: String, _ answers: MockResponse..., atEnd: EndBehavior = .repeatLast,
    _ condition: @escaping @Sendable (MockedRequest) -> Bool
  ) -> MockRule {
    MockRule(name, answers, atEnd) { condition($0) ? [:] : nil }
  }

  /// Creates a rule for all requests.
  public static func any(_ answers: MockResponse..., atEnd: EndBehavior = .repeatLast) -> MockRule {
    MockRule("any request", answers, atEnd) { _ in [:] }
  }
}
