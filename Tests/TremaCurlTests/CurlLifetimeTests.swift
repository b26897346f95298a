import Foundation
import Testing
import TremaHTTP
import TremaSupport

@testable import TremaCurl

/// The tests are serialized: they count resources of the process.
@Suite(.serialized) struct CurlLifetimeTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  @Test func `a slow reader applies backpressure to the server`() async throws {
    try await withTransport { transport in
      let received = LockedValue(0 as Int64)
      let response = try await transport.send(
        HTTPRequest(.get, server.base + "/bytes/200000000", deadlines: .patient), body: .empty,
        context: TransportContext(delivery: .stream) { event in
          if case .received(let count, _) = event { received.value = count }
        })
      #expect(response.fields[.contentLength] == "200000000")
      let source = try #require(response.body.source)
      // The body is not read: only as many bytes are received as the buffers hold.
      var last: Int64 = -1
      while received.value != last || last == 0 {
        last = received.value
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(last < 16 << 20)
      var count = 0
      while let piece = try await source.next() { count += piece.count }
      #expect(count == 200_000_000)
      #expect(try await source.next() == nil)
    }
  }

  @Test func `a source is read no faster than the server receives it`() async throws {
    try await withTransport { transport in
      let source = CountingSource(pieces: .max, of: 10_000)
      let body = HTTPBodyStream { () async throws(TransportError) in source }
      let task = Task {
        try await transport.send(
          HTTPRequest(.post, server.base + "/deaf", deadlines: .patient), body: .stream(body),
          context: TransportContext())
      }
      // Only the capacity of the system's buffers is read.
      var last = -1
      while source.given.value != last || last == 0 {
        last = source.given.value
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(last < 64 << 20)
      task.cancel()
      #expect(await failure(of: task) == .cancelled)
      try await expectEventually { source.isCancelled.value }
    }
  }

  private func failure(of task: Task<HTTPResponse, any Error>) async -> TransportError.Kind? {
    do {
      _ = try await task.value
      return nil
    } catch {
      return (error as? TransportError)?.kind
    }
  }

  @Test func `cancelling the task before the head arrives ends the exchange`() async throws {
    try await withTransport { transport in
      let task = Task { try await transport.get(server.base + "/no-answer") as HTTPResponse }
      try await expectEventually {
        try await transport.text(.get, server.base + "/count/GET/no-answer") == "1"
      }
      task.cancel()
      #expect(await failure(of: task) == .cancelled)
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.get(server.base + "/echo?never") as HTTPResponse
      }
      #expect(await failure(of: early) == .cancelled)
    }
  }

  @Test func `a reader that cancels ends the exchange`() async throws {
    try await withTransport { transport in
      let ends = LockedValue(0)
      let response = try await transport.get(
        server.base + "/stall", delivery: .stream,
        observer: { if case .ended = $0 { ends.add(1) } })
      let source = try #require(response.body.source)
      #expect(try await source.next() == Array("half".utf8))
      let reader = Task { try await source.next() }
      try await Task.sleep(for: .milliseconds(20))
      #expect(ends.value == 0)
      source.cancel()
      let error = await #expect(throws: TransportError.self) { try await reader.value }
      #expect(error?.kind == .cancelled)
      try await expectEventually { ends.value == 1 }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a second reader gets an error immediately, and the first one continues`() async throws {
    try await withTransport { transport in
      let response = try await transport.get(server.base + "/stall", delivery: .stream)
      let source = try #require(response.body.source)
      #expect(try await source.next() == Array("half".utf8))
      try await withThrowingTaskGroup(of: TransportError?.self) { group in
        for _ in 0..<2 {
          group.addTask {
            await TremaCurlTests.failure { () async throws(TransportError) in
              try await source.next()
            }
          }
        }
        let second = try await group.next()
        #expect(second??.kind == .other, "\(String(describing: second))")
        source.cancel()
        let first = try await group.next()
        #expect(first??.kind == .cancelled, "\(String(describing: first))")
      }
    }
  }

  @Test func `cancelling the task while it reads ends the exchange`() async throws {
    try await withTransport { transport in
      let ends = LockedValue(0)
      let task = Task {
        let response = try await transport.get(
          server.base + "/stall", delivery: .stream,
          observer: { if case .ended = $0 { ends.add(1) } })
        _ = try await response.body.collect(upTo: 100)
        return response
      }
      try await expectEventually {
        try await transport.text(.get, server.base + "/count/GET/stall") == "1"
      }
      task.cancel()
      #expect(await failure(of: task) == .cancelled)
      try await expectEventually { ends.value == 1 }
    }
  }

  @Test func `a released stream ends its exchange`() async throws {
    try await withTransport { transport in
      let ends = LockedValue(0)
      do {
        let response = try await transport.get(
          server.base + "/stall", delivery: .stream,
          observer: { if case .ended = $0 { ends.add(1) } })
        #expect(response.status == .ok)
      }
      try await expectEventually { ends.value == 1 }
    }
  }

  @Test func `closing ends all exchanges and rejects new ones`() async throws {
    let transport = try CurlTransport()
    let stream = try await transport.get(server.base + "/stall", delivery: .stream)
    let url = server.base + "/no-answer"
    let waiting = (0..<20).map { _ in Task { try await transport.get(url) as HTTPResponse } }
    try await expectEventually {
      try await transport.text(.get, server.base + "/count/GET/no-answer") == "20"
    }
    await transport.close()
    for task in waiting { #expect(await failure(of: task) == .cancelled) }
    _ = try await stream.body.source?.next()
    let rest = await TremaCurlTests.failure { () async throws(TransportError) in
      try await stream.body.source?.next()
    }
    #expect(rest?.kind == .cancelled)
    let late = await TremaCurlTests.failure { () async throws(TransportError) in
      try await transport.get(server.base + "/echo")
    }
    #expect(late?.kind == .closed)
    #expect(late?.mayHaveBeenSent == false)
    await transport.close()
  }

  @Test func `closed and released transports leave no threads or connections`() async throws {
    // Other tests have transports of their own, but not so many.
    let threads = OwnProcess.curlThreads
    for round in 0..<40 {
      let transport = try CurlTransport()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<6 {
          group.addTask {
            switch index % 3 {
            case 0: _ = try await transport.get(server.base + "/bytes/100000")
            case 1: _ = try await transport.get(server.base + "/bytes/1000000", delivery: .stream)
            default: _ = try? await transport.get(server.base + "/raw/folded")
            }
          }
        }
        try await group.waitForAll()
      }
      // Half of them are closed, the others released.
      if round % 2 == 0 { await transport.close() }
    }
    try await expectEventually { OwnProcess.curlThreads < threads + 20 }
    try await expectEventually { OwnProcess.connections(to: server.port) == 0 }
  }

  @Test func `faults leave no connections behind while the transport is in use`() async throws {
    try await withTransport { transport in
      for _ in 0..<70 {
        for fault in ["folded", "short", "silent"] {
          _ = try? await transport.get(server.base + "/raw/" + fault)
        }
      }
      try await expectEventually { OwnProcess.connections(to: server.port) == 0 }
    }
  }

  @Test func `a transport that is released while a stream is read ends after it`() async throws {
    var transport: CurlTransport? = try CurlTransport()
    let response = try await transport?.get(server.base + "/bytes/5000000", delivery: .stream)
    transport = nil
    #expect(try await response?.body.collect(upTo: 5_000_000).count == 5_000_000)
    try await expectEventually { OwnProcess.connections(to: server.port) == 0 }
  }
}
