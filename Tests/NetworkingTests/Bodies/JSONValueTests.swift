import Foundation
import Networking
import Testing
import TremaHTTP

@Suite struct JSONValueTests {
  private struct Event: Codable, Hashable, Sendable {
    var name: String
    var details: JSONValue
  }

  private static func sorted() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  @Test func `a member of unknown structure is decoded and encoded`() async throws {
    let body =
      #"{"details":{"a":[1,-2,2.5,18446744073709551615,1e300,true,false,null,"é"],"b":{},"c":[]},"#
      + #""name":"n"}"#
    let transport = KeepingTransport(type: "application/json", answer: Array(body.utf8))
    let client = HTTPClient(baseURL: "http://example.com", transport: transport)
    let event = try await client.send(.get("x").decoding(Event.self))
    let expected: JSONValue = [
      "a": [1, -2, 2.5, .init(.number(.init(UInt64.max))), 1e300, true, false, nil, "é"], "b": [:],
      "c": [],
    ]
    #expect(event == Event(name: "n", details: expected))
    try await client.send(.post("x").json(event, with: Self.sorted()).empty)
    let sent = try #require(transport.sent.value.last)
    let again = try JSONDecoder().decode(Event.self, from: Data(sent.body))
    #expect(again == event)
    #expect(String(decoding: sent.body, as: UTF8.self) == body.replacing("1e300", with: "1e+300"))
  }

  @Test func `members from an unordered decoder are sorted by name`() throws {
    let names = (0..<50).map { "n\($0 * 7 % 50)" }
    let body = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(body.utf8))
    #expect(value.object?.members.map(\.name) == names.sorted())
  }

  @Test func `JSON values can be at the top level and in dictionaries`() throws {
    for text in ["null", "true", "7", "\"a\"", "[]", "{}"] {
      let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      #expect(String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == text)
    }
    let values: [String: JSONValue] = ["a": 1]
    #expect(String(decoding: try JSONEncoder().encode(values), as: UTF8.self) == "{\"a\":1}")
  }

  @Test func `a string is not converted to a number, and a number out of range is an error`() throws
  {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(try decoder.decode(JSONValue.self, from: Data("[\"inf\"]".utf8)) == ["inf"])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONValue.self, from: Data("[1e999]".utf8))
    }
  }

  @Test func `a number that fits no Swift type keeps its spelling`() async throws {
    let transport = KeepingTransport(type: "application/json", answer: Array("[1e999]".utf8))
    let client = HTTPClient(baseURL: "http://example.com", transport: transport)
    let value = try await client.send(.get("x").jsonValue)
    try await client.send(.post("x").json(value).empty)
    #expect(transport.sent.value.last?.body == Array("[1e999]".utf8))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
  }
}
