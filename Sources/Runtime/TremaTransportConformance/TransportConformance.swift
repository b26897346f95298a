import TremaHTTP
import TremaSupport

/// A test suite for implementations of `HTTPTransport`. It can be run from Swift Testing, XCTest or
/// a program, and contains the server that it requires.
///
/// ```swift
/// @Test(arguments: TransportConformance.cases)
/// func `the transport meets the contract`(_ one: TransportConformance.Case) async throws {
///   let server = try ConformanceServer()
///   defer { server.close() }
///   let suite = TransportConformance(server: server) { MyTransport() }
///   #expect(await suite.run(one) == .passed)
/// }
/// ```
public struct TransportConformance: Sendable {
  /// A requirement that transports must meet.
  public struct Case: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The requirement, as a sentence about the transport.
    public let name: String
    /// The reason for the requirement, or its source.
    public let reason: String
    /// Exercises the transport and records violations.
    let run: @Sendable (Probe) async -> Void

    /// Creates a case.
    init(_ name: String, _ reason: String, run: @escaping @Sendable (Probe) async -> Void) {
      self.name = name
      self.reason = reason
      self.run = run
    }

    /// The case's name.
    public var id: String { name }
    /// The case's name.
    public var description: String { name }

    /// Returns whether the two cases have the same name. Names are unique.
    public static func == (a: Self, b: Self) -> Bool { a.name == b.name }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The result of a case.
  public enum Outcome: Hashable, Sendable {
    /// The transport meets the requirement.
    case passed
    /// The transport violates the requirement. The associated value contains the violations, each a
    /// sentence.
    case failed([String])
    /// The transport violates the requirement, but an exception permits this for the given reason.
    case expectedFailure(reason: String, [String])
    /// The transport meets the requirement despite an exception, which must be removed.
    case obsoleteException(reason: String)

    /// Whether the result requires no action.
    public var isAcceptable: Bool {
      switch self {
      case .passed, .expectedFailure: true
      case .failed, .obsoleteException: false
      }
    }
  }

  private let server: ConformanceServer
  /// The reasons for the exceptions, by case name.
  private let exceptions: [String: String]
  /// The time limit for a case.
  private let timeLimit: Duration
  /// Creates a transport for a case.
  private let makeTransport: @Sendable () async throws -> any HTTPTransport

  /// Creates a suite.
  ///
  /// - Parameters:
  ///   - server: The server that receives the requests. One server can be used for multiple suites
  ///     at the same time.
  ///   - exceptions: The names of cases that the transport is known to violate, with the reasons.
  ///   - timeLimit: The time limit for a case, after which it counts as violated.
  ///   - makeTransport: Creates a transport for each case, which is closed afterwards. The
  ///     transport must reach 127.0.0.1 without a proxy, and must not limit the number of
  ///     connections.
  public init(
    server: ConformanceServer, exceptions: [String: String] = [:],
    timeLimit: Duration = .seconds(300),
    makeTransport: @escaping @Sendable () async throws -> any HTTPTransport
  ) {
    self.server = server
    self.exceptions = exceptions
    self.timeLimit = timeLimit
    self.makeTransport = makeTransport
  }

  /// All cases, in the order of an exchange: requests, responses, flow control, deadlines, endings
  /// and errors.
  public static let cases: [Case] =
    requestCases + bodyCases + responseCases + contentCases + flowCases + deadlineCases + endCases
    + lossCases + malformedCases + refusalCases + eventCases + connectionCases

  /// Returns the names of exceptions that match no case, sorted.
  public static func unknownExceptions(_ exceptions: [String: String]) -> [String] {
    let names = Set(cases.map(\.name))
    return exceptions.keys.filter { !names.contains($0) }.sorted()
  }

  /// Runs a case and compares its result with the exceptions.
  public func run(_ one: Case) async -> Outcome {
    let violations = await violations(of: one)
    switch (exceptions[one.name], violations.isEmpty) {
    case (nil, true): return .passed
    case (nil, false): return .failed(violations)
    case (let reason?, false): return .expectedFailure(reason: reason, violations)
    case (let reason?, true): return .obsoleteException(reason: reason)
    }
  }

  /// Runs a case with a new transport, and returns its violations.
  private func violations(of one: Case) async -> [String] {
    let transport: any HTTPTransport
    do { transport = try await makeTransport() } catch {
      return ["the transport cannot be created: \(error)"]
    }
    let probe = Probe(server: server, transport: transport)
    let ended = await withTimeout(timeLimit) {
      await one.run(probe)
      await transport.close()
    }
    if !ended { probe.recordViolation("the case did not end within \(timeLimit)") }
    probe.removeRoutes()
    return probe.violations
  }
}
