import Testing
import TremaHTTP
import TremaTestSupport
import TremaZlib

@Suite struct DecodedContentTests {
  static let text = Array(String(repeating: "Grüezi, Welt! ", count: 20_000).utf8)

  static func compressed(_ bytes: [UInt8], _ format: ZlibStream.Format) throws -> [UInt8] {
    // The stream is noncopyable, which `#require` does not support.
    guard let stream = ZlibStream(.deflate, format) else { throw TransportError(.other) }
    var output: [UInt8] = []
    let outcome = bytes.withUnsafeBufferPointer { input in
      stream.run(input) {
        output += $0
        return true
      }
    }
    try #require(outcome == .complete)
    return output
  }

  private static func response(
    _ coding: String, _ body: HTTPResponseBody, status: HTTPStatus = .ok
  ) -> HTTPResponse {
    let fields: HTTPFields = [
      "Content-Encoding": coding, "Content-Length": "7", "Content-Type": "text/plain",
    ]
    return HTTPResponse(HTTPResponseHead(status, fields: fields), body: body)
  }

  /// Decodes as a whole, and as a stream with chunks of the given size.
  private static func decoded(
    _ coding: String, _ bytes: [UInt8], pieces sizes: [Int] = [1, 7, 100_000], limit: Int = 1 << 24
  ) async throws -> [UInt8] {
    let whole = try response(coding, .bytes(bytes)).decodedContent(limit: limit)
    #expect(whole.fields.map(\.name) == ["Content-Type"])
    let content = try #require(whole.body.bytes)
    for size in sizes {
      let source = PiecesSource(bytes.pieces(of: size))
      let stream = try response(coding, .stream(source)).decodedContent(limit: limit)
      #expect(stream.fields.map(\.name) == ["Content-Type"])
      let pieces = try await #require(stream.body.source).all()
      #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= 65536 })
      #expect(Array(pieces.joined()) == content)
      #expect(source.cancels.value == 0)
    }
    return content
  }

