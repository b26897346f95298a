import Foundation
import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct BodyOpeningTests {
  private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

  @Test
  func `a missing body has no source, and an empty one has an empty source`() async throws {
    #expect(try await HTTPBody.empty.opened() == nil)
    let open = try #require(try await HTTPBody.bytes([]).opened())
    #expect(open.length == 0)
    #expect(try await open.source.all() == [])
  }

  @Test func `bytes are read once`() async throws {
    let open = try #require(try await HTTPBody.bytes([1, 2, 3]).opened())
    #expect(open.length == 3)
    #expect(try await open.source.all() == [[1, 2, 3]])
    #expect(try await open.source.next() == nil)
  }

  @Test(arguments: [0, 1, 65535, 65536, 65537, 300_000])
  func `a file is read in chunks`(size: Int) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.bytes(size), to: "body")
    let body = HTTPBody.file(path: folder.path + "/body")
    for _ in 0..<2 {
      let open = try #require(try await body.opened())
      #expect(open.length == Int64(size))
      let pieces = try await open.source.all()
      #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= 65536 })
      #expect(Array(pieces.joined()) == Self.bytes(size))
      #expect(try await open.source.next() == nil)
    }
  }

  @Test func `bytes appended to a file while it is sent are not sent`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.bytes(100_000), to: "body")
    let open = try #require(try await HTTPBody.file(path: folder.path + "/body").opened())
    let first = try #require(try await open.source.next())
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("body"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(count: 50_000))
    let rest = try await open.source.all().joined()
    #expect(first + rest == Self.bytes(100_000))
  }

  @Test func `a file that shrinks while it is sent gives a persistent error`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.bytes(200_000), to: "body")
    let path = folder.path + "/body"
    let open = try #require(try await HTTPBody.file(path: path).opened())
    _ = try await open.source.next()
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 70_000)
    #expect(try await open.source.next()?.count == 70_000 - 65_536)
    for _ in 0..<2 {
      let error = await #expect(throws: TransportError.self) { try await open.source.next() }
      #expect(error?.kind == .requestBody)
      #expect(
        error?.detail == "'\(path)' was truncated while it was sent: 70000 of 200000 bytes")
    }
    #expect(descriptors(of: path) == 0)
  }

  @Test func `only regular files are opened, and opening a pipe does not block`() async throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let reasons = [
      "/missing": "': No such file or directory", "/pipe": "' is not a regular file",
      "": "' is not a regular file", "/a\u{0}b": "\\u{0}b' contains a NUL",
    ]
    for (name, reason) in reasons {
      let error = await #expect(throws: TransportError.self) {
        try await HTTPBody.file(path: folder.path + name).opened()
      }
      #expect(error?.kind == .requestBody)
      #expect(error?.detail.hasSuffix(reason) == true, "\(error?.detail ?? "")")
    }
    let error = await #expect(throws: TransportError.self) {
      try await HTTPBody.file(path: "/dev/zero").opened()
    }
    #expect(error?.detail == "'/dev/zero' is not a regular file")
  }

  /// The number of descriptors of this process that are open on a file.
  private func descriptors(of path: String) -> Int {
    (0..<4096).count { number in
      var opened = stat()
      var named = stat()
      return fstat(Int32(number), &opened) == 0 && stat(path, &named) == 0
        && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
  }

  @Test func `a file is closed at its end, on cancellation and on release`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.bytes(100_000), to: "body")
    let path = folder.path + "/body"
    let body = HTTPBody.file(path: path)

    var open = try #require(try await body.opened())
    #expect(descriptors(of: path) == 1)
    _ = try await open.source.next()
    #expect(descriptors(of: path) == 1)
    _ = try await open.source.next()
    #expect(descriptors(of: path) == 0)

    open = try #require(try await body.opened())
    open.source.cancel()
    #expect(descriptors(of: path) == 0)
    await #expect(throws: TransportError(.cancelled)) { try await open.source.next() }

    do {
      let unread = try await body.opened()
      #expect(descriptors(of: path) == 1)
      withExtendedLifetime(unread) {}
    }
    #expect(descriptors(of: path) == 0)
  }

  private static func stream(_ pieces: [[UInt8]], length: Int64?) -> (HTTPBody, PiecesSource) {
    let source = PiecesSource(pieces)
    return (.stream(HTTPBodyStream(length: length) { source }), source)
  }

  @Test func `a stream yields as many bytes as declared`() async throws {
    let (body, source) = Self.stream([[1, 2], [3]], length: 3)
    let open = try #require(try await body.opened())
    #expect(open.length == 3)
    #expect(try await open.source.all() == [[1, 2], [3]])
    #expect(source.cancels.value == 0)
    let (endless, _) = Self.stream([[1, 2], [3]], length: nil)
    let unmeasured = try #require(try await endless.opened())
    #expect(unmeasured.length == nil)
    #expect(try await unmeasured.source.all() == [[1, 2], [3]])
  }

  @Test func `bytes beyond the declared length are not passed on`() async throws {
    let (body, source) = Self.stream([[1, 2], [3, 4]], length: 3)
    let open = try #require(try await body.opened())
    #expect(try await open.source.next() == [1, 2])
    let error = await #expect(throws: TransportError.self) { try await open.source.next() }
    #expect(error?.kind == .requestBody)
    #expect(error?.detail == "it is longer than the declared length of 3 bytes")
    open.source.cancel()
    #expect(source.cancels.value == 1)
  }

  @Test func `a stream with fewer bytes than declared is an error`() async throws {
    let (body, _) = Self.stream([[1, 2]], length: 3)
    let open = try #require(try await body.opened())
    _ = try await open.source.next()
    let error = await #expect(throws: TransportError.self) { try await open.source.next() }
    #expect(error?.kind == .requestBody)
    #expect(error?.detail == "it ends 1 byte before the declared length of 3")
  }

  @Test func `a negative length or a failing factory is an error before sending`()
    async throws
  {
    let (negative, source) = Self.stream([], length: -1)
    let error = await #expect(throws: TransportError.self) { try await negative.opened() }
    #expect(error?.kind == .requestBody)
    #expect(source.reads.value == 0)
    let failing = HTTPBody.stream(
      HTTPBodyStream { () throws(TransportError) in throw TransportError(.requestBody, "gone") })
    await #expect(throws: TransportError(.requestBody, "gone")) { try await failing.opened() }
  }
}
