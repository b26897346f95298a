#if os(Linux)
  import Foundation
  import Networking
  import Testing
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport
  import TremaTestSupport

  @Suite struct CompressionTests {
    /// The request that a server saw, decompressed with Python's zlib.
    private struct Seen: Decodable {
      var length: Int
      var sent: Int
      var digest: String
      /// Whether the gzip stream has an end.
      var whole: Bool
      var coding: String?
      var declared: String?
      var framing: String?
    }

    private func seen(
      _ body: HTTPBody, type: String? = nil, _ fields: [(String, String)] = [],
      _ compression: Compression = Compression()
    ) async throws -> Seen {
      let server = try await FlowServer { $0.adding(compression) }
      let draft = fields.reduce(RequestBuilder.post("gunzip").body(body, type: type)) {
        $0.header(HTTPFields.Name($1.0), $1.1)
      }
      do {
        let seen = try await server.client.send(draft.decoding(Seen.self))
        await server.close()
        return seen
      } catch {
        await server.close()
        throw error
      }
    }

    private static func text(_ count: Int) -> [UInt8] {
      let line = Array("all work and no play makes the network dull; ".utf8)
      var text: [UInt8] = []
      while text.count < count { text += line }
      return Array(text.prefix(count))
    }

    /// The SHA-256 of a body, computed by Python.
    private func digest(_ body: HTTPBody) async throws -> String {
      let server = try await FlowServer()
      let seen = try await server.client.send(
        RequestBuilder.post("gunzip").body(body).decoding(Seen.self))
      await server.close()
      #expect(seen.coding == nil)
      return seen.digest
    }

    @Test(arguments: [1024, 1025, 65_536, 65_537, 1 << 20, 1 << 20 + 1, 5_000_000])
    func `bodies in memory arrive unchanged`(count: Int) async throws {
      let body = HTTPBody.bytes(Self.text(count))
      let seen = try await seen(body)
      #expect(seen.coding == "gzip")
      #expect(seen.whole)
      #expect(seen.length == count)
      #expect(seen.sent < count / 4)
      #expect(try await seen.digest == digest(body))
      // A short body keeps a length.
      #expect(seen.declared == (count <= Compression.maxInMemoryLength ? "\(seen.sent)" : nil))
      #expect(seen.framing == (count <= Compression.maxInMemoryLength ? nil : "chunked"))
    }

    @Test func `files and streams arrive unchanged`() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID())").path
      try Data(Self.text(300_000)).write(to: URL(fileURLWithPath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255) }
      for body in [
        HTTPBody.file(path: path), stream(Self.text(300_000)), stream(noise, piece: 70_000),
        stream([], piece: 1), stream([1], piece: 1), stream(Self.text(5000), piece: 1),
      ] {
        let seen = try await seen(body)
        #expect(seen.coding == "gzip")
        #expect(seen.whole)
        #expect(try await seen.digest == digest(body))
      }
    }

    private func stream(
      _ bytes: [UInt8], piece: Int = 1000, isReplayable: Bool = true
    ) -> HTTPBody {
      .stream(
        HTTPBodyStream(isReplayable: isReplayable) { () throws(TransportError) in
          PieceSource(bytes, piece)
        })
    }

    private final class PieceSource: HTTPBodySource {
      private let rest: LockedValue<ArraySlice<UInt8>>
      private let piece: Int
      init(_ bytes: [UInt8], _ piece: Int) {
        rest = LockedValue(bytes[...])
        self.piece = piece
      }
      func next() async throws(TransportError) -> [UInt8]? {
        rest.withLock { rest in
          defer { rest = rest.dropFirst(piece) }
          return rest.isEmpty ? nil : Array(rest.prefix(piece))
        }
      }
      func cancel() {}
    }

    @Test func `short, compressed, encoded and partial bodies are not compressed`()
      async throws
    {
      #expect(try await seen(.bytes(Self.text(1023))).coding == nil)
      #expect(
        try await seen(.bytes(Self.text(9000)), type: nil, [], Compression(minimumLength: 9001))
          .coding
          == nil)
      for type in ["image/png", "Image/JPEG; x=y", "video/anything", "application/zip"] {
        #expect(try await seen(.bytes(Self.text(9000)), type: type).coding == nil, "\(type)")
      }
      for type in ["image/svg+xml", "text/plain; charset=utf-8", "application/json"] {
        #expect(try await seen(.bytes(Self.text(9000)), type: type).coding == "gzip", "\(type)")
      }
      let own = try await seen(
        .bytes(Self.text(9000)), type: nil, [("Content-Encoding", "identity")])
      #expect(own.coding == "identity")
      #expect(own.sent == 9000)
      for field in ["Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5"] {
        #expect(
          try await seen(.bytes(Self.text(9000)), type: nil, [(field, "x")]).coding == nil,
          "\(field)")
      }
      // Random bytes are incompressible.
      let noise = (0..<9000).map { _ in UInt8.random(in: 0...255) }
      let same = try await seen(.bytes(noise))
      #expect(same.coding == nil)
      #expect(same.sent == 9000)
    }

    @Test func `a declared length is replaced`() async throws {
      let seen = try await seen(.bytes(Self.text(9000)), type: nil, [("Content-Length", "9000")])
      #expect(seen.declared == "\(seen.sent)")
      #expect(seen.length == 9000)
    }

    @Test func `a client with a base URL compresses only for its origin`() async throws {
      let transport = TestTransport()
      let client = HTTPClient(baseURL: "https://a.example", transport: transport)
        .adding(Compression())
      for target in ["x", "https://a.example:443/x", "https://b.example/x", "http://a.example/x"] {
        try await client.send(.post(target).data(Self.text(9000)).empty)
      }
      #expect(
        transport.requests.map { $0.fields[.contentEncoding] } == ["gzip", "gzip", nil, nil])
    }

    @Test func `only repeatable bodies can be sent again`() async throws {
      for (isReplayable, text) in [(true, "3"), (false, nil)] {
        let clock = VirtualClock(skipsWaiting: true)
        let server = try await FlowServer {
          var client = $0.adding(Compression()).adding(Retry())
          client.clock = clock.clock
          return client
        }
        let body = stream(Self.text(300_000), isReplayable: isReplayable)
        let draft = RequestBuilder.put("status/503/2").body(body)
        let sent = try? await server.client.send(draft.text)
        #expect(sent == text)
        #expect(try await server.count().requests == (isReplayable ? 3 : 1))
        await server.close()
      }
    }

    @Test
    func `a body that cannot be read fails as it does without compression`() async throws {
      for body in [
        HTTPBody.file(path: "/nowhere"),
        .stream(
          HTTPBodyStream(isReplayable: true) { () throws(TransportError) in
            throw TransportError(.requestBody, "no")
          }),
      ] {
        let server = try await FlowServer { $0.adding(Compression()) }
        guard
          case .transport(let error)? = await failure(
            of: server.client, RequestBuilder.post("gunzip").body(body).empty)?.kind
        else { return #expect(Bool(false)) }
        #expect(error.kind == .requestBody)
        await server.close()
      }
    }

    @Test func `memory does not grow with the length of the body`() async {
      await #expect(processExitsWith: .success) {
        let length = 48 << 20
        let sent = LockedValue(0)
        let transport = TestTransport { (request, body, _) throws(TransportError) in
          let source = try await body.opened()?.source
          while let piece = try await source?.next() { sent.add(piece.count) }
          return response(to: request)
        }
        let client = HTTPClient(transport: transport).adding(Compression())
        let body = HTTPBody.stream(
          HTTPBodyStream { () throws(TransportError) in NoiseSource(length) })
        let before = ProcessUsage.now.residentMemory
        try await client.send(.post("https://a.example").body(body).empty)
        // Incompressible bytes keep their length.
        precondition(sent.value > length)
        let growth = ProcessUsage.now.residentMemory - before
        precondition(growth < ThreadSanitizer.bound(ofMemory: 16 << 20), "\(growth >> 20) MiB")
      }
    }

    /// A source of `length` bytes that repeat only beyond the window of zlib.
    private final class NoiseSource: HTTPBodySource {
      private let rest: LockedValue<Int>
      private let piece = (0..<1 << 16).map { _ in UInt8.random(in: 0...255) }
      init(_ length: Int) { rest = LockedValue(length) }
      func next() async throws(TransportError) -> [UInt8]? {
        rest.withLock { rest in
          rest -= piece.count
          return rest < 0 ? nil : piece
        }
      }
      func cancel() {}
    }

    @Test func `httpbin receives a compressed body`() async throws {
      let transport = try CurlTransport()
      let client = HTTPClient(baseURL: try await TestServers.httpbin(), transport: transport)
        .adding(Compression())
      struct Answer: Decodable { var headers: [String: String] }
      let answer = try await client.send(
        .post("anything").data(Self.text(9000)).decoding(Answer.self))
      #expect(answer.headers["Content-Encoding"] == "gzip")
      await transport.close()
    }
  }
#endif
