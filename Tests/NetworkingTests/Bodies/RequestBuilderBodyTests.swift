import Foundation
import Networking
import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct RequestBuilderBodyTests {
  private struct User: Codable, Hashable, Sendable {
    var name: String
    var age: Int
  }

  /// Returns what is sent for a draft: the type and the bytes.
  private static func sent(
    _ draft: RequestBuilder<BodyAllowed>
  ) async throws -> (type: String?, text: String, length: Int64?) {
    let transport = KeepingTransport()
    try await HTTPClient(baseURL: "http://example.com", transport: transport).send(draft.empty)
    let sent = try #require(transport.sent.value.first)
    return (
      sent.request.fields[.contentType], String(decoding: sent.body, as: UTF8.self), sent.length
    )
  }

  @Test func `a dictionary of mixed values is encoded as an object or a form`() async throws {
    let note: String? = nil
    let values: [String: (any Encodable & Sendable)?] = [
      "dish": 7, "name": "Spätzle", "note": note, "hot": true, "sizes": [1, 2],
    ]
    func object(_ draft: RequestBuilder<BodyAllowed>) async throws -> [String: JSONValue] {
      let text = try await Self.sent(draft).text
      let members = try JSONValue.decode(Array(text.utf8), file: "").object?.members ?? []
      return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
    var wanted: [String: JSONValue] = [
      "dish": 7, "name": "Spätzle", "note": nil, "hot": true, "sizes": [1, 2],
    ]
    wanted["note"] = JSONValue(.null)
    #expect(try await object(.post("x").json(values)) == wanted)
    wanted["note"] = nil
    #expect(try await object(.post("x").parameters(values)) == wanted)
    #expect(try await object(.post("x").parameters(["a": 1, "b": "x"])) == ["a": 1, "b": "x"])
    let form = RequestBuilder.post("x").parameters(["a": 1, "b": "x y"], in: .form)
    #expect(try await Self.sent(form).text == "a=1&b=x+y")
    // A literal keeps its order.
    #expect(try await Self.sent(.post("x").json(["b": 1, "a": "x"])).text == #"{"b":1,"a":"x"}"#)
  }

  @Test func `a value is encoded with the given encoder`() async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let user = User(name: "Ada", age: 36)
    let sent = try await Self.sent(.post("x").json(user, with: encoder))
    #expect(sent.type == "application/json")
    #expect(sent.text == "{\n  \"age\" : 36,\n  \"name\" : \"Ada\"\n}")
    #expect(sent.length == Int64(sent.text.utf8.count))
  }

  @Test func `mixed literals are encoded as compact JSON in order`()
    async throws
  {
    let name = "A\"d\u{1}ä\n"
    let sent = try await Self.sent(
      .post("x").json([
        "z": 1, "a": [true, nil, -2.5, "t"], "name": .init(name), "n": .init(7), "o": [:], "l": [],
        "i": "v\(3)",
      ]))
    #expect(sent.type == "application/json")
    #expect(
      sent.text
        == #"{"z":1,"a":[true,null,-2.5,"t"],"name":"A\"d\u0001ä\n","n":7,"o":{},"l":[],"i":"v3"}"#)
    #expect(try await Self.sent(.post("x").json(JSONValue("s"))).text == "\"s\"")
    #expect(
      try await Self.sent(.post("x").json(["a": 1, "b": 2] as JSONValue)).text == #"{"a":1,"b":2}"#)
    #expect(JSONValue(Double.nan) == nil)
  }

  @Test func `a duplicate name in a literal traps`() async {
    await #expect(processExitsWith: .failure) {
      let name = "a"
      let value: JSONValue = ["a": 1, name: 2]
      print(value)
    }
  }

  @Test func `text and file bodies set their content type`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("a,b".utf8), to: "t.csv")
    let text = try await Self.sent(.put("x").text("Grüezi"))
    #expect(text == ("text/plain; charset=utf-8", "Grüezi", 7))
    let html = try await Self.sent(.put("x").text("<p>", type: "text/html; charset=utf-8"))
    #expect(html == ("text/html; charset=utf-8", "<p>", 3))
    let path = folder.path + "/t.csv"
    #expect(try await Self.sent(.put("x").file(path: path)) == ("text/csv", "a,b", 3))
    #expect(try await Self.sent(.put("x").file(path: path, type: "a/b")) == ("a/b", "a,b", 3))
    #expect(try await Self.sent(.put("x").body(.bytes([65]))) == (nil, "A", 1))
    #expect(try await Self.sent(.put("x").body(.bytes([65]), type: "a/b")) == ("a/b", "A", 1))
  }

  @Test func `a default content type does not replace an explicit one`() async throws {
    let draft = RequestBuilder<BodyAllowed>.post("x").header(
      .contentType, "application/vnd.api+json")
    #expect(try await Self.sent(draft.json(["a": 1])).type == "application/vnd.api+json")
    #expect(try await Self.sent(draft.text("a")).type == "application/vnd.api+json")
    #expect(try await Self.sent(draft.data([1])).type == "application/vnd.api+json")
    #expect(try await Self.sent(draft.data([1], type: "a/b")).type == "a/b")
    let form = MultipartForm([.text("a", "b")])
    #expect(try await Self.sent(draft.multipart(form)).type == form.contentType)
  }

  @Test func `the content type of data is detected from its first bytes`() async throws {
    let types: [([UInt8], String)] = [
      (Array("{\"a\": 1}".utf8), "application/json"), (Array(" \n[1]\n".utf8), "application/json"),
      (Array("[section]\nkey=1".utf8), "application/octet-stream"),
      (Array("{".utf8), "application/octet-stream"), ([], "application/octet-stream"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "image/png"),
      ([0x89, 0x50, 0x4E, 0x47], "application/octet-stream"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), (Array("GIF89a.".utf8), "image/gif"),
      (Array("GIF87a.".utf8), "image/gif"), (Array("%PDF-1.7".utf8), "application/pdf"),
      ([0x49, 0x49, 0x2A, 0x00, 8], "image/tiff"), ([0x4D, 0x4D, 0x00, 0x2A, 8], "image/tiff"),
      (Array("RIFF....WEBPVP8 ".utf8), "image/webp"), (Array("RIFF....WAVE".utf8), "audio/wav"),
      (Array("RIFF".utf8), "application/octet-stream"),
      ([0x50, 0x4B, 3, 4], "application/zip"), ([0x1F, 0x8B, 8], "application/gzip"),
      (Array("<?xml version='1.0'?>".utf8), "application/xml"),
      ([0, 0, 0, 24] + Array("ftypheic".utf8), "image/heic"),
      ([0, 0, 0, 24] + Array("ftypisom".utf8), "video/mp4"),
    ]
    for (bytes, type) in types {
      #expect(try await Self.sent(.post("x").data(bytes)).type == type)
      #expect(try await Self.sent(.post("x").data(Data(bytes))).type == type)
    }
  }

  @Test func `a form is sent with its length, and sent again when the call is repeated`()
    async throws
  {
    let transport = KeepingTransport()
    let client = HTTPClient(baseURL: "http://example.com", transport: transport)
    let call = client.call(.post("x").multipart(.text("a", "b"), .data("c", [1])).empty)
    try await call.value()
    try await call.value()
    let sent = transport.sent.value
    #expect(sent.count == 2)
    #expect(sent[0].body == sent[1].body)
    #expect(sent[0].length == Int64(sent[0].body.count))
    let type = try #require(sent[0].request.fields[.contentType])
    #expect(type.hasPrefix("multipart/form-data; boundary=trema-"))
    #expect(sent[0].body.starts(with: "--\(type.dropFirst(30))\r\n".utf8))
  }

  @Test func `a form that cannot be encoded is an encoding error`() async throws {
    let client = HTTPClient(baseURL: "http://example.com", transport: KeepingTransport())
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(.post("x").multipart(.text("a", "b", type: "\n")).empty)
    }
    #expect(
      error?.description
        == "POST http://example.com/x: the request cannot be encoded: the type of the part 'a' is not "
        + "a valid header field value")
  }
}
