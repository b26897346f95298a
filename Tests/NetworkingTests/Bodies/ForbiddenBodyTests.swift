import Foundation
import Testing
import TremaTestSupport

@Suite struct ForbiddenBodyTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Where the modules are that these tests were built with.
  private static func products() throws -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return try #require(bundle?.bundleURL ?? Bundle.main.executableURL).deletingLastPathComponent()
  }

  /// The complaints of the compiler about a program that uses these modules.
  private static func complaints(about lines: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let program = ["import Foundation", "import Networking"] + lines
    try folder.write(Array(program.joined(separator: "\n").utf8), to: "Wrong.swift")
    let products = try products()
    let atomics = products.appendingPathComponent("CTremaAtomics.build/module.modulemap").path
    let compiler = Judge(name: "swiftc", package: "the Swift toolchain")
    let verdict = try await compiler.runAside(
      [
        "-swift-version", "6", "-typecheck", "-I", products.appendingPathComponent("Modules").path,
        "-Xcc", "-fmodule-map-file=\(atomics)",
        "-I", root.appendingPathComponent("Sources/CTremaZlib").path, "-I",
        root.appendingPathComponent("Sources/CTremaCrypto").path, "Wrong.swift",
      ], in: folder)
    return verdict.complaint.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("Wrong.swift:") && $0.contains("error:") || $0.hasPrefix("<unknown>")
    }
  }

  private static let steps = [
    ".json(1)", ".json([\"a\": 1, \"b\": \"c\"])", ".text(\"a\")", ".data([1])", ".data(Data())",
    ".file(path: \"a\")", ".body(.bytes([1]))", ".multipart(.text(\"a\", \"b\"))",
    ".multipart(MultipartForm())", ".form([\"a\": \"b\"])",
    ".parameters([\"a\": 1], in: .json)", ".parameters([\"a\": 1], in: .form)",
  ]

  @Test func `a body where none is allowed is refused by the compiler, with the reason`()
    async throws
  {
    let methods = [".get", ".head", ".trace"]
    let wrong = Self.steps.enumerated().map { index, step in
      "let wrong\(index): Request<Void> = \(methods[index % 3])(\"x\")\(step).empty"
    }
    let complaints = try await Self.complaints(about: wrong)
    #expect(complaints.count == wrong.count)
    let reason =
      "is unavailable: a GET, HEAD or TRACE request has no body; use .post, or .query for a search "
      + "with a body"
    for (index, complaint) in complaints.enumerated() {
      #expect(complaint.hasPrefix("Wrong.swift:\(index + 3):"), "\(complaint)")
      #expect(complaint.hasSuffix(reason), "\(complaint)")
    }
  }

  @Test func `the same steps compile where a body is allowed`() async throws {
    let methods = ["post", "put", "patch", "delete", "options", "query"]
    let right = Self.steps.enumerated().map { index, step in
      "let right\(index): Request<Void> = .\(methods[index % 6])(\"x\")\(step).empty"
    }
    let complaints = try await Self.complaints(
      about: right + ["let a = Draft.request(.put, \"x\").json(1)"])
    #expect(complaints == [])
  }

  @Test func `one import has the names that an interceptor needs`() async throws {
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
    #expect(try await Self.complaints(about: program) == [])
  }
}
