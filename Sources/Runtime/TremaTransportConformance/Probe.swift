import TremaHTTP
import TremaSupport

/// The tools of a test case: the transport, the server, and the report of what was observed.
struct Probe: Sendable {
  let server: ConformanceServer
  let transport: any HTTPTransport
  private let notes = LockedValue<[String]>([])
  private let routes = LockedValue<[Route]>([])

  init(server: ConformanceServer, transport: any HTTPTransport) {
    self.server = server
    self.transport = transport
  }

  var violations: [String] { notes.value }

  func note(_ violation: String) { notes.withLock { $0.append(violation) } }

  func expect(_ holds: Bool, _ violation: @autoclosure () -> String) {
    if !holds { note(violation()) }
  }

  func serve(_ handler: @escaping ConformanceServer.Handler) -> Route {
    let route = server.serve(handler)
    routes.withLock { $0.append(route) }
    return route
  }

  func forget() { server.forget(routes.value) }

  /// A response with its body, read to the end.
  typealias Answer = (response: HTTPResponse, body: [UInt8])

  func exchange(
    _ request: HTTPRequest, body: HTTPBody = .empty, context: TransportContext = TransportContext()
  ) async throws(TransportError) -> Answer {
    let response = try await transport.send(request, body: body, context: context)
    return (response, try await response.body.collect(upTo: 1 << 30))
  }

  /// The same where it must work.
  func answer(
    to request: HTTPRequest, body: HTTPBody = .empty,
    context: TransportContext = TransportContext(), _ what: String = "the exchange"
  ) async -> Answer? {
    do { return try await exchange(request, body: body, context: context) } catch {
      note("\(what) failed: \(error)")
      return nil
    }
  }

  /// The error of an exchange that must fail.
  @discardableResult
  func failure(
    of request: HTTPRequest, body: HTTPBody = .empty,
    context: TransportContext = TransportContext(), _ what: String = "the exchange",
    _ isRight: (TransportError.Kind) -> Bool
  ) async -> TransportError? {
    do {
      let (response, content) = try await exchange(request, body: body, context: context)
      note("\(what) gave a response: \(response.status), \(content.count) bytes")
      return nil
    } catch {
      expect(isRight(error.kind), "\(what) failed with the wrong error: \(error.kind) (\(error))")
      return error
    }
  }
}

extension TransportContext {
  static let streaming = TransportContext(delivery: .stream)
  /// Both ways in which a body can come.
  static let deliveries = [("whole", TransportContext()), ("stream", .streaming)]
}

/// Bytes that say where they belong: no short piece of them comes twice at the same distance.
enum Pattern {
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

  /// None, one, one more than a power of two that buffers like, and many buffers.
  static let sizes = [0, 1, 65_537, 5 << 20]
}
