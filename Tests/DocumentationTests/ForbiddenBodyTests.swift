import Testing
import TremaTestSupport

@Suite struct ForbiddenBodyTests {
  private static let steps = [
    ".json(1)", ".json([\"a\": 1, \"b\": \"c\"])", ".text(\"a\")", ".data([1])", ".data(Data())",
    ".file(path: \"a\")", ".body(.bytes([1]))", ".multipart(.text(\"a\", \"b\"))",
    ".multipart(MultipartForm())", ".form([\"a\": \"b\"])",
    ".parameters([\"a\": 1], in: .json)", ".parameters([\"a\": 1], in: .form)",
  ]

  private static func problems(_ lines: [String]) async throws -> [Compiler.Problem] {
    let program = ["import Foundation", "import Networking"] + lines
    return try await Compiler().problems(in: program.joined(separator: "\n"))
  }

  @Test func `the compiler rejects a body where none is allowed, with the reason`()
    async throws
  {
    let methods = [".get", ".head", ".trace"]
    let wrong = Self.steps.enumerated().map { index, step in
      "let wrong\(index): Request<Void> = \(methods[index % 3])(\"x\")\(step).empty"
    }
    let complaints = try await Self.problems(wrong)
    #expect(complaints.count == wrong.count)
    let reason =
      "is unavailable: GET, HEAD and TRACE requests cannot have a body; use .post, or .query for a search "
      + "with a body"
    for (index, complaint) in complaints.enumerated() {
      #expect(complaint.line == index + 3)
      #expect(complaint.message.hasSuffix(reason), "\(complaint)")
    }
  }

  @Test func `the same calls compile where a body is allowed`() async throws {
    let methods = ["post", "put", "patch", "delete", "options", "query"]
    let right = Self.steps.enumerated().map { index, step in
      "let right\(index): Request<Void> = .\(methods[index % 6])(\"x\")\(step).empty"
    }
    let complaints = try await Self.problems(
      right + ["let a = RequestBuilder.request(.put, \"x\").json(1)"])
    #expect(complaints == [])
  }

  @Test func `a single import provides the names that an interceptor needs`() async throws {
    let program = [
      "struct Trace: Interceptor {",
      "  func intercept(",
      "    _ request: ClientRequest, context: InterceptorContext, next: Next",
      "  ) async throws(NetworkError) -> HTTPResponse {",
      "    let fields: HTTPFields = [:]; let method = HTTPMethod.get; let status = HTTPStatus.ok",
      "    _ = (fields, method, status)",
      "    return try await next(request)",
      "  }",
      "}",
    ]
    #expect(try await Self.problems(program) == [])
  }
}
