import TremaHTTP
import TremaSupport

/// The context of a case: the transport, the server, and the observed violations.
struct Probe: Sendable {
  /// The server that receives the requests.
  let server: ConformanceServer
  /// The transport under test.
  let transport: any HTTPTransport
  /// The violations so far.
  private let recordedViolations = LockedValue<[String]>([])
  /// The routes of the case, removed when it ends.
  private let routes = LockedValue<[Route]>([])

  /// Creates a context without violations.
  init(server: ConformanceServer, transport: any HTTPTransport) {
    self.server = server
    self.transport = transport
  }

  /// The violations so far, each a sentence.
  var violations: [String] { recordedViolations.value }

  /// Records a violation.
  func recordViolation(_ violation: String) { recordedViolations.withLock { $0.append(violation) } }

  /// Records a violation if a condition does not hold. The message is evaluated only in that case.
  func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { recordViolation(violation()) }
  }

  /// Registers a handler at a unique path until the case ends.
  func serve(_ handler: @escaping ConformanceServer.Handler) -> Route {
    let route = server.serve(handler)
    routes.withLock { $0.append(route) }
    return route
  }

  /// Removes the routes of the case from the server.
  func removeRoutes() { server.removeRoutes(routes.value) }

  /// A response with its complete body.
  typealias CompleteResponse = (response: HTTPResponse, body: [UInt8])

  /// Sends a request and reads the whole body of its response, even if it is a stream.
  ///
  /// - Throws: The transport's or the body's error.
  func exchange(
    _ request: HTTPRequest, body: HTTPBody = .empty, context: TransportContext = TransportContext()
  ) async throws(TransportError) -> CompleteResponse {
    let response = try await transport.send(request, body: body, context: context)
    return (response, try await response.body.collect(upTo: 1 << 30))
  }

  /// Sends a request that must succeed.
  ///
  /// - Parameters:
  ///   - body: The request body.
  ///   - context: The exchange's settings.
  ///   - subject: The grammatical subject of the message if a violation is recorded.
  /// - Returns: The response, or `nil` after an error, which is recorded as a violation.
  func response(
    to request: HTTPRequest, body: HTTPBody = .empty,
    context: TransportContext = TransportContext(), _ subject: String = "the exchange"
  ) async -> CompleteResponse? {
    do { return try await exchange(request, body: body, context: context) } catch {
      recordViolation("\(subject) failed: \(error)")
      return nil
    }
  }

  /// Sends a request that must fail.
  ///
  /// - Parameters:
  ///   - body: The request body.
  ///   - context: The exchange's settings.
  ///   - subject: The grammatical subject of the message if a violation is recorded.
  ///   - isExpected: Whether an error has the expected kind.
  /// - Returns: The error, or `nil` after a response, which is recorded as a violation.
  @discardableResult
  func failure(
    of request: HTTPRequest, body: HTTPBody = .empty,
    context: TransportContext = TransportContext(), _ subject: String = "the exchange",
    _ isExpected: (TransportError.Kind) -> Bool
  ) async -> TransportError? {
    do {
      let (response, content) = try await exchange(request, body: body, context: context)
      recordViolation(
        "\(subject) returned no error, but \(response.status) with \(content.count) bytes"
      )
      return nil
    } catch {
      expect(
        isExpected(error.kind), "\(subject) failed with the wrong error: \(error.kind) (\(error))")
      return error
    }
  }
}

extension TransportContext {
  /// The settings for a streamed response.
  static let streaming = TransportContext(delivery: .stream)
  /// The settings for both forms of delivery, with their names for violations.
  static let deliveries = [("whole", TransportContext()), ("stream", .streaming)]
}

/// Deterministic test data in which offsets can be recognized: short parts do not occur repeatedly
/// at equal distances.
enum Pattern {
  /// Returns pseudo-random bytes from a linear congruential generator. The bytes repeat after
  /// 65,521, a prime number, so they aren't aligned with buffers.
  static func bytes(_ count: Int) -> [UInt8] {
    var state: UInt32 = 0x9E37_79B9
    var block: [UInt8] = []
    block.reserveCapacity(min(count, 65_521))
    for _ in 0..<min(count, 65_521) {
      state = state &* 1_664_525 &+ 1_013_904_223
      block.append(UInt8(truncatingIfNeeded: state >> 24))
    }
    var all: [UInt8] = []
    all.reserveCapacity(count)
    while all.count < count { all += block.prefix(count - all.count) }
    return all
  }

  /// The sizes of test bodies: empty, one byte, one more than a typical buffer size, and many
  /// buffers.
  static let sizes = [0, 1, 65_537, 5 << 20]
}
