import TremaHTTP

extension TransportConformance {
  /// Conformance cases for content decoding.
  static let contentCases: [Case] = [
    Case(
      "compressed content is decoded",
      "gzip, and deflate with and without a zlib header (RFC 9110, section 8.4.1)."
    ) { probe in
      for (name, coding, bytes) in CompressedFixtures.texts {
        let route = probe.serve {
          try $0.respond(fields: "Content-Encoding: \(coding)\r\n", body: bytes)
        }
        for (delivery, context) in TransportContext.deliveries {
          let subject = "\(name) (\(delivery))"
          let request = HTTPRequest(.get, route.url)
          guard let result = await probe.response(to: request, context: context, subject) else {
            continue
          }
          probe.expect(
            result.body == Array(CompressedFixtures.text.utf8), "\(subject) was decoded incorrectly"
          )
          let fields = result.response.fields
          probe.expect(!fields.contains(.contentEncoding), "\(subject) still has Content-Encoding")
          probe.expect(!fields.contains(.contentLength), "\(subject) still has Content-Length")
        }
      }
    },
    Case(
      "content with an unknown coding is received unchanged", "The field Content-Encoding is kept."
    ) { probe in
      let route = probe.serve {
        try $0.respond(fields: "Content-Encoding: own\r\n", body: [1, 2, 3])
      }
      guard let result = await probe.response(to: HTTPRequest(.get, route.url)) else { return }
      probe.expect(result.body == [1, 2, 3], "the content was changed")
      probe.expect(
        result.response.fields[.contentEncoding] == "own", "the Content-Encoding field was removed")
    },
    Case(
      "damaged content is an error", "A partially decoded body must not be reported as complete."
    ) { probe in
      for (name, bytes) in CompressedFixtures.damaged {
        let route = probe.serve {
          try $0.respond(fields: "Content-Encoding: gzip\r\n", body: bytes)
        }
        for (delivery, context) in TransportContext.deliveries {
          await probe.failure(
            of: HTTPRequest(.get, route.url), context: context, "\(name) (\(delivery))"
          ) { $0 == .content(.damaged) || $0 == .truncatedBody }
        }
      }
    },
    Case(
      "decompressed content is no longer than its limit",
      "64 KiB of compressed data can expand to 64 MiB."
    ) { probe in
      let limit = 3 << 20
      let route = probe.serve {
        try $0.respond(fields: "Content-Encoding: gzip\r\n", body: CompressedFixtures.bomb)
      }
      for (delivery, context) in TransportContext.deliveries {
        var context = context
        context.decodedLimit = limit
        await probe.failure(of: HTTPRequest(.get, route.url), context: context, delivery) {
          $0 == .content(.tooLarge(limit: limit))
        }
      }
    },
    Case(
      "a buffered body is no longer than its limit",
      "The limit applies to the decoded bytes, and a body of exactly this length is allowed."
    ) { probe in
      let route = probe.serve { try $0.respond(body: Pattern.bytes(10_000)) }
      let chunked = probe.serve { exchange in
        try exchange.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 1...10 {
          try exchange.write("3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n")
        }
        try exchange.write("0\r\n\r\n")
      }
      let zipped = probe.serve {
        try $0.respond(fields: "Content-Encoding: gzip\r\n", body: CompressedFixtures.mebibyte)
      }
      for (url, length) in [(route.url, 10_000), (chunked.url, 10_000), (zipped.url, 1 << 20)] {
        let request = HTTPRequest(.get, url)
        let exact = TransportContext(delivery: .whole(limit: length))
        let result = await probe.response(
          to: request, context: exact, "a body as long as its limit")
        probe.expect(result?.body.count == length, "the body is incomplete")
        let less = TransportContext(delivery: .whole(limit: length - 1))
        await probe.failure(of: request, context: less, "a body longer than its limit") {
          $0 == .bodyTooLarge(limit: length - 1)
        }
      }
    },
    Case(
      "a buffered body is delivered as bytes", "The body is in memory, even if it is empty."
    ) { probe in
      for body in [[], Pattern.bytes(70_000)] {
        let route = probe.serve { try $0.respond(body: body) }
        let request = HTTPRequest(.get, route.url)
        let result = await probe.response(to: request)
        probe.expect(
          result?.response.body.bytes == body,
          "the body of \(body.count) bytes was not delivered in one piece")
      }
    },
  ]
}

/// Compressed test data.
enum CompressedFixtures {
  /// The uncompressed test data.
  static let text = "some text, some text and some text"

  /// The data in the raw deflate format.
  private static let raw: [UInt8] = [
    43, 206, 207, 77, 85, 40, 73, 173, 40, 209, 81, 40, 134, 49, 21, 18, 243, 82, 16, 60, 0,
  ]
  /// The data in gzip format.
  private static let gzip: [UInt8] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 3] + raw + [86, 121, 115, 55, 34, 0, 0, 0]
  /// The data in zlib format.
  private static let zlib: [UInt8] = [120, 218] + raw + [218, 187, 12, 139]

  /// The names, codings and compressed bytes of `text`.
  static let texts = [
    ("gzip", "gzip", gzip), ("x-gzip", "X-GZip", gzip),
    ("deflate with a zlib header", "deflate", zlib),
    ("deflate without a zlib header", "deflate", raw),
  ]

  /// The names and bytes of invalid gzip data.
  static let damaged = [
    ("bytes that are not gzip", Array("this is not gzip".utf8)),
    ("a wrong checksum", Array(gzip.dropLast(8)) + [1, 2, 3, 4, 34, 0, 0, 0]),
    ("a wrong length", Array(gzip.dropLast(4)) + [35, 0, 0, 0]),
    ("half of the data", Array(gzip.prefix(20))),
    (
      "a broken block",
      Array(gzip.prefix(10)) + [0xFF, 0xFF, 0xFF, 0xFF] + Array(gzip.dropFirst(14))
    ),
  ]

  /// 1 MiB of zeros in gzip format, compressed to 1 KiB.
  static let mebibyte: [UInt8] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 8, 95, 160]
    + [UInt8](repeating: 0, count: 1016) + [62, 3, 28, 234, 56, 167, 0, 0, 16, 0]

  /// 64 copies of `mebibyte`, which gzip allows as consecutive members (RFC 1952, section 2.2).
  static let bomb = [UInt8]([[UInt8]](repeating: mebibyte, count: 64).joined())
}
