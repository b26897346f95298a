import Testing
import TremaCatalog
import TremaMessages
import TremaTestSupport

@testable import TremaFormats

/// Text in quotation marks, copied where nothing in it needs an escape.
@Suite struct QuotableTextTests {
  @Test func `plain text is copied, and special characters are escaped, in every form`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<5000 {
      let text = HostileText.text(
        &random, of: [HostileText.pieces, HostileText.backslashes, ["word", " "]])
      var (quick, plain): ([UInt8], [UInt8]) = ([], [])
      quick.append(quotable: text, controlsAs: "\\u", escapesMark: true)
      plain.append(quotableByByte: text, controlsAs: "\\u", escapesMark: true)
      #expect(quick == plain)
      var (known, unknown): ([UInt8], [UInt8]) = ([], [])
      var bytes = text
      bytes.withUTF8 { known.append(quotable: $0, having: TextFlags(in: $0), controlsAs: "\\U") }
      unknown.append(quotableByByte: text, controlsAs: "\\U")
      #expect(known == unknown)
    }
  }

  @Test func `buffers are equal if their bytes are equal`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<5000 {
      let bytes = (0..<random.number(0...40)).map { _ in UInt8(random.number(0...3)) }
      var other = bytes
      if !other.isEmpty, random.once(in: 2) {
        other[random.number(0...other.count - 1)] = UInt8(random.number(0...3))
      }
      let isEqual = bytes.withUnsafeBufferPointer { bytes in
        other.withUnsafeBufferPointer { bytes.isEqual(to: $0) }
      }
      #expect(isEqual == (bytes == other))
    }
  }
}
