import Testing

@testable import TremaDiagnostics
@testable import TremaSupport

@Suite struct ShortenedNameTests {
  @Test func `a name of ordinary length is unchanged`() {
    #expect("a.b".shortened == "a.b" && "".shortened == "")
    let longest = String(repeating: "é", count: 128)
    #expect(longest.shortened == longest)
    #expect((longest + "a").shortened != longest + "a")
  }

  @Test(arguments: ["k", "é", "語", "😀", "e\u{301}"])
  func `a long name is truncated between characters`(
    _ character: String
  ) throws {
    for lead in ["", "a", "ab", "abc"] {
      let name = lead + String(repeating: character, count: 300)
      let short = name.shortened
      let start = try #require(short.split(separator: "…").first)
      #expect(short.hasSuffix("… (\(name.utf8.count) bytes)"))
      #expect(name.unicodeScalars.starts(with: start.unicodeScalars))
      #expect((125...128).contains(start.utf8.count), "\(start.utf8.count)")
    }
  }

  @Test func `two long keys remain distinguishable, wherever they differ`() {
    let start = String(repeating: "k", count: 900)
    #expect((start + "a").shortenedField == start + "a")
    let long = Array(repeating: UInt8(ascii: "k"), count: 5_003)
    var fields: Set<String> = [String(decoding: long, as: UTF8.self).shortenedField]
    for place in [0, 511, 512, 4_095, 4_096, 4_999, 5_000, 5_002] {
      var other = long
      other[place] = UInt8(ascii: "l")
      fields.insert(String(decoding: other, as: UTF8.self).shortenedField)
    }
    // The same bytes in another order.
    for swapped in [(1_000, 1_008), (1_000, 1_001), (5_001, 5_002)] {
      var other = long
      (other[swapped.0], other[swapped.1]) = (UInt8(ascii: "a"), UInt8(ascii: "b"))
      fields.insert(String(decoding: other, as: UTF8.self).shortenedField)
      other.swapAt(swapped.0, swapped.1)
      fields.insert(String(decoding: other, as: UTF8.self).shortenedField)
    }
    #expect(fields.count == 15)
    #expect(fields.allSatisfy { $0.utf8.count < 550 && $0.shortenedField == $0 })
  }

  @Test(arguments: [1_019, 1_020, 1_021, 1_022, 1_023, 1_024, 1_025, 5_000])
  func `a long key in two languages yields two findings`(_ count: Int) {
    let key = String(repeating: "k", count: count)
    let prints = ["de", "fr", "de-CH"].map {
      Diagnostic(.error, "x", "m", subject: "\(key.shortenedField) \($0)").fingerprint
    }
    #expect(Set(prints).count == 3)
    let whole = ["de", "fr", "de-CH"].map {
      Diagnostic(.error, "x", "m", subject: "\(key) \($0)").fingerprint
    }
    #expect(Set(whole).count == 3)
  }

  @Test func `the hash of a field is the same on every machine`() {
    #expect(
      String(repeating: "key.", count: 300).shortenedField
        == String(repeating: "key.", count: 128) + "… (1200 bytes, bcdee70d45b1052b)")
  }

  @Test func `a shortened message keeps its beginning and its end`() {
    let long = "begins " + String(repeating: "😀", count: 50_000) + " ends"
    let message = Diagnostic(.error, "x", long).message
    #expect(message.hasPrefix("begins 😀") && message.hasSuffix("😀 ends"))
    #expect(message.utf8.count < 1_550 && !message.contains("\u{FFFD}"))
    let usual = String(repeating: "😀", count: 1_000)
    #expect(Diagnostic(.error, "x", usual).message == usual)
    #expect(Diagnostic(.error, "x", "m", hint: long).hint == message)
  }
}
