import TremaHTTP
import TremaTestSupport

/// One request of many, the same for the same seed.
struct TracedRequest: Sendable {
  enum Body: Hashable, Sendable {
    case empty
    case bytes
    case file
    case stream(isLengthKnown: Bool)
  }

  let number: Int
  var method: HTTPMethod
  /// A path with a query.
  var target: String
  var fields: HTTPFields
  var body: Body
  var content: [UInt8]
  /// Whether httpbin answers it, and not the server that returns the received request.
  var isForHTTPBin: Bool

  var isDecoded: Bool { !fields.contains(.acceptEncoding) && !fields.contains(.range) }

  static func all(_ count: Int, seed: UInt64) -> [TracedRequest] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      number % 4 == 3
        ? .forHTTPBin(number, &generator) : .forTraces(number, &generator)
    }
  }
}

extension TracedRequest: CustomStringConvertible {
  var description: String { "\(number): \(method) \(target) \(body) of \(content.count) bytes" }
}

extension TracedRequest {
  private static func forTraces(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let method = generator.pick(methods)
    let status = generator.once(in: 2) ? 200 : generator.pick(statuses)
    let coding = generator.pick(["plain", "plain", "gzip", "deflate"])
    let framing = generator.pick(["length", "length", "chunked", "chunked", "close"])
    let length = generator.once(in: 40) ? 300_000 : generator.pick([0, 1, 17, 200, 5_000, 70_000])
    var fields = fields(&generator)
    if coding == "plain", generator.once(in: 8) { fields[.acceptEncoding] = "identity" }
    let (body, content) = body(of: method, &generator)
    if !content.isEmpty, generator.once(in: 2) {
      fields[.contentType] = generator.pick(["text/plain", "application/json; charset=utf-8"])
    }
    return TracedRequest(
      number: number, method: method,
      target: "/\(status)/\(coding)/\(framing)/\(length)/\(tail(&generator))",
      fields: fields, body: body, content: content, isForHTTPBin: false)
  }

  private static func forHTTPBin(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let seed = generator.number(1...1000)
    let get = [
      "/gzip", "/deflate", "/encoding/utf8", "/html", "/xml", "/robots.txt", "/image/png",
      "/bytes/\(seed)?seed=\(seed)", "/stream-bytes/\(seed * 40)?seed=\(seed)&chunk_size=1000",
      "/redirect/2", "/redirect-to?url=%2Fget&status_code=307",
      "/basic-auth/user/word", "/hidden-basic-auth/user/word", "/bearer", "/range/\(seed)",
      "/etag/tag\(seed)", "/cookies/set?a=\(seed)", "/status/\(generator.pick(statuses))",
      "/response-headers?X-Answer=\(seed)&X-Answer=two", "/no-such-page", "/anything/\(seed)",
    ]
    if generator.once(in: 2) {
      let isHead = generator.once(in: 6)
      return TracedRequest(
        number: number, method: isHead ? .head : .get,
        // The length of the other pages depends on all fields that were sent.
        target: generator.pick(isHead ? ["/html", "/encoding/utf8"] : get),
        fields: fields(&generator), body: .empty, content: [], isForHTTPBin: true)
    }
    let method = generator.pick([HTTPMethod.post, .put, .patch, .delete])
    var (body, content) = body(of: method, &generator)
    // The response is JSON, which can only contain text.
    content = content.map { 0x20 + $0 % 0x5F }
    var fields = fields(&generator)
    if !content.isEmpty { fields[.contentType] = "text/plain" }
    // It does not always read chunked bodies.
    if body == .stream(isLengthKnown: false) { body = .stream(isLengthKnown: true) }
    return TracedRequest(
      number: number, method: method,
      target: "/anything/\(generator.pick(["a?a=1", "k%C3%BCche", "a?b=%26+c&b=2"]))",
      fields: fields,
      body: body, content: content, isForHTTPBin: true)
  }

  private static let statuses = [
    200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 409, 410, 418,
    422, 429, 500, 502, 503, 599,
  ]

  private static let methods: [HTTPMethod] = [
    .get, .get, .get, .head, .post, .post, .put, .patch, .delete, .options, .query,
  ]

  private static func tail(_ generator: inout SeededGenerator) -> String {
    let path = generator.pick([
      "a", "a/b/../c", "a//b", "%7Euser", "%2F", "a;b=1", "k%C3%BCche", ".",
    ])
    let query = generator.pick([
      "", "?", "?a=1", "?a=%20+b&a=2", "?q=%26%3D", "?/?", "?b[]=1&b[]=2",
    ])
    return path + query.replacing("[]", with: "%5B%5D")
  }

  private static func fields(_ generator: inout SeededGenerator) -> HTTPFields {
    var fields = HTTPFields()
    if generator.once(in: 2) {
      fields["X-Text"] = generator.pick(["a", "a, b", "\"q\\\"", "a;b=c:d"])
    }
    if generator.once(in: 4) {
      fields[.accept] = generator.pick(["*/*", "application/json, */*;q=0.1"])
    }
    if generator.once(in: 6) { fields[.authorization] = "Bearer abc.def" }
    if generator.once(in: 8) { fields[.cookie] = "a=1; b=2" }
    if generator.once(in: 8) { fields[.userAgent] = "trema/1" }
    if generator.once(in: 12) { fields["X-Long"] = String(repeating: "long ", count: 400) + "." }
    return fields
  }

  private static func body(
    of method: HTTPMethod, _ generator: inout SeededGenerator
  ) -> (Body, [UInt8]) {
    guard method.allowsBody, method != .options else { return (.empty, []) }
    let length =
      generator.once(in: 30) ? 1_200_000 : generator.pick([0, 1, 100, 4_096, 70_000])
    var content = [UInt8](repeating: 0, count: length)
    for index in content.indices {
      content[index] = UInt8(truncatingIfNeeded: index &* 31 &+ index >> 8 &+ length)
    }
    if length == 0 { return (generator.pick([.empty, .bytes]), []) }
    let body = generator.pick(
      [Body.bytes, .bytes, .file, .stream(isLengthKnown: true), .stream(isLengthKnown: false)])
    return (body, content)
  }
}
