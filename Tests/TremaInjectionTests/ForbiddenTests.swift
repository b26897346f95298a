import Foundation
import Testing
import TremaTestSupport

/// Code that the compiler must reject.
@Suite struct ForbiddenTests {
  private static let start = [
    "import TremaInjection", "class Plain {}",
    "let slow = AsyncKey<Int>(.singleton) { _ in 1 }",
    "let fresh = Key<Plain>(.perRequest) { _ in Plain() }",
    "func take(_ container: Container) throws {",
  ]

  private static func products() throws -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return try #require(bundle?.bundleURL ?? Bundle.main.executableURL).deletingLastPathComponent()
  }

  private static func complaints(about line: String) async throws -> [String] {
    let folder = try TemporaryFolder()
    let program = start + [line, "}"]
    try folder.write(Array(program.joined(separator: "\n").utf8), to: "Wrong.swift")
    let products = try products()
    let atomics = products.appendingPathComponent("CTremaSupport.build/module.modulemap").path
    let verdict = try await Judge(name: "swiftc", package: "the Swift toolchain").runAside(
      [
        // `-emit-sil`, because some isolation rules are checked after type checking.
        "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o", "/dev/null", "-I",
        products.appendingPathComponent("Modules").path, "-Xcc", "-fmodule-map-file=\(atomics)",
        "Wrong.swift",
      ], in: folder)
    return verdict.complaint.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("Wrong.swift:") && $0.contains("error:") || $0.hasPrefix("<unknown>")
    }
  }

  @Test func `correct uses compile`() async throws {
    let line =
      "let a = try container(fresh); Task { [c = container] in _ = try await c(slow) }; _ = a"
    #expect(try await Self.complaints(about: line) == [])
  }

  @Test(arguments: [
    ("_ = try container(slow)", "'async' call in a function that does not support concurrency"),
    (
      "_ = Key<Plain>(.singleton) { _ in Plain() }",
      "type 'Plain' does not conform to the 'Sendable' protocol"
    ),
    (
      "struct S { @Injected(slow) var x }; _ = S.self",
      "a property wrapper cannot wait; use let x = AsyncLazy(key), then try await x()"
    ),
    (
      "Container.addSingleton { Plain() }",
      "call to main actor-isolated static method 'addSingleton(file:line:factory:)' in a synchronous "
        + "nonisolated context"
    ),
    (
      "container.overriding({ _ = $0[Key<Int>(.singleton) { _ in 1 }] }) {}",
      "getter for 'subscript(_:_:_:)' is unavailable: an override is write-only; resolve the key to read it"
    ),
  ])
  func `incorrect uses do not compile`(_ line: String, _ reason: String) async throws {
    let complaints = try await Self.complaints(about: line)
    #expect(
      complaints.contains { $0.hasPrefix("Wrong.swift:6:") && $0.contains(reason) }, "\(complaints)"
    )
  }
}
