import Networking
import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct MockBodyTests {
  private let request = HTTPRequest(.get, "http://example.com/")
  private let whole = TransportContext()

  private func error(
    _ answer: MockResponse, _ context: TransportContext = TransportContext()
  ) async -> TransportError? {
    let mock = MockTransport(.any(answer))
    return await #expect(throws: TransportError.self) {
      try await mock.send(request, body: .empty, context: context)
    }
  }

  @Test(arguments: [
    ("users.json", "application/json"), ("page.HTML", "text/html"),
    ("photo.tar.png", "image/png"), ("noending", "application/octet-stream"),
    ("odd.ending", "application/octet-stream"),
  ])
  func `a file response has the content type of its extension`(name: String, type: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try folder.write(bytes, to: name)
    let mock = MockTransport(.any(.file("\(folder.path)/\(name)", status: .created)))
    let response = try await mock.send(request, body: .empty, context: whole)
    #expect(response.body.bytes == bytes)
    #expect(response.fields[.contentType] == type)
    #expect(response.status == .created)
  }

  @Test func `the type of a file can be set by an argument or a field`() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a.json")
    let path = "\(folder.path)/a.json"
    let mock = MockTransport(
      .any(.file(path, type: "text/x-own"), .file(path, fields: [.contentType: "text/y"])))
    for type in ["text/x-own", "text/y"] {
      let response = try await mock.send(request, body: .empty, context: whole)
      #expect(response.fields[values: .contentType] == [type])
    }
  }

  @Test func `a missing file is reported with its path`() async {
    let error = await error(.file("/nowhere/users.json"))
    #expect(error?.kind == .mock(.file("'/nowhere/users.json': No such file or directory")))
    #expect(
      error?.description == "cannot read the file of a mock: '/nowhere/users.json': "
        + "No such file or directory")
  }

  @Test func `JSON responses are created from text or a value`() async throws {
    let mock = MockTransport(
      .any(.json(text: #"{"id": 4}"#), .json(["id": 5], status: .accepted)))
    let first = try await mock.send(request, body: .empty, context: whole)
    let second = try await mock.send(request, body: .empty, context: whole)
    #expect(first.body.bytes == Array(#"{"id": 4}"#.utf8))
    #expect(second.body.bytes == Array(#"{"id":5}"#.utf8))
    #expect(first.fields == [.contentType: "application/json"])
    #expect(second.status == .accepted)
  }

  @Test func `an invalid JSON value fails when the response is requested`() async throws {
    let error = await error(.json(Double.nan))
    guard case .mock(.encoding) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `chunks are delivered one by one`() async throws {
    let mock = MockTransport(.any(.chunks([[1], [], [2, 3]])))
    let response = try await mock.send(
      request, body: .empty, context: TransportContext(delivery: .stream))
    let source = try #require(response.body.source)
    #expect(try await source.next() == [1])
    #expect(try await source.next() == [2, 3])
    #expect(try await source.next() == nil)
    #expect(try await source.next() == nil)
    #expect(try await mock.send(request, body: .empty, context: whole).body.bytes == [1, 2, 3])
  }

  @Test func `a body can be truncated`() async throws {
    let answer = MockResponse.chunks([[1]], ending: .failing(.truncatedBody))
    #expect(await error(answer)?.kind == .truncatedBody)
    let response = try await MockTransport(.any(answer)).send(
      request, body: .empty, context: TransportContext(delivery: .stream))
    let source = try #require(response.body.source)
    #expect(try await source.next() == [1])
    for _ in 1...2 {
      let error = await #expect(throws: TransportError.self) { try await source.next() }
      #expect(error?.kind == .truncatedBody)
    }
  }

  @Test func `a body collected in memory is limited`() async {
    let context = TransportContext(delivery: .whole(limit: 3))
    #expect(await error(.bytes([1, 2, 3, 4]), context)?.kind == .bodyTooLarge(limit: 3))
    #expect(await error(.chunks([[1, 2], [3, 4]]), context)?.kind == .bodyTooLarge(limit: 3))
  }

  @Test func `compressed content is decoded up to the limit`() async throws {
    // printf 'hello hello hello hello' | gzip -n
    let packed: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 1,
      0xE3, 0x51, 0x3D, 0x8D, 0x17, 0, 0, 0,
    ]
    let answer = MockResponse.bytes(
      packed, type: "text/plain",
      fields: [.contentEncoding: "gzip", .contentLength: "\(packed.count)"])
    let response = try await MockTransport(.any(answer)).send(request, body: .empty, context: whole)
    #expect(response.body.bytes == Array("hello hello hello hello".utf8))
    #expect(response.fields == [.contentType: "text/plain"])
    #expect(
      await error(answer, TransportContext(decodedLimit: 10))?.kind
        == .content(.tooLarge(limit: 10)))
  }

  @Test(arguments: [HTTPMethod.head, .get])
  func `HEAD and 204 responses have no body`(method: HTTPMethod) async throws {
    let status: HTTPStatus = method == .head ? .ok : .noContent
    let mock = MockTransport(.any(.text("hidden", status: status)))
    let response = try await mock.send(
      HTTPRequest(method, "http://example.com/"), body: .empty, context: whole)
    #expect(response.body.bytes == [])
  }

  @Test func `request bodies of every kind are read`() async throws {
    let folder = try TemporaryFolder()
    try folder.write([7, 8], to: "up.bin")
    let stream = HTTPBodyStream { () throws(TransportError) in
      BytesOnce([[1, 2], [3]])
    }
    let mock = MockTransport(.any())
    let post = HTTPRequest(.post, "http://example.com/")
    let bodies: [HTTPBody] = [
      .empty, .bytes([5]), .file(path: "\(folder.path)/up.bin"), .stream(stream),
    ]
    for body in bodies { _ = try await mock.send(post, body: body, context: whole) }
    #expect(mock.requests.map(\.body) == [[], [5], [7, 8], [1, 2, 3]])
    let missing = HTTPBody.file(path: "\(folder.path)/no.bin")
    let error = await #expect(throws: TransportError.self) {
      try await mock.send(post, body: missing, context: whole)
    }
    #expect(error?.kind == .requestBody)
    #expect(mock.requests.count == 4)
  }
}

/// A source whose chunks are read once.
actor BytesOnce: HTTPBodySource {
  private var pieces: ArraySlice<[UInt8]>

  init(_ pieces: [[UInt8]]) { self.pieces = pieces[...] }

  func next() async throws(TransportError) -> [UInt8]? { pieces.popFirst() }
  nonisolated func cancel() {}
}
