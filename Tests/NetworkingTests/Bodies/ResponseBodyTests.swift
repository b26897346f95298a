import Networking
import Testing
import TremaHTTP

@Suite struct ResponseBodyTests {
  private static func client(_ type: String?, _ answer: [UInt8]) -> HTTPClient {
    HTTPClient(
      baseURL: "http://example.com", transport: KeepingTransport(type: type, answer: answer))
  }

  private static func text(_ type: String?, _ answer: [UInt8]) async throws(NetworkError) -> String
  {
    try await client(type, answer).send(.get("x").text)
  }

  @Test func `text is decoded with the declared charset`() async throws {
    let texts: [(String?, [UInt8], String)] = [
      (nil, Array("Grüße 👋".utf8), "Grüße 👋"), ("text/plain", Array("ä".utf8), "ä"),
      ("text/plain; charset=UTF-8", [0xEF, 0xBB, 0xBF, 0x61], "a"),
      ("text/plain; charset=utf-8", [], ""),
      ("text/plain;charset=ISO-8859-1", [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x80], "Grüße\u{80}"),
      ("text/plain; a=\"charset=utf-16; \\\"\"; Charset=\"latin1\"", [0xE4], "ä"),
      ("text/plain; charset; charset=us-ascii", [0x41], "A"),
      ("text/plain; charset=utf-16", [0xFE, 0xFF, 0, 0x41, 0xD8, 0x3D, 0xDC, 0x4B], "A👋"),
      ("text/plain; charset=utf-16", [0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0x4B, 0xDC], "A👋"),
      ("text/plain; charset=utf-16", [0, 0x41], "A"), ("a/b; charset=UTF-16LE", [0x41, 0], "A"),
      ("a/b; charset=UTF-16BE ; x=y", [0, 0x41], "A"),
    ]
    for (type, bytes, text) in texts {
      let read = try await Self.text(type, bytes)
      #expect(Array(read.utf8) == Array(text.utf8), "\(type ?? "no type")")
    }
  }

  @Test func `bytes invalid in the charset are reported with their offset`() async throws {
    let wrong: [(String?, [UInt8], TextDecodingError)] = [
      (nil, [0x61, 0xC3, 0xA4, 0xFF], .malformed(charset: "UTF-8", offset: 3)),
      (nil, [0x61, 0xC3], .malformed(charset: "UTF-8", offset: 1)),
      (nil, [0xEF, 0xBB, 0xBF, 0x61, 0xED, 0xA0, 0x80], .malformed(charset: "UTF-8", offset: 4)),
      ("a/b; charset=us-ascii", [0x61, 0x80], .malformed(charset: "US-ASCII", offset: 1)),
      ("a/b; charset=utf-16", [0], .malformed(charset: "UTF-16", offset: 0)),
      ("a/b; charset=utf-16", [0, 0x41, 0xDC, 0], .malformed(charset: "UTF-16", offset: 2)),
      ("a/b; charset=klingon", [], .unknownCharset("klingon")),
    ]
    for (type, bytes, expected) in wrong {
      let error = await #expect(throws: NetworkError.self) { try await Self.text(type, bytes) }
      guard case .decoding(let reason) = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason as? TextDecodingError == expected)
    }
  }

  @Test func `any JSON is decoded, keeping the order of members and the digits of numbers`()
    async throws
  {
    let body = #"{"b": [1.0, null, "x", true], "a": {"n": 12345678901234567890}}"#
    let client = Self.client("application/json", Array(body.utf8))
    let value = try await client.send(.get("x").jsonValue)
    #expect(value.object?.members.map(\.name) == ["b", "a"])
    #expect(value["b"]?[0]?.number?.text == "1.0")
    #expect(value["b"]?[1]?.isNull == true)
    #expect(value["b"]?[2] == "x")
    #expect(value["b"]?[3] == true)
    #expect(value["b"]?[4] == nil)
    #expect(value["a"]?["n"]?.number?.text == "12345678901234567890")
    #expect(value["c"] == nil)
    #expect(value[0] == nil)
  }

  @Test func `invalid JSON is reported with its location but without its content`() async throws {
    let client = Self.client("application/json", Array("{\"a\":\n  secret}".utf8))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.get("x").jsonValue)
    }
    #expect(
      error?.description
        == "GET http://example.com/x: the response cannot be decoded: the body is not valid JSON at line 2, "
        + "column 3 (invalid-json)")
    let none = await #expect(throws: NetworkError.self) {
      try await Self.client(nil, []).send(.get("x").jsonValue)
    }
    #expect(none?.description.contains("secret") == false)
  }
}
