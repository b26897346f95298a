import Networking
import Testing
import TremaHTTP
import TremaSupport

@Suite(.timeLimit(.minutes(20))) struct MockTimeTests {
  private let clock = ManualClock()

  private func request(_ deadlines: HTTPDeadlines = .none) -> HTTPRequest {
    HTTPRequest(.get, "http://example.com/", deadlines: deadlines)
  }

  private func start(
    _ answer: MockResponse, _ deadlines: HTTPDeadlines = .none,
    _ context: TransportContext = TransportContext()
  ) -> Task<Result<HTTPResponse, TransportError>, Never> {
    let mock = MockTransport(clock: clock, .any(answer))
    let request = request(deadlines)
    return Task {
      do throws(TransportError) {
        return .success(try await mock.send(request, body: .empty, context: context))
      } catch {
        return .failure(error)
      }
    }
  }

  private func kind(_ result: Result<HTTPResponse, TransportError>) -> TransportError.Kind? {
    if case .failure(let error) = result { error.kind } else { nil }
  }

  @Test func `a delay is measured by the given clock`() async throws {
    let task = start(.status(204).delayed(by: .seconds(3000)).delayed(by: .seconds(600)))
    await clock.slept(1)
    clock.advance(by: .seconds(3600))
    #expect(try await task.value.get().status == .noContent)
  }

  @Test func `a delay longer than the first-byte deadline times out`() async {
    let deadlines = HTTPDeadlines(connect: nil, firstByte: .seconds(5), idle: nil)
    let task = start(.status(200).delayed(by: .seconds(10)), deadlines)
    await clock.slept(1)
    clock.advance(by: .seconds(5))
    #expect(await kind(task.value) == .timeout(.firstByte))
  }

  @Test func `the total deadline applies`() async {
    let deadlines = HTTPDeadlines(
      connect: nil, firstByte: .seconds(60), idle: .seconds(60), total: .seconds(7))
    let task = start(.never, deadlines)
    await clock.slept(1)
    clock.advance(by: .seconds(7))
    #expect(await kind(task.value) == .timeout(.total))
  }

  @Test func `a computed response is subject to the first-byte deadline`() async {
    let deadlines = HTTPDeadlines(connect: nil, firstByte: .seconds(5), idle: nil)
    let answer = MockResponse.computed { _ throws(TransportError) in
      // The task ignores cancellation.
      await withCheckedContinuation { continuation in
        Task.detached {
          try? await Task.sleep(for: .milliseconds(200))
          continuation.resume()
        }
      }
      return .status(200)
    }
    let task = start(answer, deadlines)
    await clock.slept(1)
    clock.advance(by: .seconds(5))
    #expect(await kind(task.value) == .timeout(.firstByte))
  }

  @Test func `a stalled body ends at the idle deadline`() async throws {
    let deadlines = HTTPDeadlines(connect: nil, firstByte: nil, idle: .seconds(9))
    let answer = MockResponse.chunks([[1], [2]], every: .seconds(8), ending: .never)
    let response = try await start(answer, deadlines, TransportContext(delivery: .stream)).value
      .get()
    let source = try #require(response.body.source)
    for count in 1...2 {
      let piece = Task { try await source.next() }
      await clock.slept(count)
      clock.advance(by: .seconds(8))
      #expect(try await piece.value == [UInt8(count)])
    }
    let end = Task { await #expect(throws: TransportError.self) { try await source.next() } }
    await clock.slept(3)
    clock.advance(by: .seconds(9))
    #expect(await end.value?.kind == .timeout(.idle))
  }

  @Test func `cancelling the task ends every wait`() async {
    for answer in [
      MockResponse.never, .status(200).delayed(by: .seconds(60)), .chunks([[1]], ending: .never),
      .chunks([[1]], every: .seconds(60)),
    ] {
      let mock = MockTransport(clock: clock, .any(answer))
      let request = request()
      let task = Task {
        await #expect(throws: TransportError.self) {
          try await mock.send(request, body: .empty, context: TransportContext())
        }
      }
      await mock.requests(atLeast: 1)
      task.cancel()
      #expect(await task.value?.kind == .cancelled)
    }
  }

  @Test func `a task that is already cancelled receives no response`() async {
    let mock = MockTransport(.any())
    let request = request()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await #expect(throws: TransportError.self) {
        try await mock.send(request, body: .empty, context: TransportContext())
      }
    }
    #expect(await task.value?.kind == .cancelled)
  }

  @Test func `closing ends waiting exchanges and rejects new ones`() async {
    let mock = MockTransport(clock: clock, .any(.never))
    let request = request()
    let tasks = (1...20).map { _ in
      Task {
        await #expect(throws: TransportError.self) {
          try await mock.send(request, body: .empty, context: TransportContext())
        }
      }
    }
    await mock.requests(atLeast: 20)
    await mock.close()
    for task in tasks { #expect(await task.value?.kind == .cancelled) }
    let error = await #expect(throws: TransportError.self) {
      try await mock.send(request, body: .empty, context: TransportContext())
    }
    #expect(error?.kind == .closed)
  }

  @Test func `the reader of a stream can cancel it while it waits`() async throws {
    let response = try await start(
      .chunks([], ending: .never), .none, TransportContext(delivery: .stream)
    ).value.get()
    let source = try #require(response.body.source)
    let task = Task { await #expect(throws: TransportError.self) { try await source.next() } }
    await Task.yield()
    source.cancel()
    #expect(await task.value?.kind == .cancelled)
  }

  @Test func `a stalled request body ends at the idle deadline`() async {
    let stream = HTTPBodyStream { () throws(TransportError) in StalledSource() }
    let mock = MockTransport(clock: clock, .any())
    let request = HTTPRequest(
      .post, "http://example.com/",
      deadlines: HTTPDeadlines(connect: nil, firstByte: nil, idle: .seconds(4)))
    let task = Task {
      await #expect(throws: TransportError.self) {
        try await mock.send(request, body: .stream(stream), context: TransportContext())
      }
    }
    // Once for making the source, once for its first chunk.
    await clock.slept(2)
    clock.advance(by: .seconds(4))
    #expect(await task.value?.kind == .timeout(.idle))
    #expect(mock.requests.isEmpty)
  }

  @Test func `failures have the given kind and report whether anything was sent`() async {
    for (kind, isSent) in [
      (TransportError.Kind.nameNotFound, false), (.connectionLost, true),
      (.timeout(.connect), false),
      (.timeout(.firstByte), true), (.tls(.expired), false), (.malformedResponse("is odd"), true),
    ] {
      guard case .failure(let error) = await start(.failure(kind)).value else {
        Issue.record("\(kind) was answered")
        continue
      }
      #expect(error.kind == kind)
      #expect(error.mayHaveBeenSent == isSent, "\(kind)")
    }
  }

  @Test func `the observer receives all events, and the end once`() async throws {
    let events = LockedValue<[TransportEvent]>([])
    let context = TransportContext { event in events.withLock { $0.append(event) } }
    let mock = MockTransport(clock: clock, .any(.bytes([1, 2, 3])))
    let post = HTTPRequest(.post, "http://example.com/", deadlines: .none)
    let response = try await mock.send(post, body: .bytes([9, 9]), context: context)
    let metrics = TransportMetrics(firstByte: .zero, bytesSent: 2, bytesReceived: 3)
    #expect(events.value == [.sent(2, of: 2), .received(3, of: 3), .ended(metrics)])
    #expect(response.metrics == metrics)
  }

  @Test func `the end is reported for failures and unread streams`() async throws {
    let count = LockedValue(0)
    let context = TransportContext(delivery: .stream) { event in
      if case .ended = event { count.add(1) }
    }
    _ = await start(.failure(.connectionLost), .none, context).value
    #expect(count.value == 1)
    do {
      let response = try await start(.text("left alone"), .none, context).value.get()
      #expect(response.status == .ok)
      #expect(count.value == 1)
    }
    #expect(count.value == 2)
  }

  @Test func `an invalid request is rejected`() async {
    let mock = MockTransport(.any())
    for (request, body) in [
      (HTTPRequest(.get, "/relative"), HTTPBody.empty),
      (HTTPRequest(.get, "http://example.com/"), .bytes([1])),
      (HTTPRequest(.get, "http://example.com/", fields: ["X": "a\nb"]), .empty),
      (HTTPRequest(.connect, "http://example.com/"), .empty),
    ] {
      let error = await #expect(throws: TransportError.self) {
        try await mock.send(request, body: body, context: TransportContext())
      }
      guard case .invalidRequest = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(mock.requests.isEmpty)
  }

  @Test func `20 storms of 200 requests leave no exchanges behind`() async {
    for _ in 1...20 {
      let mock = MockTransport(clock: clock, .any(.never))
      let request = request()
      let tasks = (1...200).map { _ in
        Task {
          await #expect(throws: TransportError.self) {
            try await mock.send(request, body: .empty, context: TransportContext())
          }
        }
      }
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value?.kind == .cancelled) }
    }
  }
}

/// A source that blocks until it is cancelled.
private final class StalledSource: HTTPBodySource {
  private let waiting = LockedValue<CheckedContinuation<Void, Never>?>(nil)
  private let isCancelled = LockedValue(false)

  func next() async throws(TransportError) -> [UInt8]? {
    await withCheckedContinuation { continuation in
      waiting.value = continuation
      if isCancelled.value { waiting.exchange(nil)?.resume() }
    }
    throw TransportError(.cancelled)
  }

  func cancel() {
    isCancelled.value = true
    waiting.exchange(nil)?.resume()
  }
}
