import Foundation
import Networking
import Testing

/// Messages about a body that is invalid JSON or does not have the expected structure.
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
    ("", "the body is not valid JSON: the document is empty (line 1, column 1)"),
    ("<html>s3cret</html>", "the body is not valid JSON: expected a value (line 1, column 1)"),
    (
      "{\n  \"name\": \"Soup\",\n  \"size\": 3",
      "the body is not valid JSON: expected ',' or '}', found the end (line 3, column 12)"
    ),
    (
      "{\"name\": \"Soup\" \"s3cret\": 3}",
      "the body is not valid JSON: expected ',' or '}' (line 1, column 17)"
    ),
    ("{\"name\": s3cret}", "the body is not valid JSON: expected a value (line 1, column 10)"),
    (
      "{\"name\": \"Soup\" /* s3cret */}",
      "the body is not valid JSON: it contains a comment"
    ),
    (
      "[{\"name\": \"s3cret\"}]", "the body must be an object, not an array (line 1, column 1)"
    ),
    ("{\"name\": 7}", "'name' must be a string, not a number (line 1, column 10)"),
    ("{\"name\": null}", "'name' must be a string, not null (line 1, column 10)"),
    ("{\n  \"size\": 1\n}", "the key 'name' is missing in the body (line 1, column 1)"),
    (
      "{\"name\": \"a\",\n \"size\": 300}",
      "'size' is a number, expected a UInt8, an integer from 0 to 255 (line 2, column 10)"
    ),
    (
      "{\"name\": \"a\", \"size\": \"s3cret\"}",
      "'size' must be an integer, not a string (line 1, column 23)"
    ),
    (
      "{\"name\": \"a\", \"course\": \"s3cret\"}",
      "'course' is a string that its Swift type does not accept (line 1, column 25)"
    ),
    (
      "{\"name\": \"a\", \"prices\": {\"amount\": 1}}",
      "'prices' must be an array, not an object (line 1, column 25)"
    ),
    (
      "{\"name\": \"a\", \"prices\": [{\"amount\": 1},\n  {\"amount\": \"s3cret\"}]}",
      "'prices[1].amount' must be a number, not a string (line 2, column 14)"
    ),
    (
      "{\"name\": \"a\", \"isHot\": 1}",
      "'isHot' must be a Boolean, not a number (line 1, column 24)"
    ),
  ])
  func `a body that does not match its type is explained`(body: String, expected: String) async {
    let found = await Self.problem(body, as: Dish.self)
    #expect(found == expected)
    #expect(!found.contains("s3cret"))
  }

  @Test func `a number out of range is reported with the limits of its type`() async {
    let limits = "is a number, expected a UInt8, an integer from 0 to 255"
    #expect(
      await Self.problem(#"[{"name": "a", "size": 1}, {"name": "b", "size": -1}]"#, as: [Dish].self)
        == "'[1].size' \(limits) (line 1, column 50)")
    #expect(
      await Self.problem(
        #"[{"name": "a", "size": 200}, {"name": "b", "size": 256}]"#, as: [Dish].self)
        == "'[1].size' \(limits) (line 1, column 52)")
    #expect(
      await Self.problem(#"{"name": "a", "size": 1.5}"#, as: Dish.self)
        == "'size' \(limits) (line 1, column 23)")
    #expect(
      await Self.problem(#"{"a": 1, "b": {"c": [1, 40000]}}"#, as: Nested.self)
        == "'b.c[1]' is a number, expected an Int16, an integer from -32768 to 32767 (line 1, column 25)"
    )
    #expect(
      await Self.problem("[1e39]", as: [Float].self)
        == "'[0]' is a number, expected a Float, a number from -3.4028235e+38 to 3.4028235e+38 (line 1, column 2)"
    )
    #expect(
      await Self.problem("99999999999999999999", as: Int.self)
        == "the body is a number, expected an Int, an integer from -9223372036854775808 to 9223372036854775807 (line 1, column 1)"
    )
  }

  private struct Nested: Decodable, Sendable {
    enum Keys: String, CodingKey { case a, b, c }
    var numbers: [Int16] = []

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Keys.self)
      guard try members.decode(Double.self, forKey: .a) == 1 else { return }
      var elements = try members.nestedContainer(keyedBy: Keys.self, forKey: .b)
        .nestedUnkeyedContainer(forKey: .c)
      while !elements.isAtEnd { numbers.append(try elements.decode(Int16.self)) }
    }
  }

  private struct Rounded: Decodable, Sendable {
    let tens: UInt8

    init(from decoder: any Decoder) throws {
      let number = try decoder.singleValueContainer().decode(Int.self)
      guard let tens = UInt8(exactly: number / 10) else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
      }
      self.tens = tens
    }
  }

  @Test func `a number rejected by a custom type is reported without limits`() async {
    #expect(
      await Self.problem("[10, 9999]", as: [Rounded].self)
        == "'[1]' is a number that its Swift type does not accept (line 1, column 6)")
    #expect(
      await Self.problem("[1000, 9999]", as: [Rounded].self)
        == "a number is not accepted by its Swift type")
  }

  @Test func `the index of an invalid array element is reported`() async {
    let body = #"[{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": 4}]"#
    #expect(
      await Self.problem(body, as: [Dish].self)
        == "'[3].name' must be a string, not a number (line 1, column 56)")
    #expect(
      await Self.problem(#"[{"name": "a"}, {}]"#, as: [Dish].self)
        == "the key 'name' is missing in '[1]' (line 1, column 17)")
    #expect(
      await Self.problem(#"{"dishes": []}"#, as: [Dish].self)
        == "the body must be an array, not an object (line 1, column 1)")
  }

  @Test func `a key converted by the decoder is located`() async {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let client = HTTPClient(
      baseURL: "https://api.example.com",
      transport: MockTransport(.any(.json(text: #"{"name": "a", "is_hot": "yes"}"#))))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").decoding(Dish.self, with: decoder))
    }
    #expect(
      error?.description.contains("'isHot' must be a Boolean, not a string (line 1, column 25)")
        == true)
    guard case .decoding(let cause)? = error?.kind else { return }
    #expect(cause is DecodingError)
  }
}
