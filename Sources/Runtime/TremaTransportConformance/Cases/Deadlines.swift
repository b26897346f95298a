import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// Short enough to wait for, long enough for a busy machine.
  private static let short = Duration.milliseconds(400)
  /// Before this a deadline must have been kept, on the busiest machine.
  private static let late = Duration.seconds(200)

  static let deadlineCases: [Case] = [
    Case(
      "who cannot be reached is given up at the deadline for it",
      "A server that takes no connections does not refuse them either."
    ) { probe in
      guard let port = try? FullPort() else { return probe.note("no port can be filled up") }
      let error = await timeout(
        probe, HTTPRequest(.get, port.url, deadlines: deadlines(connect: short)), .connect)
      probe.expect(error?.mayHaveBeenSent != true, "bytes are said to have been sent")
    },
    Case(
      "who refuses is an error at once", "Nothing was sent, and the error says so."
    ) { probe in
      guard let bound = try? Sockets.bound(backlog: nil) else {
        return probe.note("no port can be bound")
      }
      defer { Sockets.closeNow(bound.descriptor) }
      let error = await probe.failure(of: HTTPRequest(.get, "http://127.0.0.1:\(bound.port)/")) {
        $0 == .cannotConnect
      }
      probe.expect(error?.mayHaveBeenSent != true, "bytes are said to have been sent")
    },
    Case(
      "a server that says nothing is given up at the deadline for the first byte",
      "It runs from the last byte of the request."
    ) { probe in
      let route = probe.serve {
        try $0.readBody()
        $0.waitForEnd()
      }
      for body in [HTTPBody.empty, .bytes(Pattern.bytes(100_000))] {
        let error = await timeout(
          probe, HTTPRequest(.post, route.url, deadlines: deadlines(firstByte: short)), body: body,
          .firstByte)
        probe.expect(error?.mayHaveBeenSent != false, "nothing is said to have been sent")
      }
    },
    Case(
      "informational responses are no first byte for ever",
      "The total deadline ends them, and nothing else need."
    ) { probe in
      let route = probe.serve { exchange in
        while true {
          try exchange.write("HTTP/1.1 102 Processing\r\n\r\n")
          var looks = 0
          try exchange.connection.wait {
            looks += 1
            return looks > 10
          }
        }
      }
      await timeout(probe, HTTPRequest(.get, route.url, deadlines: deadlines(total: short)), .total)
    },
    Case(
      "a body that stops coming is given up at the idle deadline", "However much came before."
    ) { probe in
      let route = probe.serve {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        $0.waitForEnd()
      }
      for (delivery, context) in TransportContext.deliveries {
        await timeout(
          probe, HTTPRequest(.get, route.url, deadlines: deadlines(idle: short)), context: context,
          .idle, delivery)
      }
    },
    Case(
      "a body that keeps coming is not idle", "However slowly, while no deadline for all is set."
    ) { probe in
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n")
        for _ in 1...12 {
          var looks = 0
          try exchange.connection.wait {
            looks += 1
            return looks > 30
          }
          try exchange.write([0x78])
        }
      }
      let request = HTTPRequest(.get, route.url, deadlines: deadlines(idle: .milliseconds(1500)))
      let answer = await probe.answer(to: request)
      probe.expect(answer?.body.count == 12, "not all of it came")
    },
    Case(
      "a server that does not read is given up at the idle deadline",
      "A body that goes nowhere is no sign of life."
    ) { probe in
      let isOver = LockedValue(false)
      defer { isOver.value = true }
      let route = probe.serve { try $0.connection.wait { isOver.value } }
      let body = HTTPBody.bytes(Pattern.bytes(64 << 20))
      await timeout(
        probe, HTTPRequest(.post, route.url, deadlines: deadlines(idle: short)), body: body, .idle)
    },
    Case(
      "all of it ends at the total deadline", "Also when every single byte comes in time."
    ) { probe in
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while true {
          try exchange.write([0x78])
          var looks = 0
          try exchange.connection.wait {
            looks += 1
            return looks > 4
          }
        }
      }
      let silent = probe.serve { $0.waitForEnd() }
      for (delivery, context) in TransportContext.deliveries {
        await timeout(
          probe, HTTPRequest(.get, route.url, deadlines: deadlines(total: short)),
          context: context, .total, delivery)
      }
      await timeout(
        probe, HTTPRequest(.get, silent.url, deadlines: deadlines(total: short)), .total)
    },
  ]

  private static func deadlines(
    connect: Duration? = nil, firstByte: Duration? = nil, idle: Duration? = nil,
    total: Duration? = nil
  ) -> HTTPDeadlines {
    HTTPDeadlines(connect: connect, firstByte: firstByte, idle: idle, total: total)
  }

  @discardableResult
  private static func timeout(
    _ probe: Probe, _ request: HTTPRequest, body: HTTPBody = .empty,
    context: TransportContext = TransportContext(), _ phase: TransportError.Timeout,
    _ what: String = "the exchange"
  ) async -> TransportError? {
    let begin = ContinuousClock.now
    let error = await probe.failure(of: request, body: body, context: context, what) {
      $0 == .timeout(phase)
    }
    let time = ContinuousClock.now - begin
    probe.expect(time < late, "\(what) ended after \(time), and \(short) were allowed")
    probe.expect(time > short / 2, "\(what) ended after \(time), before its deadline")
    return error
  }
}

/// A port whose queue is full: a connection attempt waits for ever.
final class FullPort: Sendable {
  let url: String
  private let listener: Int32

  init() throws(ConformanceServerError) {
    let (listener, port) = try Sockets.bound(backlog: 0)
    url = "http://127.0.0.1:\(port)"
    self.listener = listener
    // Who has got into the queue stays in it, also when he is gone.
    for _ in 1...8 { Sockets.closeNow(try Sockets.beginConnecting(to: port)) }
  }

  deinit { Sockets.closeNow(listener) }
}
