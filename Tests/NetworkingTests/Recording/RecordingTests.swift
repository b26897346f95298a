#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  /// Recordings of real servers, and their replay.
  @Suite struct RecordingTests {
    static let secret = "planted-secret-9Kq"
    static let judges = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Judges")

    /// A test request and its result as the caller sees it.
    private struct Outcome: Equatable {
      var status = 0
      var type: String?
      var body: [UInt8] = []
      var error: String?
    }

    private static func ask<Value>(
      _ client: HTTPClient, _ request: Request<Response<Value>>,
      _ bytes: (Value) -> [UInt8]
    ) async -> Outcome {
      do {
        let found = try await client.send(request)
        return Outcome(
          status: found.head.status.code, type: found.head.fields[.contentType],
          body: bytes(found.value))
      } catch {
        return Outcome(status: error.status?.code ?? 0, error: "\(error.kind)")
      }
    }

    private static func whole(
      _ client: HTTPClient, _ draft: RequestBuilder<some BodyRule>
    ) async -> Outcome {
      await ask(client, draft.accepting(200...599).bytes.withHead) { $0 }
    }

    private static func streamed(_ client: HTTPClient, _ target: String) async -> Outcome {
      do {
        let response = try await client.send(RequestBuilder.get(target).response)
        var body: [UInt8] = []
        for try await piece in response.body { body += piece }
        return Outcome(
          status: response.status.code, type: response.fields[.contentType], body: body)
      } catch {
        return Outcome(error: "\(type(of: error))")
      }
    }

    /// Exchanges of all kinds with a server, and with an unreachable one.
    private static func session(
      _ client: HTTPClient, faults: String
    ) async throws -> [Outcome] {
      let form = MultipartForm([
        .text("title", "Soup"), .text("password", secret),
        .data("file", [0, 1, 2], fileName: "a.bin", type: "application/octet-stream"),
      ])
      return [
        await whole(client, .get("get?a=1&access_token=\(secret)").bearer(secret)),
        await whole(client, .get("get?a=2").header("X-Api-Key", secret)),
        await whole(
          client,
          .post("post").json([
            "name": "Soup", "clientSecret": .init(secret), "pin": 471_147_114_711,
          ])),
        await whole(client, .post("post").multipart(form)),
        await whole(client, .get("bytes/2000?seed=3")),
        await whole(client, .get("gzip")),
        await whole(client, .get("status/404")),
        await whole(client, .head("get")),
        await whole(client, .get("response-headers?Set-Cookie=id%3D\(secret)")),
        await streamed(client, "stream-bytes/300000?seed=5&chunk_size=10000"),
        await whole(client, .get(faults)),
        await whole(client, .get("get?a=2").header("X-Api-Key", "another")),
      ]
    }

    private static func recorded() async throws -> (RecordingTransport, [Outcome], String) {
      let base = try await TestServers.httpbin()
      let transport = RecordingTransport(wrapping: try CurlTransport())
      let client = HTTPClient(baseURL: base, transport: transport)
      let outcomes = try await session(client, faults: "http://127.0.0.1:1/nobody")
      await transport.close()
      return (transport, outcomes, base)
    }

    private static func check(_ har: [UInt8]) async throws -> Judge.Verdict {
      try await Judge.environmentPython.runAside(
        [judges.appendingPathComponent("check_har.py").path], input: har)
    }

    @Test func `responses of real servers are recorded in a valid archive without secrets`()
      async throws
    {
      let (transport, outcomes, _) = try await Self.recorded()
      #expect(outcomes.map(\.status) == [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 0, 200])
      let har = transport.har()
      let verdict = try await Self.check(har)
      #expect(verdict.status == 0, "\(verdict.text) \(verdict.complaint)")
      #expect(verdict.text.hasSuffix("12\n"))
      let text = String(decoding: har, as: UTF8.self)
      #expect(!text.contains(Self.secret))
      #expect(!text.contains("471147114711"))
      #expect(text.contains("access_token=%3Credacted%3E"))
      #expect(text.contains(#""_error": "cannotConnect""#))
      // The unredacted archive contains the secret, so the search above is effective.
      let open = String(decoding: transport.har(redacting: .none), as: UTF8.self)
      #expect(open.contains(Self.secret))
      #expect(!"\(transport.exchanges)".contains(Self.secret))
      var dumped = ""
      dump(transport.exchanges, to: &dumped)
      #expect(!dumped.contains(Self.secret))
    }

    @Test func `a replayed response equals the server's`() async throws {
      let (transport, outcomes, base) = try await Self.recorded()
      let archive = try HTTPArchive(har: transport.har(redacting: .none))
      for _ in 1...2 {
        let clock = VirtualClock(skipsWaiting: true)
        let replay = ReplayTransport(archive, clock: clock.clock)
        var client = HTTPClient(baseURL: base, transport: replay)
        client.clock = clock.clock
        let replayed = try await Self.session(client, faults: "http://127.0.0.1:1/nobody")
        #expect(replayed == outcomes)
        #expect(replay.remainingRequests == [])
      }
    }

    @Test func `a redacted recording replays deterministically for other secrets`()
      async throws
    {
      let (transport, outcomes, base) = try await Self.recorded()
      let har = transport.har()
      var runs: [[UInt8]] = []
      for _ in 1...2 {
        let clock = VirtualClock(skipsWaiting: true)
        let replay = ReplayTransport(try HTTPArchive(har: har), clock: clock.clock)
        let again = RecordingTransport(wrapping: replay, clock: clock.clock)
        var client = HTTPClient(baseURL: base, transport: again)
        client.clock = clock.clock
        let replayed = try await Self.session(client, faults: "http://127.0.0.1:1/nobody")
        #expect(replayed.map(\.status) == outcomes.map(\.status))
        #expect(replayed[4...7] == outcomes[4...7])
        #expect(replayed[9...10] == outcomes[9...10])
        runs.append(again.har(redacting: .none).withoutBoundaries)
      }
      #expect(runs[0] == runs[1])
    }

    @Test(arguments: ["truncated", "reset-after", "reset-before", "garbage"])
    func `network faults are recorded and replayed`(_ fault: String) async throws {
      let base = try await TestServers.faults().proxy
      let curl = try CurlTransport()
      let recording = RecordingTransport(wrapping: curl)
      let spoiled = await Self.whole(
        HTTPClient(baseURL: base, transport: recording), .get("\(fault)/get"))
      await curl.close()
      #expect(spoiled.error != nil)
      let verdict = try await Self.check(recording.har())
      #expect(verdict.status == 0, "\(verdict.text) \(verdict.complaint)")
      let replay = ReplayTransport(
        try HTTPArchive(har: recording.har()), clock: VirtualClock(skipsWaiting: true).clock)
      let again = await Self.whole(
        HTTPClient(baseURL: base, transport: replay), .get("\(fault)/get"))
      #expect(again.error == spoiled.error)
      #expect(recording.exchanges.map { $0.error != nil } == [true])
    }

    @Test func `a body is passed on at the reader's pace`() async throws {
      let asked = LockedValue(0)
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        HTTPResponse(
          HTTPResponseHead(.ok, url: request.target),
          body: .stream(CountingSource(asked, pieces: 100)))
      }
      let recording = RecordingTransport(wrapping: transport)
      let client = HTTPClient(transport: recording)
      let response = try await client.send(RequestBuilder.get("http://h/").response)
      #expect(asked.value == 0)
      var pieces = response.body.makeAsyncIterator()
      #expect(try await pieces.next()?.count == 10)
      #expect(asked.value == 1)
      #expect(recording.exchanges[0].responseBody.count == 10)
      #expect(!recording.exchanges[0].isOver)
      while try await pieces.next() != nil {}
      #expect(recording.exchanges[0].responseBody.bytes?.count == 1000)
      #expect(recording.exchanges[0].isOver)
    }

    @Test func `a body that is not read to its end is not stored`() async throws {
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        HTTPResponse(
          HTTPResponseHead(.ok, url: request.target),
          body: .stream(CountingSource(LockedValue(0), pieces: 5)))
      }
      let recording = RecordingTransport(wrapping: transport)
      let client = HTTPClient(transport: recording)
      let response = try await client.send(RequestBuilder.get("http://h/").response)
      _ = try await response.body.next()
      response.body.cancel()
      #expect(recording.exchanges[0].responseBody.absence == .unread)
      #expect(recording.exchanges[0].responseBody.bytes == nil)
    }

    @Test func `file and stream bodies are recorded while they are sent`()
      async throws
    {
      let base = try await TestServers.httpbin()
      let folder = try TemporaryFolder()
      try folder.write(Array("a file".utf8), to: "a.txt")
      let curl = try CurlTransport()
      let recording = RecordingTransport(wrapping: curl)
      let client = HTTPClient(baseURL: base, transport: recording)
      let path = folder.url.appendingPathComponent("a.txt").path
      let stream = HTTPBodyStream(length: nil) { () async throws(TransportError) in
        CountingSource(LockedValue(0), pieces: 3)
      }
      for body in [HTTPBody.file(path: path), .stream(stream)] {
        let echo = try await client.send(
          RequestBuilder.post("anything").body(body, type: "text/plain").jsonValue)
        let kept = recording.exchanges.last?.requestBody.bytes ?? []
        #expect(echo["data"]?.string == String(decoding: kept, as: UTF8.self))
      }
      #expect(recording.exchanges.map(\.requestBody.count) == [6, 30])
      await #expect(throws: NetworkError.self) {
        try await client.send(RequestBuilder.post("post").body(.file(path: path + "x")).empty)
      }
      #expect(recording.exchanges.last?.error?.kind == .requestBody)
      await curl.close()
    }

    @Test func `a body beyond the limit is not stored, and its response is marked`() async throws {
      let transport = TestTransport(.ok, String(repeating: "x", count: 100), type: "text/plain")
      let recording = RecordingTransport(wrapping: transport, bodyLimit: 99)
      let client = HTTPClient(transport: recording)
      let text = try await client.send(RequestBuilder.get("http://h/x").text)
      #expect(text.count == 100)
      let verdict = try await Self.check(recording.har())
      #expect(verdict.status == 0, "\(verdict.text) \(verdict.complaint)")
      let archive = try HTTPArchive(har: recording.har())
      #expect(archive.exchanges[0].responseBody.count == 100)
      #expect(archive.exchanges[0].responseBody.absence == .tooLong)
      let replay = HTTPClient(transport: ReplayTransport(archive))
      let error = await #expect(throws: NetworkError.self) {
        try await replay.send(RequestBuilder.get("http://h/x").text)
      }
      #expect(
        error?.description
          == "GET http://h/x: the recording has no body for GET http://h/x: tooLong")
    }

    @Test func `the total size of all bodies is limited`() async throws {
      let transport = TestTransport(.ok, String(repeating: "x", count: 4000), type: "text/plain")
      let recording = RecordingTransport(wrapping: transport, totalLimit: 10_000)
      let client = HTTPClient(transport: recording)
      for _ in 1...5 { _ = try await client.send(RequestBuilder.get("http://h/x").text) }
      let absences = recording.exchanges.map(\.responseBody.absence)
      #expect(absences == [nil, nil, .storageFull, .storageFull, .storageFull])
    }

    @Test func `cookies, reason phrases and redirects are written to their standard fields`()
      async throws
    {
      let transport = TestTransport { (request, _, _) throws(TransportError) in
        var response = response(to: request, .found, "")
        response.head.fields.append("Set-Cookie", "id=s3cr3t-9Kq; Path=/; Max-Age=60; HttpOnly")
        response.head.fields.append(
          "Set-Cookie",
          "b=s3cr3t-9Kq; Domain=h.example; Secure; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
        response.head.fields.append("Location", "https://u:s3cr3t-9Kq@h.example/y?code=s3cr3t-9Kq")
        return response
      }
      let recording = RecordingTransport(wrapping: transport)
      let client = HTTPClient(transport: recording)
      _ = try await client.send(
        RequestBuilder.get("http://h.example/x").header("Cookie", "a=s3cr3t-9Kq; c=2").accepting(
          302...302
        )
        .bytes)
      let har = recording.har()
      let verdict = try await Self.check(har)
      #expect(verdict.status == 0, "\(verdict.text) \(verdict.complaint)")
      #expect(!String(decoding: har, as: UTF8.self).contains(Self.secret))
      let entry = try JSONSerialization.jsonObject(with: Data(har)) as? [String: Any]
      let log = entry?["log"] as? [String: Any]
      let first = try #require((log?["entries"] as? [[String: Any]])?.first)
      let asked = try #require((first["request"] as? [String: Any])?["cookies"] as? [[String: Any]])
      #expect(asked.map { $0["name"] as? String } == ["a", "c"])
      #expect(asked.map { $0["value"] as? String } == ["<redacted>", "<redacted>"])
      let answer = try #require(first["response"] as? [String: Any])
      #expect(answer["statusText"] as? String == "Found")
      #expect(
        answer["redirectURL"] as? String == "https://h.example/y?code=%3Credacted%3E")
      let set = try #require(answer["cookies"] as? [[String: Any]])
      #expect(set.map { $0["name"] as? String } == ["id", "b"])
      #expect(set.map { $0["value"] as? String } == ["<redacted>", "<redacted>"])
      #expect(set[0]["path"] as? String == "/")
      #expect(set[0]["httpOnly"] as? Bool == true)
      #expect(set[1]["secure"] as? Bool == true)
      #expect(set[1]["domain"] as? String == "h.example")
      #expect(set[1]["expires"] as? String == "1994-11-06T08:49:37.000Z")
      let open = String(decoding: recording.har(redacting: .none), as: UTF8.self)
      #expect(open.contains(#""name": "c""#))
      #expect(open.contains(#""value": "2""#))
      // The redacted archive is unchanged after it is read and written again.
      #expect(try HTTPArchive(har: har).bytes() == har)
    }

    @Test func `a file is written atomically`() async throws {
      let recording = RecordingTransport(wrapping: TestTransport(.ok, "{}"))
      let client = HTTPClient(transport: recording)
      _ = try await client.send(RequestBuilder.get("http://h/x").text)
      let folder = try TemporaryFolder()
      let path = folder.url.appendingPathComponent("a.har").path
      try recording.write(to: path)
      #expect(try folder.read("a.har") == recording.har())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.har"])
      #expect(try HTTPArchive(file: path).exchanges.count == 1)
      let missing = folder.url.appendingPathComponent("none/a.har").path
      #expect(throws: ArchiveError.cannotWrite(missing)) { try recording.write(to: missing) }
      #expect(throws: ArchiveError.cannotRead(missing)) { try HTTPArchive(file: missing) }
    }
  }

  private final class CountingSource: HTTPBodySource {
    private let asked: LockedValue<Int>
    private let left: LockedValue<Int>

    init(_ asked: LockedValue<Int>, pieces: Int) {
      self.asked = asked
      left = LockedValue(pieces)
    }

    func next() async throws(TransportError) -> [UInt8]? {
      asked.add(1)
      return left.add(-1) > 0 ? [UInt8](repeating: 0x61, count: 10) : nil
    }

    func cancel() {}
  }

  extension [UInt8] {
    /// The bytes with a fixed form boundary, because boundaries are random.
    fileprivate var withoutBoundaries: [UInt8] {
      let text = String(decoding: self, as: UTF8.self)
      guard let start = text.range(of: "boundary=") else { return self }
      let boundary = text[start.upperBound...].prefix {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
      }
      return Array(text.replacingOccurrences(of: boundary, with: "B").utf8)
    }
  }
#endif
