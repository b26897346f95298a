import TremaHTTP
import TremaSupport

/// The tests that any `HTTPTransport` must pass: run it on your own transport from Swift Testing,
/// XCTest or a program; it brings the server that it needs.
///
/// ```swift
/// @Test(arguments: TransportConformance.cases)
/// func `the transport keeps to the contract`(_ one: TransportConformance.Case) async throws {
///   let server = try ConformanceServer()
///   defer { server.close() }
///   let suite = TransportConformance(server: server) { MyTransport() }
///   #expect(await suite.run(one) == .kept)
/// }
/// ```
public struct TransportConformance: Sendable {
  /// A requirement of the contract.
  public struct Case: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// A sentence: what a transport does.
    public let name: String
    /// Why it must, or where that is written.
    public let reason: String
    let ask: @Sendable (Probe) async -> Void

    init(_ name: String, _ reason: String, ask: @escaping @Sendable (Probe) async -> Void) {
      self.name = name
      self.reason = reason
      self.ask = ask
    }

    /// The name of the case.
    public var id: String { name }
    /// The name of the case.
    public var description: String { name }

    /// Whether both have the same name.
    public static func == (a: Self, b: Self) -> Bool { a.name == b.name }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The outcome of a case.
  public enum Outcome: Hashable, Sendable {
    case kept
    /// The violations, each a sentence.
    case broken([String])
    /// Broken, as the table of exceptions says, for this reason.
    case excepted(reason: String, [String])
    /// The table of exceptions says that it is broken, and it is kept: the exception must go.
    case exceptionOutlived(reason: String)

    /// Whether the outcome needs no action.
    public var isGood: Bool {
      switch self {
      case .kept, .excepted: true
      case .broken, .exceptionOutlived: false
      }
    }
  }

  private let server: ConformanceServer
  private let exceptions: [String: String]
  private let patience: Duration
  private let makeTransport: @Sendable () async throws -> any HTTPTransport

  /// - Parameters:
  ///   - server: the counterpart; one serves any number of cases, also at once.
  ///   - exceptions: names of cases that are known to be broken, with the reasons.
  ///   - patience: how long a case may take until it counts as broken.
  ///   - makeTransport: a new one for each case, which is closed after it. It reaches 127.0.0.1
  ///     without a proxy, and has no limit of connections.
  public init(
    server: ConformanceServer, exceptions: [String: String] = [:],
    patience: Duration = .seconds(300),
    makeTransport: @escaping @Sendable () async throws -> any HTTPTransport
  ) {
    self.server = server
    self.exceptions = exceptions
    self.patience = patience
    self.makeTransport = makeTransport
  }

  /// All requirements, in the order of a transport's life: requests, responses, flow, deadlines,
  /// ends, faults.
  public static let cases: [Case] =
    requestCases + bodyCases + responseCases + contentCases + flowCases + deadlineCases + endCases
    + lossCases + malformedCases + refusalCases + eventCases + connectionCases

  /// Names of exceptions that no case has.
  public static func unknown(_ exceptions: [String: String]) -> [String] {
    let names = Set(cases.map(\.name))
    return exceptions.keys.filter { !names.contains($0) }.sorted()
  }

  /// Runs a case.
  public func run(_ one: Case) async -> Outcome {
    let violations = await violations(of: one)
    switch (exceptions[one.name], violations.isEmpty) {
    case (nil, true): return .kept
    case (nil, false): return .broken(violations)
    case (let reason?, false): return .excepted(reason: reason, violations)
    case (let reason?, true): return .exceptionOutlived(reason: reason)
    }
  }

  private func violations(of one: Case) async -> [String] {
    let transport: any HTTPTransport
    do { transport = try await makeTransport() } catch {
      return ["the transport could not be made: \(error)"]
    }
    let probe = Probe(server: server, transport: transport)
    let ended = await withTimeout(patience) {
      await one.ask(probe)
      await transport.close()
    }
    if !ended { probe.note("nothing came of it within \(patience)") }
    probe.forget()
    return probe.violations
  }
}
