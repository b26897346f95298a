import Foundation
import Testing
import TremaJSON
import TremaSupport

import struct TremaSupport.SourceLocation

@Suite struct JSONReaderTests {
  static let strict = [
    "null", "true", "false", "[]", "{}", " \t\r\n[ ]\n", "\"\"", "[1, -0, 0.5, 1e6, 1E-2, 12.5e+1]",
    #""\"\\\/\b\f\n\r\t""#, #""\u00e9\u00E9\ud83d\uDe00\u0000""#, #"{"a": {"b": [null, {}]}}"#,
    #"{"": 1, "A": 2, "a": 3}"#, "\"Grüezi 日本 👨‍👩‍👧\"", "9007199254740993", "[[[[[[]]]]]]",
  ]

  @Test(arguments: strict)
  func `a strict document is read like Foundation reads it`(document: String) throws {
    let ours = try JSONValue.decode(Array(document.utf8), file: "a.json")
    let theirs = try JSONSerialization.jsonObject(
      with: Data(document.utf8), options: .fragmentsAllowed)
    #expect(foundationValue(of: ours) == theirs as? NSObject)
  }

  @Test(arguments: [
    ("[1, 2,]", "[1, 2]"), (#"{"a": 1,}"#, #"{"a": 1}"#),
    ("// one\n[ /* two */ 1 // three\n, 2 /**/ ]// end", "[1, 2]"),
    ("/* a\n * b **/ null", "null"), ("\u{FEFF}{}", "{}"), ("[1,\r// mac\r2]", "[1, 2]"),
    (#"["// no comment", "/* nor this */"]"#, #"["// no comment", "/* nor this */"]"#),
  ])
  func `comments, trailing commas and a byte order mark are skipped`(
    document: String, strict: String
  ) throws {
    #expect(
      try JSONValue.decode(Array(document.utf8), file: "a.json")
        == JSONValue.decode(Array(strict.utf8), file: "b.json"))
  }

  @Test func `every value and every name has a location`() throws {
    let document = "\u{FEFF}{\n  \"é\": [1, true], // x\n  /* y\n */ \"b\" : {}\n}"
    let value = try JSONValue.decode(Array(document.utf8), file: "a.json")
    let members = try #require(value.object?.members)
    #expect(span(value.location) == "a.json 1:1-5:2")
    #expect(members.map { span($0.nameLocation) } == ["a.json 2:3-2:7", "a.json 4:5-4:8"])
    #expect(members.map { span($0.value.location) } == ["a.json 2:9-2:18", "a.json 4:11-4:13"])
    let elements = try #require(members.first?.value.array)
    #expect(elements.map { span($0.location) } == ["a.json 2:10-2:11", "a.json 2:13-2:17"])
  }

  @Test func `members are found by name, byte for byte`() throws {
    let document = Array(#"{"\u00e9": 1, "e\u0301": 2, "a": "x"}"#.utf8)
    let value = try JSONValue.decode(document, file: "a.json")
    let object = try #require(value.object)
    #expect(object["e\u{301}"]?.number?.int == 2)
    #expect(object["\u{E9}"]?.number?.int == 1)
    #expect(object["a"]?.string == "x")
    #expect(object["b"] == nil)
  }

  @Test func `a number keeps its spelling and converts to types that can represent it`() throws {
    let document = Array("[1.0, 1e3, 0.5, 1e400, 9007199254740993, 9007199254740993.0, -0]".utf8)
    let value = try JSONValue.decode(document, file: "a.json")
    let numbers = try #require(value.array).compactMap(\.number)
    #expect(numbers.map(\.int) == [1, 1000, nil, nil, 9_007_199_254_740_993, nil, 0])
    #expect(numbers.map(\.double) == [1, 1000, 0.5, nil, 0x1p53, 0x1p53, 0])
    #expect(numbers.first?.text == "1.0")
    #expect(JSONNumber(.infinity) == nil)
    #expect(JSONNumber(1e20)?.text == "1e+20")
  }

  @Test func `256 nested containers are read, and 257 are rejected`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONValue.decode(nested(256), file: "a.json")
    #expect(throws: Diagnostic.self) { try JSONValue.decode(nested(257), file: "a.json") }
  }

  @Test func `20,000 names in one object are compared promptly`() throws {
    let members = (0..<20_000).map { "\"key\($0)\": \($0)" }
    func document(_ members: [String]) -> [UInt8] {
      Array("{\(members.joined(separator: ",\n"))}".utf8)
    }
    let value = try JSONValue.decode(document(members), file: "a.json")
    #expect(value.object?.members.count == 20_000)
    let error = #expect(throws: Diagnostic.self) {
      try JSONValue.decode(document(members + ["\"key3\": 0"]), file: "a.json")
    }
    #expect(error?.location?.start == SourcePosition(line: 20_001, column: 1))
    #expect(error?.related.first?.location.start == SourcePosition(line: 4, column: 1))
  }

  private func span(_ location: SourceLocation?) -> String {
    guard let location, let start = location.start, let end = location.end else { return "" }
    return "\(location.file) \(start.line):\(start.column)-\(end.line):\(end.column)"
  }

  private func foundationValue(of value: JSONValue) -> NSObject {
    switch value.content {
    case .null: NSNull()
    case .bool(let value): NSNumber(value: value)
    case .number(let number):
      number.int.map { NSNumber(value: $0) } ?? NSNumber(value: number.double ?? .nan)
    case .string(let text): NSString(string: text)
    case .array(let elements): NSArray(array: elements.map(foundationValue))
    case .object(let object):
      NSDictionary(
        objects: object.members.map { foundationValue(of: $0.value) },
        forKeys: object.members.map { NSString(string: $0.name) })
    }
  }
}
