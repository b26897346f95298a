import Testing
import TremaHTTP
import TremaNetworkTestSupport

@testable import TremaURLSession

@Suite struct EndingTests {
  @Test func `deadlines of centuries are accepted`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    for long in [Duration.seconds(10_000_000_000), .seconds(Int64.max)] {
      let deadlines = HTTPDeadlines(connect: long, firstByte: long, idle: long, total: long)
      #expect(try await transport.get(server.url("/echo"), deadlines).status == .ok)
    }
    await transport.close()
  }

  @Test(arguments: [
    (
      HTTPDeadlines(connect: nil, firstByte: .milliseconds(500)), TransportError.Timeout.firstByte
    ),
    (HTTPDeadlines(total: .milliseconds(500)), .total),
  ])
  func `a server that does not answer times out`(
    deadlines: HTTPDeadlines, phase: TransportError.Timeout
  ) async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let start = ContinuousClock.now
    #expect(
      await kind { _ = try await transport.get(server.url("/silent"), fields: [:], deadlines) }
        == .timeout(phase))
    #expect(ContinuousClock.now - start >= .milliseconds(500))
    #expect(ContinuousClock.now - start < .seconds(300))
    await transport.close()
  }

  @Test(arguments: [TransportContext(), .stream])
  func `a body that stalls times out`(context: TransportContext) async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let start = ContinuousClock.now
    let kind = await kind {
      let deadlines = HTTPDeadlines(idle: .milliseconds(500))
      let response = try await transport.get(server.url("/stall"), fields: [:], deadlines, context)
      _ = try await response.body.collect(upTo: 100)
    }
    #expect(kind == .timeout(.idle))
    #expect(ContinuousClock.now - start < .seconds(300))
    await transport.close()
  }

  @Test func `cancelling a task ends its exchange`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let tasks = (0..<20).map { _ in
      Task { await kind { _ = try await transport.get(server.url("/silent")) } }
    }
    while try await server.seen("/silent", by: transport) != 20 {}
    let start = ContinuousClock.now
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .cancelled) }
    #expect(ContinuousClock.now - start < .seconds(300))
    await transport.close()
  }

  @Test func `a cancelled task sends nothing`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await kind { _ = try await transport.get(server.url("/echo")) }
    }
    #expect(await task.value == .cancelled)
    #expect(try await server.seen("/echo", by: transport) == 0)
    await transport.close()
  }

  @Test func `closing ends running exchanges and rejects new ones`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let tasks = (0..<10).map { _ in
      Task { await kind { _ = try await transport.get(server.url("/silent")) } }
    }
    while try await server.seen("/silent", by: transport) != 10 {}
    await transport.close()
    for task in tasks { #expect(await task.value == .cancelled) }
    #expect(await kind { _ = try await transport.get(server.url("/echo")) } == .closed)
    await transport.close()
  }

  @Test func `a hundred concurrent requests succeed`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
      for number in 0..<100 {
        group.addTask {
          let context: TransportContext = number.isMultiple(of: 4) ? .stream : TransportContext()
          let response = try await transport.get(
            server.url("/echo"), fields: [:], HTTPDeadlines(), context)
          _ = try await response.body.collect(upTo: 1 << 16)
          return response.status
        }
      }
      var all: [HTTPStatus] = []
      for try await status in group { all.append(status) }
      return all
    }
    #expect(statuses == Array(repeating: .ok, count: 100))
    await transport.close()
  }

  @Test(arguments: [HTTPMethod.post, .patch], [[], Array("abc".utf8)] as [[UInt8]])
  func `requests that must not be repeated are sent once`(method: HTTPMethod, body: [UInt8])
    async throws
  {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    // A reusable connection.
    _ = try await transport.get(server.url("/echo"))
    for _ in 0..<3 {
      _ = try await transport.send(
        HTTPRequest(method, server.url("/echo")), body: .bytes(body), context: TransportContext())
    }
    let kind = await kind {
      _ = try await transport.send(
        HTTPRequest(method, server.url("/drop")), body: .bytes(body), context: TransportContext())
    }
    #expect(kind == .connectionLost)
    #expect(try await server.seen("/drop", by: transport) == 1)
    await transport.close()
  }

  @Test(arguments: ["lose", "lose-reset"], [HTTPMethod.post, .put])
  func `a request is not sent again if a reused connection is closed`(
    fault: String, method: HTTPMethod
  ) async throws {
    let server = try await TestServers.faults().url
    let transport = try URLSessionTransport.make()
    let key = "\(fault)-\(method)-session"
    // A GET is first, so that there is a reusable connection.
    _ = try await transport.get("\(server)/ok")
    for body: HTTPBody in [.empty, .bytes([1, 2, 3])] where method == .post || !body.isEmpty {
      for _ in 0..<3 {
        _ = await kind {
          _ = try await transport.send(
            HTTPRequest(method, "\(server)/\(fault)/\(key)"), body: body,
            context: TransportContext())
        }
      }
    }
    let count = try await transport.get("\(server)/count/\(key)").text
    #expect(count == (method == .post ? "6" : "3"))
    await transport.close()
  }

  @Test(arguments: [
    ("/truncated", TransportError.Kind.truncatedBody), ("/truncatedchunk", .truncatedBody),
    ("/damaged", .content(.damaged)), ("/drop", .connectionLost),
  ])
  func `an incomplete response is reported with its cause`(
    path: String, expected: TransportError.Kind
  ) async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    #expect(await kind { _ = try await transport.get(server.url(path)) } == expected)
    await transport.close()
  }

  @Test(arguments: ["/badchunk", "/garbage"])
  func `an invalid response is reported as malformed`(path: String) async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let kind = await kind { _ = try await transport.get(server.url(path)) }
    guard case .malformedResponse = kind else {
      Issue.record("\(path): \(String(describing: kind))")
      return
    }
    await transport.close()
  }

  @Test func `an unreachable server is reported with its cause`() async throws {
    let transport = try URLSessionTransport.make()
    #expect(await kind { _ = try await transport.get("http://127.0.0.1:1/") } == .cannotConnect)
    #expect(
      await kind { _ = try await transport.get("http://nowhere.invalid/") } == .nameNotFound)
    await transport.close()
  }

  @Test func `a body beyond the limit is rejected`() async throws {
    let server = try OddServer()
    let transport = try URLSessionTransport.make()
    let context = TransportContext(delivery: .whole(limit: 1_000_000))
    #expect(
      await kind {
        _ = try await transport.get(server.url("/endless/3"), fields: [:], HTTPDeadlines(), context)
      } == .bodyTooLarge(limit: 1_000_000))
    await transport.close()
  }
}
