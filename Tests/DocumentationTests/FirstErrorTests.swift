import Testing
import TremaTestSupport

/// The compiler's errors for common mistakes of beginners, which must be messages that they
/// can act on.
@Suite struct FirstErrorTests {
  private static let declarations = [
    "import Foundation", "import Networking", "import TremaConfiguration", "import TremaDates",
    "import TremaInjection", "import TremaLocalization", "import TremaLog",
    "import TremaSecrets", "import TremaStorage",
    "struct Dish: Codable, Sendable { var id: Int }",
    "struct Plain: Sendable { var id: Int }",
    "class Mutable { var count = 0 }",
    "protocol Service: Sendable {}",
    "struct LiveService: Service {}",
    "extension Keys {",
    "  static let service = Key<any Service>(.singleton) { _ in LiveService() }",
    "  static let later = AsyncKey<Dish>(.singleton) { _ in Dish(id: 1) }",
    "  static let page = ArgumentKey<Int, Dish>(.perRequest) { _, id in Dish(id: id) }",
    "  static let needed = Key<any Service>.required(\"needed\")",
    "}",
  ]

  /// The errors for each of these lines, with each line in a separate function.
  private static func errors(in lines: [String]) async throws -> [[String]] {
    let functions = lines.enumerated().map { index, line in
      """
      private func mistake\(index)(
        _ client: HTTPClient, _ container: Container, _ memory: MemoryStore
      ) async throws {
      #sourceLocation(file: "\(index)", line: 1)
      \(line)
      #sourceLocation()
      }
      """
    }
    let problems = try await Compiler().problems(
      in: (declarations + functions).joined(separator: "\n"))
    return lines.indices.map { index in
      problems.filter { $0.file == "\(index)" }.map(\.message)
    }
  }

  @Test func `a beginner's error gets an actionable message`() async throws {
    let mistakes = FirstMistakes.all
    let errors = try await Self.errors(in: mistakes.map(\.line))
    #expect(mistakes.count >= 30)
    for (mistake, found) in zip(mistakes, errors) {
      #expect(found.first == mistake.error, "\(mistake.line): \(found)")
    }
  }

  @Test func `the compiler reports a specific message for every error`() {
    for mistake in FirstMistakes.all {
      #expect(!mistake.error.contains("failed to produce diagnostic"))
      #expect(!mistake.error.contains("could not be inferred"))
      #expect(!mistake.error.contains("no exact matches"))
    }
  }

  @Test func `the corrected code compiles`() async throws {
    let lines = [
      "let answer = try await client.send(.get(\"x\")); _ = (answer.head.status, answer.value)",
      "let answer = try await client.send(.post(\"x\").json([\"a\": 1, \"b\": \"c\"])); _ = answer",
      "try await client.send(.post(\"x\").text(\"a\"))",
      "try await client.send(.post(\"x\").json([1, 2]).empty)",
      "try await client.send(.post(\"x\").json([\"a\": nil, \"b\": [1]]).empty)",
      "let a = try await client.send(.get(\"x\")); "
        + "_ = try JSONDecoder().decode(Dish.self, from: Data(a.value))",
      "let dish: Dish = try await client.send(.get(\"x\").decoding()); _ = dish",
      "let dish: Call<Dish> = client.call(.get(\"x\").decoding()); _ = dish",
      "client.send(.get(\"x\").text) { result in print(result) }",
      "_ = client.adding(Retry()).adding(Authentication(.bearer(\"token\")))",
      "_ = HTTPClient(transport: MockTransport())",
      "let port: Int = try Configuration.shared.value(\"port\"); _ = port",
      "let dish: Dish = try Configuration.shared.decode(at: \"dish\"); _ = dish",
      "let dish: Dish = try container.resolve(); _ = dish",
      "let dish: Dish = Container.resolve(); _ = dish",
      "_ = try container(Keys.service); _ = try await container(Keys.later)",
      "_ = try container(Keys.page, 7)",
      "try container.register(Keys.needed) { _ in LiveService() }",
      "try container.register((any Service).self, scope: .singleton) { _ in LiveService() }",
      "let size: Int? = try KeyValueStore(\"x\")[\"a\"].get(\"size\"); _ = size",
      "_ = try Timestamp(rfc3339: \"2002-05-09T17:21:36Z\").date; _ = Timestamp(Date())",
    ]
    let errors = try await Self.errors(in: lines)
    for (line, found) in zip(lines, errors) { #expect(found == [], "\(line)") }
  }
}
