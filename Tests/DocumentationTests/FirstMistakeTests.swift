import Testing
import TremaTestSupport

/// What the compiler says of the first mistakes that beginners make: a sentence with what to write.
@Suite struct FirstMistakeTests {
  private static let prelude = [
    "struct Dish: Codable, Sendable { var id: Int }",
    "func first(_ client: HTTPClient, _ container: Container) async throws {",
  ]

  private static func complaints(about line: String) async throws -> [String] {
    let program =
      ["Foundation", "Networking", "TremaConfiguration", "TremaInjection"].map { "import \($0)" }
      + prelude + [line, "}"]
    return try await Compiler().problems(in: program.joined(separator: "\n")).map(\.message)
  }

  @Test(arguments: [
    (
      "let dish: String = try await client.send(.get(\"x\").decoding(Dish.self)); _ = dish",
      "'send' is unavailable: the request gives a value of another type than the one that is asked for here"
    ),
    (
      "let dish: Dish = try await client.send(.get(\"x\")); _ = dish",
      "'send' is unavailable: say what the answer becomes: .decoding(), .text, .bytes or .empty"
    ),
    (
      "let dish: Dish = try await client.send(.post(\"x\").json(1)); _ = dish",
      "'send' is unavailable: say what the answer becomes: .decoding(), .text, .bytes or .empty"
    ),
    (
      "let port = try Configuration.shared.value(\"port\"); _ = port",
      "'value' is unavailable: say which type the value has: value(\"port\", as: Int.self)"
    ),
    (
      "let dish = try container.resolve(); _ = dish",
      "'resolve()' is unavailable: say which type: container.resolve(Service.self)"
    ),
    (
      "let dish = Container.resolve(); _ = dish",
      "'resolve()' is unavailable: say which type: let service: Service = Container.resolve()"
    ),
    (
      "_ = try await client.send(.get(\"x\").json([\"a\": 1]).text)",
      "'json(_:with:)' is unavailable: a GET, HEAD or TRACE request has no body; use .post, or .query for a search "
        + "with a body"
    ),
    (
      "_ = try await client.send(.get(\"x\").decoding())",
      "generic parameter 'Value' could not be inferred"
    ),
    (
      "let dish = client.send(.get(\"x\").text); _ = dish",
      "expression is 'async' but is not marked with 'await'"
    ),
    (
      "_ = HTTPClient(baseURL: \"https://a.example\")",
      "missing argument for parameter 'transport' in call"
    ),
  ])
  func `a mistake gets a sentence`(line: String, wanted: String) async throws {
    let found = try await Self.complaints(about: line)
    #expect(found.contains(wanted), "\(found)")
    #expect(!found.contains { $0.contains("failed to produce diagnostic") })
  }

  @Test(arguments: [
    "let answer = try await client.send(.get(\"x\")); _ = (answer.head.status, answer.value.count)",
    "let answer = try await client.send(.post(\"x\").json([\"a\": 1, \"b\": \"c\"])); _ = answer.value",
    "try await client.send(.post(\"x\").text(\"a\"))",
    "let dish: Dish = try await client.send(.get(\"x\").decoding()); _ = dish",
    "let port: Int = try Configuration.shared.value(\"port\"); _ = port",
    "let dish: Dish = try container.resolve(); _ = dish",
    "let dish: Dish = Container.resolve(); _ = dish",
  ])
  func `what is meant compiles`(line: String) async throws {
    #expect(try await Self.complaints(about: line) == [])
  }
}
