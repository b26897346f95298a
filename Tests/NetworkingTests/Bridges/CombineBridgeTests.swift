import Foundation
import Testing
import TremaTestSupport

/// The bridge to Combine, checked against a module of the same shapes where there is no Combine.
@Suite struct CombineBridgeTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let combine = """
    public protocol Cancellable { func cancel() }
    public protocol CustomCombineIdentifierConvertible {}
    public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
      func request(_ demand: Subscribers.Demand)
    }
    public enum Subscribers {
      public struct Demand: Equatable, Comparable, Sendable {
        public static var none: Demand { Demand() }
        public static func < (a: Demand, b: Demand) -> Bool { false }
      }
      public enum Completion<Failure: Error> { case finished, failure(Failure) }
    }
    public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
      associatedtype Input
      associatedtype Failure: Error
      func receive(subscription: any Subscription)
      func receive(_ input: Input) -> Subscribers.Demand
      func receive(completion: Subscribers.Completion<Failure>)
    }
    public protocol Publisher<Output, Failure> {
      associatedtype Output
      associatedtype Failure: Error
      func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
    }
    """

  private static let lock = """
    final class Lock: @unchecked Sendable {
      func withLock<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
      ) throws(Failure) -> Result { try body() }
    }

    """

  @Test func `the publisher compiles where Combine is available`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(Self.combine.utf8), to: "Combine.swift")
    let compiler = Judge(name: "swiftc", package: "the Swift toolchain")
    let module = try await compiler.runAside(
      ["-swift-version", "6", "-emit-module", "-module-name", "Combine", "Combine.swift"],
      in: folder)
    #expect(module.complaint == "")
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let products = try #require(bundle?.bundleURL ?? Bundle.main.executableURL)
      .deletingLastPathComponent()
    let source = try String(
      contentsOf: Self.root.appendingPathComponent(
        "Sources/Networking/Combine/CallPublisher.swift"),
      encoding: .utf8)
    // The lock is visible in the package alone, whose name is that of its folder.
    let program =
      "import Networking\n" + Self.lock
      + source.replacingOccurrences(of: "import TremaSupport", with: "")
    try folder.write(Array(program.utf8), to: "CallPublisher.swift")
    let atomics = products.appendingPathComponent("CTremaSupport.build/module.modulemap").path
    let verdict = try await compiler.runAside(
      [
        "-swift-version", "6", "-typecheck", "-warnings-as-errors", "-I", ".",
        "-I", products.appendingPathComponent("Modules").path,
        "-Xcc", "-fmodule-map-file=\(atomics)",
        "-I", Self.root.appendingPathComponent("Sources/CLibraries/CTremaZlib").path,
        "-I", Self.root.appendingPathComponent("Sources/CLibraries/CTremaCrypto").path,
        "CallPublisher.swift",
      ], in: folder)
    #expect(verdict.complaint == "")
    #expect(source.contains("public struct CallPublisher"))
  }
}
