import Testing
import TremaPropertyLists
import TremaSupport
import TremaTestSupport

/// The reader returns promptly for randomly damaged files.
@Suite struct MutationTests {
  static let text = """
    /* c */ "k\\Ud83d\\Ude00" = "v\\101"; a = { b = ( 1, <0fbd>, 'x' ); }; // end
    flag; "é" = "\\n😀";
    """

  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>é</key><array><integer>-0x1F</integer><real>1.5</real></array>
    <!-- c --><key>d</key><date>2026-11-21T06:30:00Z</date><key>x</key><data>AQID</data>
    <key>t</key><true/><key>s</key><string>a&amp;<![CDATA[b]]></string></dict></plist>
    """

  /// - Returns: The number of files that were read.
  private func survivors(of sample: [UInt8], tokens: [[UInt8]], seed: UInt64) -> Int {
    var random = SeededGenerator(seed: seed)
    var limits = PropertyList.Limits()
    limits.values = 2_000
    var good = 0
    for number in 0..<10_000 {
      let bytes = Mutation.of(sample, tokens, &random)
      do throws(Diagnostic) {
        let value = try PropertyList.decode(bytes, file: "f", limits: limits)
        good += 1
        // In UTF-16 the bytes differ.
        if bytes.first.map({ $0 < 0xFE }) == true {
          #expect(Self.isInside(value, 0..<bytes.count, bytes), "mutation \(number)")
        }
        // Fractions of seconds and UIDs have no XML of their own; written once, they stay the same.
        if let xml = try? value.encodedXML(file: "f") {
          let again = try? PropertyList.decode(xml, file: "f").encodedXML(file: "f")
          #expect(again == xml, "mutation \(number)")
        }
      } catch {
        let isWhole = error.location?.start != nil && error.kind == .unreadable
        #expect(isWhole && !error.message.isEmpty, "mutation \(number): \(error)")
      }
    }
    return good
  }

  /// Returns whether every part is inside of the whole: in text inside of its parent, in binary
  /// inside of the file.
  private static func isInside(
    _ list: PropertyList, _ outer: Range<Int>, _ bytes: [UInt8]
  ) -> Bool {
    let extent = list.extent
    guard extent.bytes.lowerBound >= outer.lowerBound, extent.bytes.upperBound <= outer.upperBound,
      extent.start <= extent.end
    else { return false }
    let inner = bytes.starts(with: "bplist".utf8) ? outer : extent.bytes
    let keys = list.entries?.map(\.keyExtent.bytes) ?? []
    let values = list.array ?? list.entries?.map(\.value) ?? []
    return keys.allSatisfy {
      $0.lowerBound >= inner.lowerBound && $0.upperBound <= inner.upperBound
    }
      && values.allSatisfy { isInside($0, inner, bytes) }
  }

  @Test func `10,000 damaged text files are read or rejected`() {
    let tokens =
      [
        "{", "}", "(", ")", "<", ">", ";", "=", ",", "\"", "'", "\\", "/*", "*/", "//", "\\U",
        "\\777",
      ]
      .map { Array($0.utf8) } + [[0], [0xFF], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xA8], [0xC3]]
    let good = survivors(of: Array(Self.text.utf8), tokens: tokens, seed: 31)
    #expect(good > 200 && good < 9_000, "\(good)")
  }

  @Test func `10,000 damaged XML files are read or rejected`() {
    let tokens =
      [
        "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "<true/>", "&",
        "<", ">", "]]>", "<!--", "<plist>", "</plist>", "=", "-", "<integer>",
      ].map { Array($0.utf8) } + [[0], [0xFF], [0xEF, 0xBB, 0xBF]]
    let good = survivors(of: Array(Self.xml.utf8), tokens: tokens, seed: 32)
    #expect(good > 200 && good < 9_000, "\(good)")
  }

  @Test func `10,000 damaged binary files are read or rejected`() {
    let file = BinaryFile(
      [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x62, 0x00, 0xE9, 0x00, 0x62], [0x51, 0x63],
      [0xA3, 7, 8, 9], [0xD1, 1, 10], [0x44, 1, 2, 3, 4], [0x10, 5],
      [0x13] + BinaryFile.number(9, 8),
      [0x23] + BinaryFile.number(1.5.bitPattern, 8), [0x33] + BinaryFile.number(9.0.bitPattern, 8))
    #expect(reading(file.bytes).hasPrefix("{"))
    let tokens: [[UInt8]] = [
      [0xA2, 0, 0], [0xAF, 0x10, 0xFF], [0xDF], [0xFF], [0x00], [0x7F, 0xFF, 0xFF, 0xFF], [0x5F],
      [0x14], [0x80], [0xC1],
    ]
    let good = survivors(of: file.bytes, tokens: tokens, seed: 33)
    #expect(good > 200 && good < 9_000, "\(good)")
  }
}
