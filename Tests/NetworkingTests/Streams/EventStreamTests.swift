#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport

  @Suite struct EventStreamTests {
    typealias Wire = TransferTools.Wire

    private let key = TransferTools.newKey()

    private func url(_ options: String, key: String? = nil) async throws -> String {
      "\(try await TestServers.transfers().url)/events/\(key ?? self.key)?\(options)"
    }

    private static func expected(_ count: Int) -> [ServerSentEvent] {
      (1...count).map {
        ServerSentEvent(
          type: $0 % 2 == 1 ? "kind\($0)" : "message", data: "first €\($0)\nsecond", id: "\($0)")
      }
    }

    private static func all(
      _ events: ServerSentEvents
    ) async throws(NetworkError) -> [ServerSentEvent] {
      var all: [ServerSentEvent] = []
      for try await event in events { all.append(event) }
      return all
    }

    @Test(arguments: Wire.allCases, ["lf", "crlf", "cr"])
    func `each event arrives once, wherever the connection is cut`(wire: Wire, end: String)
      async throws
    {
      let client = try wire.client()
      let options = "count=3&end=\(end)"
      let length = try await client.send(
        .get(url(options, key: TransferTools.newKey())).bytes
      ).count
      for cut in stride(from: 0, through: length, by: wire == .curl ? 1 : 23) {
        let key = TransferTools.newKey()
        let way = cut % 2 == 0 ? "" : "&reset=1"
        let events = client.events(.get(try await url("\(options)&cut=\(cut)\(way)", key: key)))
        let came = try await Self.all(events)
        #expect(came == Self.expected(3), "cut at \(cut)")
        guard cut % 40 == 0 else { continue }
        let log = try await TransferTools.log(key)
        #expect(log.first?["last-event-id"] == nil)
        #expect(log.last?["last-event-id"] == "3")
        #expect(log.allSatisfy { $0["accept"] == "text/event-stream" })
      }
    }

    @Test(arguments: Wire.allCases)
    func `each event arrives once if heads, frames or codings are cut`(wire: Wire) async throws {
      let client = try wire.client()
      let whole = 800
      for cut in stride(from: 0, through: whole, by: wire == .curl ? 3 : 61) {
        let way = (cut % 2 == 0 ? "" : "&reset=1") + (cut % 3 == 0 ? "&gzip=1" : "")
        let events = client.events(
          .get(try await url("count=3&wire=\(cut)\(way)", key: TransferTools.newKey())))
        #expect(try await Self.all(events) == Self.expected(3), "cut at \(cut)")
      }
    }

    @Test func `attempts to connect are limited even without a maximum delay`() async throws {
      let client = try Wire.curl.client()
      var options = EventStreamOptions()
      options.maxDelay = .zero
      let refused = try await TestServers.faults().refused
      do {
        _ = try await Self.all(
          client.events(.get(refused + "/").timeout(.seconds(600)), options: options))
        Issue.record("it ended")
      } catch {
        guard case .transport(let cause) = error.kind else { throw error }
        #expect(cause.kind == .cannotConnect)
        #expect(error.attempts == 5)
      }
    }

    @Test func `a stream resumes after a given event, and each iteration starts over`() async throws
    {
      let client = try Wire.curl.client()
      let events = client.events(.get(try await url("count=3")), after: "2")
      for _ in 1...2 {
        #expect(try await Self.all(events) == Array(Self.expected(3).suffix(1)))
      }
      #expect(try await TransferTools.log(key).map { $0["last-event-id"] } == ["2", "3", "2", "3"])
    }

    @Test func `leaving the loop or cancelling closes the connection`() async throws {
      let client = try Wire.curl.client()
      for isCancelled in [false, true] {
        let gone = TransferTools.newKey()
        let events = client.events(.get(try await url("count=2&hold=\(gone)")))
        let count = LockedValue(0)
        let task = Task { () async -> NetworkError? in
          do throws(NetworkError) {
            for try await _ in events {
              count.add(1)
              if !isCancelled, count.value == 2 { return nil }
            }
            return nil
          } catch {
            return error
          }
        }
        if isCancelled {
          #expect(await eventually { count.value == 2 })
          task.cancel()
        }
        let error = await task.value
        #expect(isCancelled == (error?.isCancelled == true))
        #expect(await eventually { (try? await TransferTools.log(gone))?.isEmpty == false })
      }
    }

    @Test func `a response that is not an event stream gives a typed error`() async throws {
      let client = try Wire.curl.client()
      let nginx = try await TestServers.nginx()
      do {
        _ = try await Self.all(client.events(.get(nginx.http + "/hello.txt")))
        Issue.record("it was read")
      } catch {
        guard case .decoding(let problem as ContentTypeError) = error.kind else { throw error }
        #expect(problem.found == "text/plain")
        #expect(error.response?.status == .ok)
      }
      do {
        _ = try await Self.all(client.events(.get(nginx.http + "/nothing")))
        Issue.record("it was read")
      } catch {
        #expect(error.status == .notFound)
        guard case .status = error.kind else { throw error }
      }
      var options = EventStreamOptions()
      options.eventLimit = 10
      do {
        _ = try await Self.all(client.events(.get(try await url("")), options: options))
        Issue.record("it was read")
      } catch let error as NetworkError {
        guard case .decoding(EventStreamError.eventTooLong(limit: 10)) = error.kind else {
          throw error
        }
        #expect("\(error)".hasPrefix("GET http://127.0.0.1"))
      }
    }

    @Test func `consecutive connections without an event are limited`() async throws {
      let clock = VirtualClock(skipsWaiting: true)
      let client = try Wire.curl.client(clock)
      var begin = clock.now
      do {
        _ = try await Self.all(
          client.events(.get(try await url("count=3&endless=1")), after: "3"))
        Issue.record("it ended")
      } catch let error as NetworkError {
        guard case .decoding(EventStreamError.noProgress(connections: 5)) = error.kind else {
          throw error
        }
        #expect(error.attempts == 5)
      }
      // The server's 7 ms, doubled with each connection.
      #expect(clock.now - begin == .milliseconds(14 + 28 + 56 + 112))
      begin = clock.now
      let refused = try await TestServers.faults().refused
      do {
        _ = try await Self.all(client.events(.get(refused + "/")))
        Issue.record("it ended")
      } catch {
        guard case .transport(let cause) = error.kind else { throw error }
        #expect(cause.kind == .cannotConnect)
        #expect(error.attempts == 5)
      }
      #expect(clock.now - begin == .seconds(6 + 12 + 24 + 48))
      do {
        _ = try await Self.all(client.events(.get(refused + "/").timeout(.seconds(20))))
        Issue.record("it ended")
      } catch {
        guard case .timeout(.total) = error.kind else { throw error }
        #expect(error.attempts == 3)
      }
    }

    @Test func `an event ID that is not a valid field value is not sent back`() async throws {
      let texts = LockedValue(["id: a\u{1}b\ndata: 1\n\n", "id: 2\ndata: 2\n\n"])
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        let text = texts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let text else { return response(to: request, .noContent) }
        return response(to: request, .ok, text, type: "text/event-stream")
      }
      var client = HTTPClient(baseURL: "https://a.example", transport: transport)
      client.clock = VirtualClock(skipsWaiting: true).clock
      let events = try await Self.all(client.events(.get("events")))
      #expect(events.map(\.data) == ["1", "2"])
      #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == [nil, nil, "2"])
    }

    @Test func `a POST request is sent once`() async throws {
      let client = try Wire.curl.client()
      let target = try await url("count=2&endless=1")
      #expect(try await Self.all(client.events(.post(target).text("x"))) == Self.expected(2))
      #expect(try await TransferTools.log(key).count == 1)
      do {
        _ = try await Self.all(
          client.events(
            .post(try await url("count=2&cut=60", key: TransferTools.newKey())).text("x")))
        Issue.record("it ended")
      } catch let error as NetworkError {
        guard case .transport = error.kind else { throw error }
      }
    }

    @Test func `an idle connection is replaced`() async throws {
      let client = try Wire.curl.client()
      let gone = TransferTools.newKey()
      let target = try await url("count=2&hold=\(gone)")
      let events = client.events(.get(target).deadline(.idle, .milliseconds(300)))
      #expect(try await Self.all(events) == Self.expected(2))
      #expect(try await TransferTools.log(key).map { $0["last-event-id"] } == [nil, "2"])
    }
  }
#endif
