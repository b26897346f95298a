import ConfigKit
import Testing
import TremaConfigValues
import TremaSupport
import TremaTestSupport

@Suite struct JSONConfigTests {
  @Test func `keys and values have byte locations`() throws {
    let text = "\u{FEFF}{\r\n  \"é\": [1,\n 2.5], // c\n \"n\": null }"
    let bytes = Array(text.utf8)
    let reading = try ConfigFormat.json.decode(bytes, file: "c.json")
    let entry = try #require(reading.value.dictionary?.entry("é"))
    func part(_ place: ConfigLocation) -> String {
      String(decoding: bytes[place.bytes], as: UTF8.self)
    }
    #expect(part(entry.keyLocation) == "\"é\"")
    #expect(part(entry.value.location) == "[1,\n 2.5]")
    #expect(entry.value.array.map { $0.map { part($0.location) } } == ["1", "2.5"])
    #expect(part(reading.value.location) == String(text.dropFirst()))
    #expect(reading.value.dictionary?["n"]?.kind == .null)
  }

  @Test func `numbers out of range are errors`() throws {
    let text = #"{"a": 18446744073709551615, "b": 18446744073709551616, "c": 1e400}"#
    let problems = try ConfigFormat.json.decode(Array(text.utf8), file: "c.json").problems
    #expect(
      problems.map { "\($0.location?.start?.column ?? 0) \($0.code) \($0.message)" } == [
        "34 number-out-of-range the integer is not between -2^63 and 2^64 - 1",
        "61 number-out-of-range the number is too large for a 64-bit real number",
      ])
  }
}

/// Randomly corrupted files, which the reader must always handle in time.
@Suite struct ConfigMutationTests {
  static let samples: [(ConfigFormat, String, [String], UInt64)] = [
    (
      .json, #"{"é": [1, -2.5e3, true], "d": {"x": null, "y": "a\nb😀"}, /* c */ "z": "" }"#,
      ["{", "}", "[", "]", ":", ",", "\"", "\\u", "//", "/*", "*/", "1e999", "-"], 61
    ),
    (
      .env, "# c\nexport A__B='x y'\r\napi.host=\"a\\n\\\"b\nc\" # d\n\"x.y\"=é\nD= z#1 # e\n",
      ["=", "'", "\"", "\\", "#", "\n", "\r\n", "__", ".", "export ", "A=1\n"], 62
    ),
    (
      .yaml,
      "# é\nd: &d {x: ~, 'y': [1, -2.5e3, true]}\nz:\n  <<: *d\n  é: |\n    a\n    b\n- \"a\\n😀\": !!str 1\n",
      [
        ": ", "- ", "? ", "&d ", "*d", "!!int ", "|", "\"", "'", "[", "}", "\n", "\n  ", "\t",
        "---\n",
        "%YAML 1.1\n", "<<: ",
      ], 64
    ),
    (
      .xcconfig,
      "// c\n#include \"b.xcconfig\"\n#include? \"c\"\nA__B = https:/$()/é // d\r\nX[a=b] = 1\nY=$(inherited) $(Z)\n",
      ["=", "[", "]", "\"", "//", "#include \"b.xcconfig\"\n", "$(", "$()", "__", ".", "\r\n"], 63
    ),
  ]

  @Test(arguments: samples.indices)
  func `10,000 corrupted files are parsed or rejected without a crash`(_ index: Int) throws {
    let (format, text, words, seed) = Self.samples[index]
    let tokens = words.map { Array($0.utf8) } + [[0], [0xFF], [0xEF, 0xBB, 0xBF], [0xC3]]
    var random = SeededGenerator(seed: seed)
    var good = 0
    for number in 0..<10_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<random.number(1...3) where !bytes.isEmpty {
        let index = random.number(0...bytes.count - 1)
        let end = min(bytes.count, index + random.number(1...8))
        switch random.number(0...5) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
        case 1: bytes.removeSubrange(index..<end)
        case 2: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
        case 3: bytes.removeLast(bytes.count - index)
        default: bytes.insert(contentsOf: random.pick(tokens), at: index)
        }
      }
      do throws(Diagnostic) {
        let reading = try format.decode(bytes, file: "f") { path, _ throws(Diagnostic) in
          path == "b.xcconfig" ? bytes : nil
        }
        let isPlaced = reading.problems.allSatisfy { $0.location?.start != nil }
        #expect(isPlaced, "mutation \(number)")
        #expect(reading.value.location.bytes.upperBound <= bytes.count)
        if reading.problems.allSatisfy({ $0.severity < .error }) { good += 1 }
      } catch {
        let isWhole = error.location?.start != nil && error.kind == .unreadable
        #expect(isWhole && !error.message.isEmpty, "mutation \(number): \(error)")
      }
    }
    #expect(good > 200 && good < 9_900, "\(good)")
  }

  @Test func `a duplicate or nearly equal key is a finding, and the first value is used`() throws {
    let text = #"{"a": [{"b": 1,\n"b": 2}], "\u00e9": 1, "e\u0301": 2, "C": 1, "c": 2}"#
    let reading = try ConfigFormat.json.decode(
      Array(text.replacing("\\n", with: "\n").utf8), file: "c.json")
    #expect(
      reading.problems.map { "\($0.severity) \($0.code) \($0.kind)" } == [
        "error duplicate-key finding", "warning near-duplicate-key finding",
        "error near-duplicate-key finding",
      ])
    #expect(reading.problems.first?.key == "a[0].b")
    #expect(reading.problems.first?.location?.start == SourcePosition(line: 2, column: 1))
    #expect(ConfigKeyPath("a[0].b").flatMap { reading.value[$0] } == 1)
  }
}
