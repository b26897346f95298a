import TremaHTTP
import TremaSupport

extension TransportConformance {
  /// Conformance cases for events and metrics.
  static let eventCases: [Case] = [
    Case(
      "progress is reported in order, and the end once",
      "The byte counts never decrease, and the last event contains the metrics."
    ) { probe in
      let size = 300_000
      let route = probe.serve { try $0.respond(body: Pattern.bytes(size)) }
      for (delivery, context) in TransportContext.deliveries {
        let events = LockedValue<[TransportEvent]>([])
        var context = context
        context.observer = { event in events.withLock { $0.append(event) } }
        let body = HTTPBody.bytes(Pattern.bytes(size))
        let request = HTTPRequest(.post, route.url)
        guard await probe.response(to: request, body: body, context: context, delivery) != nil
        else {
          continue
        }
        let metrics = await check(probe, events, delivery)
        let (sent, received) = progress(events.value)
        probe.expect(
          sent.last?.count == Int64(size), "\(delivery): not all sent bytes were reported")
        probe.expect(
          received.last?.count == Int64(size), "\(delivery): not all received bytes were reported")
        for (name, steps) in [("sent", sent), ("received", received)] {
          let counts = steps.map(\.count)
          probe.expect(
            zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 },
            "\(delivery): the number of \(name) bytes decreased")
          probe.expect(
            steps.allSatisfy { $0.total == Int64(size) },
            "\(delivery): the total number of \(name) bytes is wrong")
        }
        probe.expect(
          metrics?.bytesSent == Int64(size) && metrics?.bytesReceived == Int64(size),
          "\(delivery): the byte counts of the metrics are wrong")
      }
    },
    Case(
      "the end of a failed exchange is reported",
      "Observers that count exchanges rely on exactly one end for each."
    ) { probe in
      let lostRoute = probe.serve {
        try $0.readBody()
        $0.connection.close()
      }
      let cutRoute = probe.serve {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        $0.connection.close()
      }
      for (subject, url) in [("lost", lostRoute.url), ("cut", cutRoute.url)] {
        for (delivery, context) in TransportContext.deliveries {
          let events = LockedValue<[TransportEvent]>([])
          var context = context
          context.observer = { event in events.withLock { $0.append(event) } }
          _ = try? await probe.exchange(HTTPRequest(.get, url), context: context)
          await check(probe, events, "\(subject), \(delivery)")
        }
      }
    },
    Case(
      "the metrics of a response are in chronological order",
      "No known time is later than the next one."
    ) { probe in
      let route = probe.serve { try $0.respond(body: [1]) }
      let result = await probe.response(to: HTTPRequest(.get, route.url))
      guard let metrics = result?.response.metrics else { return }
      let times = [
        metrics.nameLookupTime, metrics.connectTime, metrics.tlsTime, metrics.firstByte,
        metrics.total,
      ].compactMap { $0 }
      probe.expect(
        zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "the times are \(times)")
      probe.expect(metrics.total > .zero, "the total time is zero")
    },
  ]

  /// A progress event: the number of bytes so far, and the total number if it is known.
  private typealias Step = (count: Int64, total: Int64?)

  /// Returns the progress events separated by direction.
  private static func progress(_ events: [TransportEvent]) -> (sent: [Step], received: [Step]) {
    var (sent, received): ([Step], [Step]) = ([], [])
    for event in events {
      switch event {
      case .sent(let count, let total): sent.append((count, total))
      case .received(let count, let total): received.append((count, total))
      case .ended: continue
      }
    }
    return (sent, received)
  }

  /// Waits for the final event, which may be reported after the last byte has been delivered, and
  /// checks that it is unique and the last event.
  ///
  /// - Returns: The event's metrics, or `nil` after a violation.
  @discardableResult
  private static func check(
    _ probe: Probe, _ events: LockedValue<[TransportEvent]>, _ subject: String
  ) async -> TransportMetrics? {
    let isEnd = { (event: TransportEvent) in if case .ended = event { true } else { false } }
    let ended = await eventually { events.value.contains(where: isEnd) }
    guard ended, let last = events.value.last else {
      probe.recordViolation("\(subject): the end was not reported")
      return nil
    }
    let count = events.value.count(where: isEnd)
    probe.expect(count == 1, "\(subject): the end was reported \(count) times")
    guard case .ended(let metrics) = last else {
      probe.recordViolation("\(subject): an event was reported after the end")
      return nil
    }
    return metrics
  }
}
