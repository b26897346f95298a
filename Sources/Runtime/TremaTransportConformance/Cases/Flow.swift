import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// The bytes that may be between a server that writes and a reader that does not read: buffers of
  /// the system and of the transport.
  private static let mostInBetween: Int64 = 48 << 20

  static let flowCases: [Case] = [
    Case(
      "a stream that is not read holds the server up",
      "Else a slow reader has all of a fast server in his memory."
    ) { probe in
      let written = LockedValue<Int64>(0)
      let piece = Pattern.bytes(1 << 18)
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 40)\r\n\r\n")
        while written.value < 4 * mostInBetween {
          try exchange.write(piece)
          written.add(Int64(piece.count))
        }
        exchange.waitForEnd()
      }
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: .none)
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        _ = try await response.body.source?.next()
        let stopped = await isUnchanged(written)
        probe.expect(
          stopped && written.value < mostInBetween,
          "\(written.value) bytes were taken from the server, and one piece was read")
        response.body.cancel()
      } catch { probe.note("the exchange failed: \(error)") }
    },
    Case(
      "a server that does not read holds a stream up",
      "Else a fast source has all of it in the memory of the transport."
    ) { probe in
      let given = LockedValue<Int64>(0)
      let isOver = LockedValue(false)
      let route = probe.serve { exchange in
        try exchange.connection.wait { isOver.value }
      }
      let source = EndlessSource(piece: Pattern.bytes(1 << 18), given: given)
      let body = HTTPBody.stream(HTTPBodyStream { () throws(TransportError) in source })
      let sending = Task {
        _ = try? await probe.exchange(
          HTTPRequest(.post, route.url, deadlines: .none), body: body)
      }
      _ = await eventually { given.value > 0 }
      let stopped = await isUnchanged(given)
      probe.expect(
        stopped && given.value < mostInBetween,
        "\(given.value) bytes were taken from the source, and none was read")
      sending.cancel()
      await sending.value
      isOver.value = true
    },
    Case(
      "a reader may rest for longer than a deadline",
      "The idle deadline is for the other side: it runs while the reader takes what comes."
    ) { probe in
      let body = Pattern.bytes(24 << 20)
      let route = probe.serve { try $0.answer(body: body) }
      let deadlines = HTTPDeadlines(firstByte: .seconds(2), idle: .seconds(2))
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: deadlines)
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        var all = try await response.body.source?.next() ?? []
        try? await Task.sleep(for: .seconds(4))
        while let piece = try await response.body.source?.next() { all += piece }
        probe.expect(all == body, "\(all.count) bytes of \(body.count) came")
      } catch { probe.note("the exchange failed: \(error)") }
    },
    Case(
      "pieces come when they come", "A stream does not wait until a buffer is full."
    ) { probe in
      let mayGoOn = LockedValue(0)
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        for number in 0...2 {
          try exchange.connection.wait { mayGoOn.value >= number }
          try exchange.write([UInt8(number)])
        }
      }
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url)
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        for number in 0...2 {
          mayGoOn.value = number
          let piece = try await response.body.source?.next()
          probe.expect(piece == [UInt8(number)], "piece \(number) came as \(piece ?? [])")
        }
        let end = try await response.body.source?.next()
        let afterEnd = try await response.body.source?.next()
        probe.expect(end == nil && afterEnd == nil, "something came after the end")
      } catch { probe.note("the exchange failed: \(error)") }
    },
  ]

  /// Whether a number stops growing: for half a second, and before the case is given up.
  private static func isUnchanged(_ number: LockedValue<Int64>) async -> Bool {
    var last: (value: Int64, since: ContinuousClock.Instant) = (number.value, .now)
    return await eventually {
      let value = number.value
      if value != last.value { last = (value, .now) }
      return ContinuousClock.now - last.since > .milliseconds(500)
    }
  }
}

/// The same bytes again and again.
final class EndlessSource: HTTPBodySource {
  private let piece: [UInt8]
  private let given: LockedValue<Int64>

  init(piece: [UInt8], given: LockedValue<Int64>) {
    self.piece = piece
    self.given = given
  }

  func next() async throws(TransportError) -> [UInt8]? {
    given.add(Int64(piece.count))
    return piece
  }

  func cancel() {}
}
