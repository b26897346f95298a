import Foundation
import Networking
import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct MultipartFormTests {
  private static func bytes(of body: HTTPBody) async throws -> [UInt8] {
    let open = try #require(try await body.opened())
    var all: [UInt8] = []
    while let piece = try await open.source.next() { all += piece }
    return all
  }

  @Test func `a form is encoded as documented`() async throws {
    let form = try MultipartForm(boundary: "b")
      .adding(.text("a", "1"))
      .adding(.data("f", Array("{}".utf8), fileName: "x"))
    let text = String(decoding: try await Self.bytes(of: form.body()), as: UTF8.self)
    #expect(
      text == """
        --b\r
        Content-Disposition: form-data; name="a"\r
        \r
        1\r
        --b\r
        Content-Disposition: form-data; name="f"; filename="x"\r
        Content-Type: application/json\r
        \r
        {}\r
        --b--\r

        """)
    #expect(form.contentType == "multipart/form-data; boundary=b")
    let none = try MultipartForm(boundary: "b").body()
    #expect(try await Self.bytes(of: none) == Array("--b--\r\n".utf8))
  }

  @Test func `boundaries are random and differ`() {
    let boundaries = Set((0..<1_000).map { _ in MultipartForm().boundary })
    #expect(boundaries.count == 1_000)
    #expect(boundaries.allSatisfy { $0.utf8.count == 46 })
  }

  @Test(arguments: ["", "a b", "ä", "a\r\nb", "a\"b", String(repeating: "a", count: 71)])
  func `invalid boundaries are rejected`(text: String) {
    #expect(throws: MultipartError.boundary(text)) { try MultipartForm(boundary: text) }
  }

  @Test func `a boundary is detected at any position in the content`() throws {
    for content in [
      "--ab", "x--ab", "\r\n--ab\r\n", "----ab", String(repeating: "-", count: 99) + "ab",
    ] {
      let form = try MultipartForm([.text("t", "fine"), .text("n", content)], boundary: "ab")
      #expect(throws: MultipartError.boundaryInside(part: "n")) { try form.body() }
    }
    for content in ["", "-ab", "- -ab", "--a", "--bab", "ab--"] {
      #expect(throws: Never.self) {
        try MultipartForm([.text("n", content)], boundary: "ab").body()
      }
    }
  }

  @Test func `an invalid content type is rejected`() throws {
    for type in ["a/b\r\nX: 1", "", " a/b", "a\u{0}"] {
      let form = MultipartForm([.text("n", "v", type: type)])
      #expect(throws: MultipartError.type(part: "n")) { try form.body() }
    }
  }

  private static func stream(of body: HTTPBody) throws -> HTTPBodyStream {
    guard case .stream(let stream) = body else { throw TransportError(.other) }
    return stream
  }

  @Test func `the length is known if the lengths of all parts are known`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(repeating: 1, count: 70_000), to: "f")
    let file = MultipartForm.Part.file("f", path: folder.path + "/f")
    let known = HTTPBodyStream(length: 2, isReplayable: true) { Pieces([[1, 2]]) }
    let form = MultipartForm([.text("a", "b"), file, .stream("s", known)])
    let body = try form.body()
    #expect(try await Int64(Self.bytes(of: body).count) == Self.stream(of: body).length)
    #expect(body.isReplayable)
    #expect(try await Self.bytes(of: body) == Self.bytes(of: body))

    let unknown = HTTPBodyStream { Pieces([[1, 2]]) }
    let other = try form.adding(.stream("u", unknown)).body()
    #expect(try Self.stream(of: other).length == nil)
    #expect(!other.isReplayable)
  }

  @Test func `short parts are merged, and long parts are split into chunks`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(repeating: 1, count: 150_000), to: "f")
    let many = MultipartForm((0..<5_000).map { .text("\($0)", "\($0)") })
    let file = many.adding(.file("f", path: folder.path + "/f"))
    let open = try #require(try await file.body().opened())
    var sizes: [Int] = []
    while let piece = try await open.source.next() { sizes.append(piece.count) }
    let sum = sizes.reduce(0, +)
    #expect(sizes.allSatisfy { $0 <= 65_536 })
    #expect(sizes.count <= sum / 65_536 + 5)
    #expect(Int64(sum) == open.length)
  }

  @Test func `a missing file fails before anything is sent`() async throws {
    let form = MultipartForm([.text("a", "b"), .file("f", path: "/no/such/file")])
    let body = try form.body()
    let error = await #expect(throws: TransportError.self) { try await body.opened() }
    #expect(error?.kind == .requestBody)
    #expect(error?.detail == "'/no/such/file': No such file or directory")
  }

  @Test func `a file whose length has changed is an error`() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "f")
    let body = try MultipartForm([.file("f", path: folder.path + "/f")]).body()
    try folder.write([1, 2, 3, 4], to: "f")
    let error = await #expect(throws: TransportError.self) { try await Self.bytes(of: body) }
    #expect(error?.kind == .requestBody)
    #expect(error?.detail == "the length of a file changed from 3 to 4 bytes before it was sent")
  }

  @Test func `cancelling closes the file that is being read`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(repeating: 1, count: 300_000), to: "f")
    let body = try MultipartForm([.file("f", path: folder.path + "/f")]).body()
    let open = try #require(try await body.opened())
    _ = try await open.source.next()
    _ = try await open.source.next()
    open.source.cancel()
    for _ in 0..<2 {
      await #expect(throws: TransportError(.cancelled)) { try await open.source.next() }
    }
    var status = stat()
    try #require(stat(folder.path + "/f", &status) == 0)
    let isOpen = (0..<4096).contains { number in
      var opened = stat()
      return fstat(Int32(number), &opened) == 0 && opened.st_ino == status.st_ino
        && opened.st_dev == status.st_dev
    }
    #expect(!isOpen)
  }

  @Test func `the content type is derived from the file extension, ignoring case`() {
    let types = [
      "a.png": "image/png", "a.PNG": "image/png", "a.b.Json": "application/json",
      "a.txt": "text/plain", "png": "application/octet-stream", "a.": "application/octet-stream",
      "": "application/octet-stream", "a.xyz": "application/octet-stream", ".svg": "image/svg+xml",
    ]
    for (name, type) in types {
      #expect(MultipartForm.Part.file("f", path: "/d.gif/\(name)").type == type, "\(name)")
      #expect(MultipartForm.Part.file("f", path: "/d.gif/\(name)").fileName == name)
    }
  }
}