  /// Returns the error, which must be the same for both ways of decoding.
  private static func failure(
    _ coding: String, _ bytes: [UInt8], limit: Int = 1 << 24
  ) async throws -> TransportError? {
    let whole = #expect(throws: TransportError.self) {
      try response(coding, .bytes(bytes)).decodedContent(limit: limit)
    }
    for size in [1, 5, 100_000] {
      let source = PiecesSource(bytes.pieces(of: size))
      let stream = try response(coding, .stream(source)).decodedContent(limit: limit)
      let decoded = try #require(stream.body.source)
      let error = await #expect(throws: TransportError.self) { try await decoded.all() }
      #expect(error == whole)
      let again = await #expect(throws: TransportError.self) { try await decoded.next() }
      #expect(again == whole)
      decoded.cancel()
      #expect(source.cancels.value == 1)
    }
    return whole
  }

  @Test(arguments: ["gzip", "x-gzip", "GZIP", " gzip ", "identity, gzip", "gzip,,identity"])
  func `gzip is decoded`(coding: String) async throws {
    #expect(try await Self.decoded(coding, Self.compressed(Self.text, .gzip)) == Self.text)
  }

  @Test func `deflate is decoded with and without a zlib header`() async throws {
    #expect(try await Self.decoded("deflate", Self.compressed(Self.text, .zlib)) == Self.text)
    #expect(try await Self.decoded("deflate", Self.compressed(Self.text, .raw)) == Self.text)
    #expect(try await Self.decoded("deflate", Self.compressed([], .raw)) == [])
  }

  @Test func `nested codings are decoded from the outermost inwards`() async throws {
    let twice = try Self.compressed(Self.compressed(Self.text, .gzip), .zlib)
    #expect(try await Self.decoded("gzip, deflate", twice) == Self.text)
  }

  @Test func `gzip members are concatenated, and trailing zeros are allowed`()
    async throws
  {
    let member = try Self.compressed(Array("one".utf8), .gzip)
    let other = try Self.compressed(Array("two".utf8), .gzip)
    let empty = try Self.compressed([], .gzip)
    let all = member + empty + other + [0, 0, 0, 0]
    #expect(try await Self.decoded("gzip", all) == Array("onetwo".utf8))
  }

  @Test func `a gzip member can have optional fields`() async throws {
    let plain = try Self.compressed(Array("text".utf8), .gzip)
    // All flags: text, check sum of the header, extra field, name, comment.
    var header: [UInt8] = [0x1F, 0x8B, 8, 0b11111, 1, 2, 3, 4, 2, 3]
    header += [4, 0] + Array("extr".utf8)
    header += "name.txt\0a comment\0".utf8
    let sum = CRC32.of(header)
    let sound = header + [UInt8(sum & 0xFF), UInt8(sum >> 8 & 0xFF)] + plain[10...]
    #expect(try await Self.decoded("gzip", sound) == Array("text".utf8))
    let wrong = header + [UInt8(sum & 0xFF) ^ 1, UInt8(sum >> 8 & 0xFF)] + plain[10...]
    #expect(try await Self.failure("gzip", wrong)?.kind == .content(.damaged))
  }

  @Test func `output of other compressors is decoded`() async throws {
    let script = """
      import gzip, json, random, sys, zlib
      random.seed(7)
      for level in range(10):
          text = bytes(random.choice(b"abc \\n") for _ in range(random.randrange(200_000)))
          if level % 3 == 0:
              text = random.randbytes(100_000)
          raw = zlib.compressobj(level, wbits=-15)
          for content in (
              gzip.compress(text, level),
              zlib.compress(text, level),
              raw.compress(text) + raw.flush(zlib.Z_SYNC_FLUSH) + raw.compress(text) + raw.flush(),
          ):
              sys.stdout.write(content.hex() + "\\n")
          sys.stdout.write(text.hex() + "\\n")
      """
    let verdict = try Judge.python.run(["-c", script])
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let lines = verdict.text.split(separator: "\n").map { line in
      let digits = Array(line.utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
      return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
    try #require(lines.count == 40)
    for start in stride(from: 0, to: 40, by: 4) {
      let text = lines[start + 3]
      #expect(try await Self.decoded("gzip", lines[start], pieces: [16_384]) == text)
      #expect(try await Self.decoded("deflate", lines[start + 1], pieces: [16_384]) == text)
      #expect(try await Self.decoded("deflate", lines[start + 2], pieces: [16_384]) == text + text)
    }
  }

  @Test func `damaged content is a persistent error`() async throws {
    let gzip = try Self.compressed(Self.text, .gzip)
    var damaged: [[UInt8]] = [Array("no gzip at all".utf8), gzip + [0, 1], gzip + [7]]
    // The magic number, the method, the check sum and the length.
    for index in [0, 2, gzip.count - 6, gzip.count - 1] {
      var bytes = gzip
      bytes[index] ^= 0x55
      damaged.append(bytes)
    }
    for bytes in damaged {
      #expect(try await Self.failure("gzip", bytes)?.kind == .content(.damaged))
    }
    let zlib = try Self.compressed(Self.text, .zlib)
    let wrongSum: [UInt8] = zlib.dropLast() + [zlib[zlib.count - 1] ^ 1]
    for bytes in [zlib + [0], [0xFF, 0xFF, 0xFF], wrongSum] {
      #expect(try await Self.failure("deflate", bytes)?.kind == .content(.damaged))
    }
  }

  @Test func `truncation is distinguished from damage at every offset`() async throws {
    for format in [ZlibStream.Format.gzip, .zlib, .raw] {
      let bytes = try Self.compressed(Array("Grüezi, Welt! Grüezi, Welt!".utf8), format)
      for count in 1..<bytes.count {
        let coding = format == .gzip ? "gzip" : "deflate"
        let error = try await Self.failure(coding, Array(bytes.prefix(count)))
        #expect(error?.kind == .truncatedBody, "\(format), \(count) bytes")
      }
    }
  }

  @Test func `the limit is exact`() async throws {
    let gzip = try Self.compressed(Self.text, .gzip)
    #expect(try await Self.decoded("gzip", gzip, limit: Self.text.count) == Self.text)
    let limit = Self.text.count - 1
    #expect(
      try await Self.failure("gzip", gzip, limit: limit)?.kind == .content(.tooLarge(limit: limit)))
  }

  @Test func `content with unknown codings is returned unchanged`() throws {
    let bytes: [UInt8] = [1, 2, 3]
    for coding in ["br", "gzip, br", "br, gzip", "compress", "identity", "", "gzip;q=1"] {
      let response = Self.response(coding, .bytes(bytes))
      let decoded = try response.decodedContent(limit: 100)
      #expect(decoded.head == response.head)
      #expect(decoded.body.bytes == bytes)
    }
    for status: HTTPStatus in [HTTPStatus(204), HTTPStatus(206), HTTPStatus(304)] {
      let response = Self.response("gzip", .bytes(bytes), status: status)
      #expect(try response.decodedContent(limit: 100).head == response.head)
    }
    let head = Self.response("gzip", .bytes([]))
    #expect(try head.decodedContent(limit: 100).head == head.head)
  }

  @Test func `an empty stream gives no content and no error`() async throws {
    let response = try Self.response("gzip", .stream(PiecesSource([]))).decodedContent(limit: 1)
    #expect(try await response.body.collect(upTo: 1) == [])
  }

  @Test func `too many codings are rejected`() {
    let coding = Array(repeating: "gzip", count: 5).joined(separator: ", ")
    #expect(throws: TransportError.self) {
      try Self.response(coding, .bytes([1])).decodedContent(limit: 100)
    }
  }

  @Test func `an error of the source is rethrown`() async throws {
    let lost = TransportError(.connectionLost)
    let gzip = try Self.compressed(Self.text, .gzip)
    let source = PiecesSource([Array(gzip.prefix(30))], failure: lost)
    let response = try Self.response("gzip", .stream(source)).decodedContent(limit: 1 << 24)
    await #expect(throws: lost) { try await response.body.collect(upTo: 1 << 24) }
  }

  @Test func `nothing is read ahead, and cancellation reaches the source`() async throws {
    let zeros = try Self.compressed([UInt8](repeating: 0, count: 1 << 20), .gzip)
    let source = PiecesSource([zeros])
    let response = try Self.response("gzip", .stream(source)).decodedContent(limit: 1 << 24)
    #expect(source.reads.value == 0)
    let decoded = try #require(response.body.source)
    for _ in 0..<16 { _ = try await decoded.next() }
    #expect(source.reads.value == 1)
    decoded.cancel()
    #expect(source.cancels.value == 1)
  }
}
