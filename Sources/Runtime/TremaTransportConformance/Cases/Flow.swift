import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// The maximum number of bytes between a server that writes and a reader that does not read, in
  /// the system's and the transport's buffers.
  private static let maxBytesInTransit: Int64 = 48 << 20

  /// Conformance cases for flow control.
  static let flowCases: [Case] = [
    Case(
      "a stream that is not read stops the server from sending",
      "Otherwise all bytes of a fast server are buffered for a slow reader."
    ) { probe in
      let written = LockedValue<Int64>(0)
      let chunk = Pattern.bytes(1 << 18)
      let route = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 40)\r\n\r\n")
        while written.value < 4 * maxBytesInTransit {
          try exchange.write(chunk)
          written.add(Int64(chunk.count))
        }
        exchange.waitForEnd()
      }
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: .none)
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        _ = try await response.body.source?.next()
        let hasStopped = await isUnchanged(written)
        probe.expect(
          hasStopped && written.value < maxBytesInTransit,
          "the server sent \(written.value) bytes, although only one chunk was read")
        response.body.cancel()
      } catch { probe.recordViolation("the exchange failed: \(error)") }
    },
    Case(
      "a request stream is not read while the server does not read",
      "Otherwise all bytes of a fast source are buffered in the transport."
    ) { probe in
      let returnedCount = LockedValue<Int64>(0)
      let isFinished = LockedValue(false)
      let route = probe.serve { exchange in
        try exchange.connection.wait { isFinished.value }
      }
      let source = EndlessSource(chunk: Pattern.bytes(1 << 18), returnedCount: returnedCount)
      let body = HTTPBody.stream(HTTPBodyStream { () throws(TransportError) in source })
      let sending = Task {
        _ = try? await probe.exchange(
          HTTPRequest(.post, route.url, deadlines: .none), body: body)
      }
      _ = await eventually { returnedCount.value > 0 }
      let hasStopped = await isUnchanged(returnedCount)
      probe.expect(
        hasStopped && returnedCount.value < maxBytesInTransit,
        "\(returnedCount.value) bytes were read from the source, although the server read none")
      sending.cancel()
      await sending.value
      isFinished.value = true
    },
    Case(
      "a reader may pause for longer than a deadline",
      "The idle deadline applies to the server, and does not run while the reader pauses."
    ) { probe in
      let body = Pattern.bytes(24 << 20)
      let route = probe.serve { try $0.respond(body: body) }
      let deadlines = HTTPDeadlines(firstByte: .seconds(2), idle: .seconds(2))
      do throws(TransportError) {
        let request = HTTPRequest(.get, route.url, deadlines: deadlines)
        let response = try await probe.transport.send(request, body: .empty, context: .streaming)
        var all = try await response.body.source?.next() ?? []
        try? await Task.sleep(for: .seconds(4))
        while let chunk = try await response.body.source?.next() { all += chunk }
        probe.expect(all == body, "\(all.count) of \(body.count) bytes were received")
      } catch { probe.recordViolation("the exchange failed: \(error)") }
    },
    Case(
      "chunks are delivered as they arrive", "A stream does not wait until a buffer is full."
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
          let chunk = try await response.body.source?.next()
          probe.expect(chunk == [UInt8(number)], "chunk \(number) was received as \(chunk ?? [])")
        }
        let end = try await response.body.source?.next()
        let afterEnd = try await response.body.source?.next()
        probe.expect(end == nil && afterEnd == nil, "a chunk was received after the end")
      } catch { probe.recordViolation("the exchange failed: \(error)") }
    },
  ]

  /// Returns whether a number stops growing, that is, remains unchanged for half a second before
  /// the time limit is exceeded.
  private static func isUnchanged(_ number: LockedValue<Int64>) async -> Bool {
    var last: (value: Int64, since: ContinuousClock.Instant) = (number.value, .now)
    return await eventually {
      let value = number.value
      if value != last.value { last = (value, .now) }
      return ContinuousClock.now - last.since > .milliseconds(500)
    }
  }
}

/// A source that returns the same chunk indefinitely.
final class EndlessSource: HTTPBodySource {
  /// The chunk.
  private let chunk: [UInt8]
  /// The total number of returned bytes.
  private let returnedCount: LockedValue<Int64>

  /// Creates a source.
  init(chunk: [UInt8], returnedCount: LockedValue<Int64>) {
    self.chunk = chunk
    self.returnedCount = returnedCount
  }

  /// Returns the chunk.
  func next() async throws(TransportError) -> [UInt8]? {
    returnedCount.add(Int64(chunk.count))
    return chunk
  }

  /// Does nothing, because there are no resources to release.
  func cancel() {}
}
