import Foundation
import Networking
import Testing

/// What is said about a body that is no JSON, or other JSON than expected.
@Suite struct JSONProblemTests {
  private struct Dish: Decodable, Sendable {
    enum Course: String, Decodable { case starter, main }
    struct Price: Decodable { var amount: Double }

    var name: String
    var size: UInt8?
    var course: Course?
    var prices: [Price]?
    var isHot: Bool?
  }

  private static func problem<Value: Decodable & Sendable>(
    _ body: String, as type: Value.Type
  ) async -> String {
    let client = HTTPClient(
      baseURL: "https://api.example.com", transport: MockTransport(.any(.json(text: body))))
    guard case .failure(let error) = await client.call(.get("x").decoding(type)).result else {
      return "no error"
    }
    let head = "GET https://api.example.com/x: the response cannot be decoded: "
    return "\(error)".hasPrefix(head) ? String("\(error)".dropFirst(head.count)) : "\(error)"
  }

  @Test(arguments: [
    ("", "the body is no JSON: the document is empty (line 1, column 1)"),
    ("<html>s3cret</html>", "the body is no JSON: expected a value (line 1, column 1)"),
    (
      "{\n  \"name\": \"Soup\",\n  \"size\": 3",
      "the body is no JSON: expected ',' or '}', found the end (line 3, column 12)"
    ),
    (
      "{\"name\": \"Soup\" \"s3cret\": 3}",
      "the body is no JSON: expected ',' or '}' (line 1, column 17)"
    ),
    ("{\"name\": s3cret}", "the body is no JSON: expected a value (line 1, column 10)"),
    (
      "{\"name\": \"Soup\" /* s3cret */}",
      "the body is no JSON: it holds a comment"
    ),
    (
      "[{\"name\": \"s3cret\"}]", "the body is an array, expected an object (line 1, column 1)"
    ),
    ("{\"name\": 7}", "'name' is a number, expected a string (line 1, column 10)"),
    ("{\"name\": null}", "'name' is null, expected a string (line 1, column 10)"),
    ("{\n  \"size\": 1\n}", "the key 'name' is missing in the body (line 1, column 1)"),
    (
      "{\"name\": \"a\",\n \"size\": 300}",
      "'size' is a number that its type does not accept (line 2, column 10)"
    ),
    (
      "{\"name\": \"a\", \"size\": \"s3cret\"}",
      "'size' is a string, expected an integer (line 1, column 23)"
    ),
    (
      "{\"name\": \"a\", \"course\": \"s3cret\"}",
      "'course' is a string that its type does not accept (line 1, column 25)"
    ),
    (
      "{\"name\": \"a\", \"prices\": {\"amount\": 1}}",
      "'prices' is an object, expected an array (line 1, column 25)"
    ),
    (
      "{\"name\": \"a\", \"prices\": [{\"amount\": 1},\n  {\"amount\": \"s3cret\"}]}",
      "'prices[1].amount' is a string, expected a number (line 2, column 14)"
    ),
    (
      "{\"name\": \"a\", \"isHot\": 1}",
      "'isHot' is a number, expected a Boolean (line 1, column 24)"
    ),
  ])
  func `a broken dish is explained`(body: String, expected: String) async {
    let found = await Self.problem(body, as: Dish.self)
    #expect(found == expected)
    #expect(!found.contains("s3cret"))
  }

  @Test func `a number that does not fit is named where it is the only one`() async {
    #expect(
      await Self.problem(#"[{"name": "a", "size": 1}, {"name": "b", "size": -1}]"#, as: [Dish].self)
        == "'[1].size' is a number that its type does not accept (line 1, column 50)")
    #expect(
      await Self.problem(
        #"[{"name": "a", "size": 256}, {"name": "b", "size": 200}]"#, as: [Dish].self)
        == "a number is not accepted by its type")
  }

  @Test func `the wrong element of an array is named`() async {
    let body = #"[{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": 4}]"#
    #expect(
      await Self.problem(body, as: [Dish].self)
        == "'[3].name' is a number, expected a string (line 1, column 56)")
    #expect(
      await Self.problem(#"[{"name": "a"}, {}]"#, as: [Dish].self)
        == "the key 'name' is missing in '[1]' (line 1, column 17)")
    #expect(
      await Self.problem(#"{"dishes": []}"#, as: [Dish].self)
        == "the body is an object, expected an array (line 1, column 1)")
  }

  @Test func `a name that the decoder converts is found`() async {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let client = HTTPClient(
      baseURL: "https://api.example.com",
      transport: MockTransport(.any(.json(text: #"{"name": "a", "is_hot": "yes"}"#))))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").decoding(Dish.self, with: decoder))
    }
    #expect(
      error?.description.contains("'isHot' is a string, expected a Boolean (line 1, column 25)")
        == true)
    guard case .decoding(let cause)? = error?.kind else { return }
    #expect(cause is DecodingError)
  }
}
