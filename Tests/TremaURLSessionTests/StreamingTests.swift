import Foundation
import Testing
import TremaHTTP
import TremaNetworkTestSupport
import TremaSupport

@testable import TremaURLSession

@Suite struct StreamingTests {
  @Test func `chunks arrive when they are sent`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let response = try await transport.get(
      server.url("/held/1"), fields: [:], HTTPDeadlines(), .stream)
    var pieces = response.body.makeAsyncIterator()
    #expect(try await pieces.next() == Array("first".utf8))
    _ = try await transport.get(server.url("/release/1"))
    #expect(try await pieces.next() == Array("second".utf8))
    #expect(try await pieces.next() == nil)
    #expect(try await pieces.next() == nil)
    await transport.close()
  }

  @Test(.timeLimit(.minutes(20)))
  func `a second reader fails immediately, and the first one continues`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let response = try await transport.get(
      server.url("/held/2"), fields: [:], HTTPDeadlines(), .stream)
    let source = try #require(response.body.source)
    #expect(try await source.next() == Array("first".utf8))
    try await withThrowingTaskGroup(of: Result<[UInt8]?, any Error>.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do { return .success(try await source.next()) } catch { return .failure(error) }
        }
      }
      let second = try await group.next()
      let error = #expect(throws: TransportError.self) { try second?.get() }
      #expect(error?.kind == .other)
      _ = try await transport.get(server.url("/release/2"))
      let first = try await group.next()
      #expect(try first?.get() == Array("second".utf8))
    }
    await transport.close()
  }

  @Test func `a reader slower than the idle deadline gets all bytes`()
    async throws
  {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let response = try await transport.get(
      server.url("/large/1"), fields: [:], HTTPDeadlines(idle: .milliseconds(500)), .stream)
    var pieces = response.body.makeAsyncIterator()
    var read = try #require(try await pieces.next())
    while try await server.text("/sent/1", by: transport) != "\(16 << 20)" {
      try await Task.sleep(for: .milliseconds(600))
    }
    while let piece = try await pieces.next() { read += piece }
    let whole = (0..<256).map { Array(repeating: UInt8($0 % 251), count: 1 << 16) }
    #expect(read == Array(whole.joined()))
    #expect(try await server.seen("/large/1", by: transport) == 1)
    await transport.close()
  }

  @Test func `a released stream is cancelled`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    for _ in 0..<5 {
      _ = try await transport.get(server.url("/endless/2"), fields: [:], HTTPDeadlines(), .stream)
    }
    // Waits for all exchanges.
    await transport.close()
  }

  @Test func `bodies of known and unknown length are sent`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let piece = [UInt8](repeating: 7, count: 100_000)
    for length in [Int64(3_000_000), nil] {
      let sent = LockedValue<[TransportEvent]>([])
      let stream = HTTPBodyStream(length: length) { Pieces(piece, times: 30) }
      let response = try await transport.post(
        server.url("/echo"), .stream(stream),
        TransportContext(observer: { event in sent.withLock { $0.append(event) } }))
      let echo = try Echo(response)
      #expect(echo.length == 3_000_000)
      #expect(echo["Content-Length"] == ["3000000"])
      #expect(echo["Content-Type"] == [])
      let counts = sent.value.compactMap { event -> Int64? in
        if case .sent(let count, _) = event { count } else { nil }
      }
      #expect(counts == counts.sorted() && counts.last == 3_000_000)
    }
    await transport.close()
  }

  @Test func `a file is sent with its length`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(count: 1_000_001).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let echo = try Echo(await transport.post(server.url("/echo"), .file(path: file.path)))
    #expect(echo.length == 1_000_001)
    #expect(echo["Content-Length"] == ["1000001"])
    #expect(
      await kind {
        _ = try await transport.post(server.url("/echo"), .file(path: file.path + "-none"))
      } == .requestBody)
    await transport.close()
  }

  @Test func `a file that shrinks while it is sent makes the request fail`()
    async throws
  {
    let faults = try await TestServers.faults().url
    let transport = try URLSessionTransport.make()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(count: 64 << 20).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forUpdating: file)
    let isShort = LockedValue(false)
    // The response is not read, so that a part of it is still to be sent when it becomes shorter.
    let observer: @Sendable (TransportEvent) -> Void = { event in
      if case .sent = event, isShort.trySet() { try? handle.truncate(atOffset: 1000) }
    }
    let start = ContinuousClock.now
    let kind = await kind {
      _ = try await transport.send(
        HTTPRequest(
          .post, "\(faults)/unread", deadlines: HTTPDeadlines(idle: .seconds(2))),
        body: .file(path: file.path), context: TransportContext(observer: observer))
    }
    #expect(kind == .requestBody)
    #expect(ContinuousClock.now - start < .seconds(300))
    await transport.close()
  }

  @Test(arguments: [2_900_000, 3_100_000] as [Int64])
  func `a body whose length differs from the declared one is an error`(length: Int64) async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let stream = HTTPBodyStream(length: length) {
      Pieces([UInt8](repeating: 7, count: 100_000), times: 30)
    }
    #expect(
      await kind { _ = try await transport.post(server.url("/echo"), .stream(stream)) }
        == .requestBody)
    await transport.close()
  }

  @Test func `an early response ends the exchange before the body is sent`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let stream = HTTPBodyStream { Pieces([UInt8](repeating: 7, count: 1_000_000), times: 100) }
    do throws(TransportError) {
      let response = try await transport.post(
        server.url("/unread"), .stream(stream))
      #expect(response.status == .contentTooLarge)
    } catch {
      // The connection may be reset before the response is read: RFC 9112, section 9.6.
      #expect(error.kind == .connectionLost)
    }
    await transport.close()
  }
}

/// A source that repeats one chunk.
final class Pieces: HTTPBodySource {
  private let piece: [UInt8]
  private let left: LockedValue<Int>

  init(_ piece: [UInt8], times: Int) {
    self.piece = piece
    left = LockedValue(times)
  }

  func next() async throws(TransportError) -> [UInt8]? {
    left.add(-1) > 0 ? piece : nil
  }

  func cancel() { left.value = 0 }
}
