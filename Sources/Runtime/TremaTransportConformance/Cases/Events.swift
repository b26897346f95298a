import TremaHTTP
import TremaSupport

extension TransportConformance {
  static let eventCases: [Case] = [
    Case(
      "progress is told in its order, and the end once",
      "What was sent and received only grows; the last event says what all of it was."
    ) { probe in
      let size = 300_000
      let route = probe.serve { try $0.answer(body: Pattern.bytes(size)) }
      for (delivery, context) in TransportContext.deliveries {
        let events = LockedValue<[TransportEvent]>([])
        var context = context
        context.observer = { event in events.withLock { $0.append(event) } }
        let body = HTTPBody.bytes(Pattern.bytes(size))
        let request = HTTPRequest(.post, route.url)
        guard await probe.answer(to: request, body: body, context: context, delivery) != nil else {
          continue
        }
        let metrics = await check(probe, events, delivery)
        let (sent, received) = progress(events.value)
        probe.expect(sent.last?.count == Int64(size), "\(delivery): not all that was sent was told")
        probe.expect(
          received.last?.count == Int64(size), "\(delivery): not all that was received was told")
        for (name, steps) in [("sent", sent), ("received", received)] {
          let counts = steps.map(\.count)
          probe.expect(
            zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 },
            "\(delivery): what was \(name) shrank")
          probe.expect(
            steps.allSatisfy { $0.whole == Int64(size) },
            "\(delivery): the whole of what was \(name) was told wrong")
        }
        probe.expect(
          metrics?.bytesSent == Int64(size) && metrics?.bytesReceived == Int64(size),
          "\(delivery): the metrics count other bytes")
      }
    },
    Case(
      "the end is told also when it is a bad one",
      "Whoever counts exchanges sees each of them end, exactly once."
    ) { probe in
      let lost = probe.serve {
        try $0.readBody()
        $0.connection.close()
      }
      let cut = probe.serve {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        $0.connection.close()
      }
      for (what, url) in [("lost", lost.url), ("cut", cut.url)] {
        for (delivery, context) in TransportContext.deliveries {
          let events = LockedValue<[TransportEvent]>([])
          var context = context
          context.observer = { event in events.withLock { $0.append(event) } }
          _ = try? await probe.exchange(HTTPRequest(.get, url), context: context)
          await check(probe, events, "\(what), \(delivery)")
        }
      }
    },
    Case(
      "the metrics of a response are in the order of its life",
      "Each moment that is known lies before the next one."
    ) { probe in
      let route = probe.serve { try $0.answer(body: [1]) }
      let answer = await probe.answer(to: HTTPRequest(.get, route.url))
      guard let metrics = answer?.response.metrics else { return }
      let moments = [
        metrics.nameLookedUp, metrics.connected, metrics.secured, metrics.firstByte, metrics.total,
      ].compactMap { $0 }
      probe.expect(
        zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 }, "they came as \(moments)")
      probe.expect(metrics.total > .zero, "it took no time at all")
    },
  ]

  private typealias Step = (count: Int64, whole: Int64?)

  private static func progress(_ events: [TransportEvent]) -> (sent: [Step], received: [Step]) {
    var (sent, received): ([Step], [Step]) = ([], [])
    for event in events {
      switch event {
      case .sent(let count, let whole): sent.append((count, whole))
      case .received(let count, let whole): received.append((count, whole))
      case .ended: continue
      }
    }
    return (sent, received)
  }

  /// Waits for the end, which may be told after the last byte was given out.
  @discardableResult
  private static func check(
    _ probe: Probe, _ events: LockedValue<[TransportEvent]>, _ what: String
  ) async -> TransportMetrics? {
    let isEnd = { (event: TransportEvent) in if case .ended = event { true } else { false } }
    let ended = await eventually { events.value.contains(where: isEnd) }
    guard ended, let last = events.value.last else {
      probe.note("\(what): the end was not told")
      return nil
    }
    let count = events.value.count(where: isEnd)
    probe.expect(count == 1, "\(what): the end was told \(count) times")
    guard case .ended(let metrics) = last else {
      probe.note("\(what): something was told after the end")
      return nil
    }
    return metrics
  }
}
