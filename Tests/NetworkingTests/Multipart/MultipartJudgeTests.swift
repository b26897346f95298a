import Foundation
import Networking
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@Suite struct MultipartJudgeTests {
  private static func digest(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexDigest()
  }

  /// A name, python-multipart's reading, and werkzeug's where that differs: it decodes `%22`, and
  /// takes a backslash for an escape, from browsers also.
  private static let names: [(name: String, read: String, undone: String)] = [
    ("plain", "plain", "plain"),
    ("with \"quotes\"", "with %22quotes%22", "with \"quotes\""),
    ("a\"; filename=\"b", "a%22; filename=%22b", "a\"; filename=\"b"),
    ("line\r\nX-Evil: 1\r\n\r\nbody", "line%0D%0AX-Evil: 1%0D%0A%0D%0Abody", ""),
    ("\r\n--boundary--", "%0D%0A--boundary--", ""),
    ("tab\tnul\u{0}bell\u{7}", "tab%09nul%00bell%07", ""),
    ("Grüße", "Grüße", ""), ("名前", "名前", ""), ("👩🏽‍🚀🇨🇭", "👩🏽‍🚀🇨🇭", ""),
    ("e\u{301}", "e\u{301}", ""), ("back\\slash", "back\\slash", "backslash"),
    ("end\\", "end%5C", ""),
    ("100%", "100%", ""), ("a;b=c,d:e", "a;b=c,d:e", ""), ("it's", "it's", ""),
    ("=?utf-8?q?x?=", "=?utf-8?q?x?=", ""), ("<script>&amp;", "<script>&amp;", ""),
    (" spaces ", " spaces ", ""), ("[]", "[]", ""),
  ]

  @Test func `hostile names are escaped as browsers do`() async throws {
    let form = MultipartForm(
      Self.names.flatMap { entry in
        [
          .text(entry.name, "text"),
          .data("file", [1, 2], fileName: entry.name, type: "image/png"),
        ]
      })
    let parsed = try await ParsedForm(form)
    let texts = parsed.pythonMultipart.filter { $0.fileName == nil }
    let files = parsed.pythonMultipart.filter { $0.fileName != nil }
    #expect(texts.map(\.name) == Self.names.map(\.read))
    #expect(files.map(\.fileName) == Self.names.map(\.read))
    let undone = Self.names.map { $0.undone.isEmpty ? $0.read : $0.undone }
    #expect(parsed.werkzeug.filter { $0.fileName == nil }.map(\.name) == undone)
    #expect(parsed.werkzeug.filter { $0.fileName != nil }.map(\.fileName) == undone)
    for part in texts { #expect(part.digest == Self.digest(Array("text".utf8))) }
    for part in files { #expect(part.digest == Self.digest([1, 2]) && part.type == "image/png") }
  }

  @Test func `content that looks like a boundary is preserved`() async throws {
    let form = MultipartForm([])
    let near = String(form.boundary.dropLast())
    let contents = [
      "", "\r\n", "--", "\r\n--", "\r\n--\r\n", "--\(near)", "\r\n--\(near)\r\n",
      "\r\n--\(near)--\r\n", form.boundary, "\r\n-\(form.boundary)", "\r\n\r\n", "\n--x\n", "\r",
      "-", "\u{0}\u{0}",
    ]
    var whole = form
    whole.parts = contents.enumerated().map { .text("\($0)", $1) }
    let parsed = try await ParsedForm(whole)
    for parts in [parsed.werkzeug, parsed.pythonMultipart] {
      #expect(parts.map(\.name) == contents.indices.map(String.init))
      #expect(parts.map(\.digest) == contents.map { Self.digest(Array($0.utf8)) })
    }
  }

  @Test func `every kind of part is received, including files and empty parts`() async throws {
    let folder = try TemporaryFolder()
    let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try folder.write(long, to: "long.JPG")
    try folder.write([], to: "empty.unknown")
    let bytes = [0, 1, 65_536, 100_000].map { size in
      MultipartForm.Part.data("bytes", Array(repeating: 7, count: size), fileName: "b\(size)")
    }
    let form = MultipartForm(
      [.text("text", "Grüezi"), .text("csv", "a;b", type: "text/csv; charset=utf-8")] + bytes + [
        .file("long", path: folder.path + "/long.JPG"),
        .file("empty", path: folder.path + "/empty.unknown", fileName: "other.pdf"),
        .stream("stream", HTTPBodyStream { Pieces([[1], [2, 3]]) }, fileName: "s"),
      ])
    let expected: [(String, String?, String?, [UInt8])] = [
      ("text", nil, nil, Array("Grüezi".utf8)),
      ("csv", nil, "text/csv; charset=utf-8", Array("a;b".utf8)),
      ("bytes", "b0", "application/octet-stream", []),
      ("bytes", "b1", "application/octet-stream", [7]),
      ("bytes", "b65536", "application/octet-stream", Array(repeating: 7, count: 65_536)),
      ("bytes", "b100000", "application/octet-stream", Array(repeating: 7, count: 100_000)),
      ("long", "long.JPG", "image/jpeg", long),
      ("empty", "other.pdf", "application/pdf", []),
      ("stream", "s", "application/octet-stream", [1, 2, 3]),
    ]
    let parsed = try await ParsedForm(form)
    #expect(parsed.pythonMultipart.map(\.name) == expected.map(\.0))
    #expect(parsed.pythonMultipart.map(\.fileName) == expected.map(\.1))
    #expect(parsed.pythonMultipart.map(\.type) == expected.map(\.2))
    #expect(parsed.pythonMultipart.map(\.length) == expected.map(\.3.count))
    #expect(parsed.pythonMultipart.map(\.digest) == expected.map { Self.digest($0.3) })
    #expect(parsed.werkzeug.map(\.digest) == parsed.pythonMultipart.map(\.digest))
  }

  @Test func `forms with many parts and without parts are received`() async throws {
    let form = MultipartForm((0..<3_000).map { .text("part\($0)", "\($0)") })
    let parsed = try await ParsedForm(form)
    #expect(parsed.werkzeug.map(\.name) == (0..<3_000).map { "part\($0)" })
    #expect(parsed.pythonMultipart == parsed.werkzeug)
    #expect(try await ParsedForm(MultipartForm()).werkzeug == [])
  }

  @Test func `a quoted boundary is parsed`() async throws {
    let form = try MultipartForm([.text("a", "b")], boundary: "=_a(b):c?'d/e,f")
    #expect(form.contentType == "multipart/form-data; boundary=\"=_a(b):c?'d/e,f\"")
    let parsed = try await ParsedForm(form)
    #expect(parsed.werkzeug.map(\.name) == ["a"])
    #expect(parsed.pythonMultipart.map(\.name) == ["a"])
  }

  // The test has its own process, to measure its memory.
  @Test func `a file of 100 MiB uses little memory`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        do {
          try await Self.sendLongFile()
        } catch {
          FileHandle.standardError.write(Data("\(error)\n".utf8))
        }
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  private static func sendLongFile() async throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "zeros.bin")
    let size: UInt64 = 100 << 20
    try FileHandle(forWritingTo: folder.url.appendingPathComponent("zeros.bin"))
      .truncate(atOffset: size)
    let form = MultipartForm([.file("long", path: folder.path + "/zeros.bin")])
    let memory = try PeakMemory()
    let parsed = try await ParsedForm(form)
    let growth = try memory.growth()
    guard growth < ThreadSanitizer.bound(ofMemory: 32 << 10) else {
      throw ParsedForm.Refused(description: "it took \(growth) KiB")
    }
    // The output of `head -c 104857600 /dev/zero | sha256sum`.
    let digest = "20492a4d0d84f8beb1767f6616229f85d44c2827b64bdbfb260ee12fa1109e0e"
    for parts in [parsed.werkzeug, parsed.pythonMultipart] {
      guard parts.map(\.digest) == [digest] else {
        throw ParsedForm.Refused(description: "it arrived as \(parts)")
      }
    }
  }
}

/// A source of chunks in memory.
struct Pieces: HTTPBodySource {
  private let iterator: PieceIterator

  init(_ pieces: [[UInt8]]) { iterator = PieceIterator(pieces) }

  func next() async throws(TransportError) -> [UInt8]? { await iterator.next() }
  func cancel() {}

  private actor PieceIterator {
    private var rest: [[UInt8]]
    init(_ pieces: [[UInt8]]) { rest = pieces }
    func next() -> [UInt8]? { rest.isEmpty ? nil : rest.removeFirst() }
  }
}
