import Foundation
import Testing
import TremaJSON
import TremaSupport

@Suite struct JSONWriterTests {
  private func value(_ document: String) throws -> JSONValue {
    try JSONValue.decode(Array(document.utf8), file: "a.json")
  }

  private func text(_ value: JSONValue, _ writer: JSONWriter = JSONWriter()) -> String {
    String(decoding: writer.bytes(of: value), as: UTF8.self)
  }

  private let sample = #"{"b": [1.50, {}, [], null], /* gone */ "a": "\u0041\/\u001F\u2028\u007F"}"#

  @Test func `a value is written in the documented form`() throws {
    #expect(
      text(try value(sample)) == """
        {
          "b": [
            1.50,
            {},
            [],
            null
          ],
          "a": "A/\\u001f\u{2028}\u{7F}"
        }

        """)
  }

  @Test func `names are sorted by their bytes on request`() throws {
    let object = try value(#"{"b": 1, "é": 2, "a": {"Z": 1, "A": 2}, "B": 3}"#)
    let writer = JSONWriter(order: .sorted, endsWithNewline: false)
    let names = text(object, writer).split(separator: "\"").filter { $0.allSatisfy(\.isLetter) }
    #expect(names == ["B", "a", "A", "Z", "b", "é"])
    #expect(text(object, writer).hasSuffix("}"))
  }

  @Test func `the Xcode layout matches Xcode's string catalogs`() throws {
    let writer = JSONWriter(layout: .xcode, endsWithNewline: false)
    #expect(
      text(try value(#"{"a": {"b": true}, "c": {}}"#), writer) == """
        {
          "a" : {
            "b" : true
          },
          "c" : {

          }
        }
        """)
  }

  @Test func `a written value is read back unchanged`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let value = random.value(depth: 4)
      for writer in [JSONWriter(), JSONWriter(layout: .xcode, endsWithNewline: false)] {
        let bytes = writer.bytes(of: value)
        let again = try JSONValue.decode(bytes, file: "a.json")
        #expect(again == value)
        #expect(writer.bytes(of: again) == bytes)
        _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      }
    }
  }

  @Test func `10,000 damaged documents are read or rejected with a location`() throws {
    var random = SeededGenerator(seed: 11)
    let seeds = JSONReaderTests.strict.map { Array($0.utf8) } + [Array(sample.utf8)]
    var refused = 0
    for round in 0..<10_000 {
      let document = random.damaged(seeds[round % seeds.count])
      do throws(Diagnostic) {
        let value = try JSONValue.decode(document, file: "a.json")
        #expect(try JSONValue.decode(JSONWriter().bytes(of: value), file: "b.json") == value)
      } catch {
        refused += 1
        #expect(error.code == "invalid-json")
        #expect(error.location?.start != nil)
      }
    }
    #expect((5000..<10_000).contains(refused))
  }
}

/// SplitMix64: the same numbers on every machine.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: return JSONValue(.null)
    case 1: return JSONValue(.bool(Bool.random(using: &self)))
    case 2: return JSONValue(.number(JSONNumber(Int.random(in: .min ... .max, using: &self))))
    case 3:
      let number = Double(bitPattern: next())
      return JSONValue(.number(JSONNumber(number) ?? JSONNumber(0)))
    case 4: return JSONValue(.string(text()))
    case 5:
      let count = Int.random(in: 0..<5, using: &self)
      return JSONValue(.array((0..<count).map { _ in value(depth: depth - 1) }))
    default:
      let count = Int.random(in: 0..<12, using: &self)
      return JSONValue(
        .object(
          JSONObject(
            (0..<count).map { index in
              JSONObject.Member("\(index)\(text())", value(depth: depth - 1))
            })))
    }
  }

  mutating func text() -> String {
    let scalars = (0..<Int.random(in: 0..<9, using: &self)).compactMap { _ in
      Unicode.Scalar(
        UInt32.random(in: 0...(Bool.random(using: &self) ? 0x7F : 0x1FFFF), using: &self))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  mutating func damaged(_ document: [UInt8]) -> [UInt8] {
    var document = document
    for _ in 0...Int.random(in: 0..<3, using: &self) {
      let index = Int.random(in: 0...document.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0 where index < document.count: document.remove(at: index)
      case 1 where index < document.count: document[index] = UInt8.random(in: 0...255, using: &self)
      case 2: document.removeLast(document.count - index)
      default:
        let bytes = Array("{}[]\",:\\u/*-0.e\n\u{e9}".utf8)
        document.insert(bytes.randomElement(using: &self) ?? 0, at: index)
      }
    }
    return document
  }
}
