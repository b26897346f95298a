import TremaHTTP

/// A rule of a mock transport: a condition for requests, and the responses to them.
public struct MockRule: Sendable {
  /// The behavior after the last response.
  public enum EndBehavior: Hashable, Sendable {
    /// The last response is used for all further requests.
    case repeatLast
    /// The responses are used again, starting with the first one.
    case startOver
    /// The rule does not match further requests, so a later rule may respond to them.
    case pass
    /// Further requests fail with `MockFailure.exhausted(rule:responses:asked:)`.
    case fail
  }

  /// The name of the rule in messages: `GET /users/{id}`.
  let name: String
  let responses: [MockResponse]
  let atEnd: EndBehavior
  /// Returns the values of the pattern's variables, or `nil` if the request does not match.
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
  ///   - method: The method; `nil` matches any.
  ///   - pattern: The pattern for the target. `/users/{id}` matches a whole path, and `users/{id}`
  ///     the end of a path; `https://api.example.com/users/{id}` also compares the origin. `{id}`
  ///     matches characters of one segment; `{+rest}` as the last segment matches all remaining
  ///     segments. `?page=2` requires this query item, `?page={page}` the item with any value;
  ///     other items are allowed. Strings are compared after percent-decoding.
  ///   - answers: The responses. Each request uses the next one. By default, the response is an
  ///     empty 200.
  ///   - atEnd: The behavior after the last response.
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
  ///   - name: The name of the rule in messages.
  ///   - answers: The responses. Each request uses the next one.
  ///   - atEnd: The behavior after the last response.
  ///   - condition: Returns whether the rule applies to a request.
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
