import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// A deadline that is short enough to wait for, and long enough for a busy machine.
  private static let shortDeadline = Duration.milliseconds(400)
  /// The time by which a deadline must have been enforced, even on a very busy machine.
  private static let enforcementLimit = Duration.seconds(200)

  /// Conformance cases for deadlines.
  static let deadlineCases: [Case] = [
    Case(
      "a server that does not accept a connection exceeds the connect deadline",
      "A server with a full accept queue neither accepts nor refuses connections."
    ) { probe in
      guard let port = try? FullPort() else {
        return probe.recordViolation("cannot fill the port's accept queue")
      }
      let error = await expectTimeout(
        probe, HTTPRequest(.get, port.url, deadlines: deadlines(connect: shortDeadline)), .connect)
      probe.expect(
        error?.mayHaveBeenSent != true, "the error reports that bytes may have been sent")
    },
    Case(
      "a refused connection is reported immediately",
      "The error also reports that nothing was sent."
    ) { probe in
      guard let bound = try? Sockets.makeBound(backlog: nil) else {
        return probe.recordViolation("cannot bind a port")
      }
      defer { Sockets.closeDescriptor(bound.descriptor) }
      let error = await probe.failure(of: HTTPRequest(.get, "http://127.0.0.1:\(bound.port)/")) {
        $0 == .cannotConnect
      }
      probe.expect(
        error?.mayHaveBeenSent != true, "the error reports that bytes may have been sent")
    },
    Case(
      "a server that does not respond exceeds the first-byte deadline",
      "The deadline begins with the last byte of the request."
    ) { probe in
      let route = probe.serve {
        try $0.readBody()
        $0.waitForEnd()
      }
      for body in [HTTPBody.empty, .bytes(Pattern.bytes(100_000))] {
        let error = await expectTimeout(
          probe, HTTPRequest(.post, route.url, deadlines: deadlines(firstByte: shortDeadline)),
          body: body,
          .firstByte)
        probe.expect(error?.mayHaveBeenSent != false, "the error reports that nothing was sent")
      }
    },
    Case(
      "endless informational responses exceed the total deadline",
      "Only the total deadline is required to end them."
    ) { probe in
      let route = probe.serve { exchange in
        while true {
          try exchange.write("HTTP/1.1 102 Processing\r\n\r\n")
          var checkCount = 0
          try exchange.connection.wait {
            checkCount += 1
            return checkCount > 10
          }
        }
      }
      await expectTimeout(
        probe, HTTPRequest(.get, route.url, deadlines: deadlines(total: shortDeadline)), .total)
    },
    Case(
      "a body that stalls exceeds the idle deadline",
      "The number of bytes already received does not matter."
    ) { probe in
      let route = probe.serve {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        $0.waitForEnd()
      }
      for (delivery, context) in TransportContext.deliveries {
        await expectTimeout(
          probe, HTTPRequest(.get, route.url, deadlines: deadlines(idle: shortDeadline)),
          context: context,
          .idle, delivery)
      }
    },
    Case(
      "a slow body does not exceed the idle deadline",
      "Each byte restarts the idle deadline, and there is no total deadline."
    ) { probe in
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n")
        for _ in 1...12 {
          var checkCount = 0
          try exchange.connection.wait {
            checkCount += 1
            return checkCount > 30
          }
          try exchange.write([0x78])
        }
      }
      let request = HTTPRequest(.get, route.url, deadlines: deadlines(idle: .milliseconds(1500)))
      let result = await probe.response(to: request)
      probe.expect(result?.body.count == 12, "the body is incomplete")
    },
    Case(
      "a server that does not read exceeds the idle deadline",
      "A request body that is not received is not progress."
    ) { probe in
      let isFinished = LockedValue(false)
      defer { isFinished.value = true }
      let route = probe.serve { try $0.connection.wait { isFinished.value } }
      let body = HTTPBody.bytes(Pattern.bytes(64 << 20))
      await expectTimeout(
        probe, HTTPRequest(.post, route.url, deadlines: deadlines(idle: shortDeadline)), body: body,
        .idle)
    },
    Case(
      "an exchange ends at the total deadline",
      "The deadline applies even if every single byte arrives in time."
    ) { probe in
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while true {
          try exchange.write([0x78])
          var checkCount = 0
          try exchange.connection.wait {
            checkCount += 1
            return checkCount > 4
          }
        }
      }
      let silentRoute = probe.serve { $0.waitForEnd() }
      for (delivery, context) in TransportContext.deliveries {
        await expectTimeout(
          probe, HTTPRequest(.get, route.url, deadlines: deadlines(total: shortDeadline)),
          context: context, .total, delivery)
      }
      await expectTimeout(
        probe, HTTPRequest(.get, silentRoute.url, deadlines: deadlines(total: shortDeadline)),
        .total)
    },
  ]

  /// Returns deadlines. An omitted deadline does not apply.
  private static func deadlines(
    connect: Duration? = nil, firstByte: Duration? = nil, idle: Duration? = nil,
    total: Duration? = nil
  ) -> HTTPDeadlines {
    HTTPDeadlines(connect: connect, firstByte: firstByte, idle: idle, total: total)
  }

  /// Sends a request that must exceed a deadline, and checks that this happens neither too early
  /// nor too late.
  ///
  /// - Returns: The error, or `nil` after a response.
  @discardableResult
  private static func expectTimeout(
    _ probe: Probe, _ request: HTTPRequest, body: HTTPBody = .empty,
    context: TransportContext = TransportContext(), _ phase: TransportError.Timeout,
    _ subject: String = "the exchange"
  ) async -> TransportError? {
    let start = ContinuousClock.now
    let error = await probe.failure(of: request, body: body, context: context, subject) {
      $0 == .timeout(phase)
    }
    let time = ContinuousClock.now - start
    probe.expect(
      time < enforcementLimit,
      "\(subject) ended after \(time), but the deadline was \(shortDeadline)"
    )
    probe.expect(time > shortDeadline / 2, "\(subject) ended after \(time), before its deadline")
    return error
  }
}

/// A port with a full accept queue. Attempts to connect to it wait indefinitely.
final class FullPort: Sendable {
  /// The port's URL.
  let url: String
  /// The listening socket's descriptor.
  private let listener: Int32

  /// Binds a port and fills its queue.
  ///
  /// - Throws: ``ConformanceServerError`` if a socket operation fails.
  init() throws(ConformanceServerError) {
    let (listener, port) = try Sockets.makeBound(backlog: 0)
    url = "http://127.0.0.1:\(port)"
    self.listener = listener
    // Connections remain in the queue after the client has closed them.
    for _ in 1...8 { Sockets.closeDescriptor(try Sockets.beginConnecting(to: port)) }
  }

  deinit { Sockets.closeDescriptor(listener) }
}
