import ConfigKit
import Foundation
import Testing
import TremaConfigValues
import TremaSupport
import TremaTestSupport

@Suite struct ConfigOutputTests {
  /// A value with every kind.
  private static func sample() throws -> ConfigValue {
    let text = """
      <plist><dict>
      <key>z</key><array><true/><false/><array/><dict/></array>
      <key>Z</key><string>a&lt;é&#13;</string>
      <key>é</key><integer>18446744073709551615</integer>
      <key>n</key><array><integer>-1</integer><integer>0x1F</integer><integer>-0</integer></array>
      <key>r</key><array><real>0.1</real><real>30</real><real>-0.0</real><real>0</real>
      <real>1e300</real><real>1e-7</real><real>123456789012345678</real></array>
      <key>d</key><date>2026-11-21T06:30:00Z</date>
      <key>x</key><data>AQI=</data>
      </dict></plist>
      """
    return try ConfigFormat.plist.decode(Array(text.utf8), file: "in.plist").value
  }

  @Test func `XML has sorted keys and the shortest representation of reals`() throws {
    let bytes = try ConfigOutput.xml.bytes(of: Self.sample(), file: "out.plist")
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>Z</key>
        \t<string>a&lt;é&#13;</string>
        \t<key>d</key>
        \t<date>2026-11-21T06:30:00Z</date>
        \t<key>n</key>
        \t<array>
        \t\t<integer>-1</integer>
        \t\t<integer>31</integer>
        \t\t<integer>0</integer>
        \t</array>
        \t<key>r</key>
        \t<array>
        \t\t<real>0.1</real>
        \t\t<real>30</real>
        \t\t<real>-0.0</real>
        \t\t<real>0.0</real>
        \t\t<real>1e+300</real>
        \t\t<real>1e-07</real>
        \t\t<real>1.2345678901234568e+17</real>
        \t</array>
        \t<key>x</key>
        \t<data>
        \tAQI=
        \t</data>
        \t<key>z</key>
        \t<array>
        \t\t<true/>
        \t\t<false/>
        \t\t<array/>
        \t\t<dict/>
        \t</array>
        \t<key>é</key>
        \t<integer>18446744073709551615</integer>
        </dict>
        </plist>

        """)
  }

  @Test func `JSON has sorted keys, dates in ISO 8601 and data in Base64`() throws {
    let bytes = try ConfigOutput.json.bytes(of: Self.sample(), file: "out.json")
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {
          "Z": "a<é\\r",
          "d": "2026-11-21T06:30:00Z",
          "n": [
            -1,
            31,
            0
          ],
          "r": [
            0.1,
            30.0,
            -0.0,
            0.0,
            1e+300,
            1e-07,
            1.2345678901234568e+17
          ],
          "x": "AQI=",
          "z": [
            true,
            false,
            [],
            {}
          ],
          "é": 18446744073709551615
        }

        """)
  }

  /// The output in full, so that a change of a byte is detected.
  @Test func `binary files use the smallest integer size and store each scalar once`() throws {
    let value = ConfigValue(
      .dictionary(
        ConfigDictionary([
          .init("b", ConfigValue(.string("a"))),
          .init("a", ConfigValue(.integer(WholeNumber(256)))),
          .init(
            "c",
            ConfigValue(
              .array([
                ConfigValue(.boolean(true)), ConfigValue(.integer(WholeNumber(-1))),
                ConfigValue(.real(1)), ConfigValue(.integer(WholeNumber(256))),
                ConfigValue(.string("é")),
              ]))),
        ])))
    let bytes = try ConfigOutput.binary.bytes(of: value, file: "f")
    let expected = BinaryFile(
      [0xD3, 1, 2, 3, 4, 1, 5], [0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0x11, 1, 0],
      [0xA5, 6, 7, 8, 4, 9], [0x09], [0x13] + BinaryFile.number(.max, 8),
      [0x23] + BinaryFile.number(1.0.bitPattern, 8), [0x61, 0, 0xE9])
    var file = expected
    file.offsetSize = 1
    #expect(bytes == file.bytes)
  }

  @Test func `counts and references use more bytes as their range grows`() throws {
    let values = (0..<70_000).map { ConfigValue(.integer(WholeNumber($0))) }
    for count in [14, 15, 255, 256, 65_535, 70_000] {
      let value = ConfigValue(.array(Array(values.prefix(count))))
      let bytes = try ConfigOutput.binary.bytes(of: value, file: "f")
      #expect(Int(bytes[bytes.count - 25]) == (count < 255 ? 1 : count < 65_535 ? 2 : 4))
      #expect(try ConfigFormat.plist.decode(bytes, file: "f").value == value)
    }
  }

  /// - Returns: The value of the key `v` in a file, and the error of an output about it.
  private func complaint(_ output: ConfigOutput, _ bytes: [UInt8]) throws -> String {
    let value = try ConfigFormat.plist.decode(bytes, file: "in.plist").value
    let error = try #require(throws: Diagnostic.self) {
      try output.bytes(of: value, file: "out.plist")
    }
    let start = error.location?.start.map { "\($0.line):\($0.column)" } ?? "-"
    return
      "\(error.location?.file ?? ""):\(start) \(error.code): \(error.message); \(error.hint ?? "")"
  }

  @Test func `values that a format cannot express are rejected with their location`() throws {
    #expect(
      try complaint(.xml, Array("{ a = b;\nc = (\"\\1\"); }".utf8))
        == "in.plist:2:6 unwritable-character: this string contains U+0001, which is not allowed in XML; "
        + "remove the character, or choose another format")
    #expect(
      try complaint(.xml, Array("{ \"a\\Uffff\" = b; }".utf8))
        == "in.plist:1:3 unwritable-character: this key contains U+FFFF, which is not allowed in "
        + "XML; remove the character, or choose another format")
    let uid = BinaryFile([0xD1, 1, 2], [0x56] + Array("CF$UID".utf8), [0x10, 5])
    #expect(
      try complaint(.xml, uid.bytes)
        == "in.plist:1:9 unwritable-value: a dictionary whose only entry is an integer 'CF$UID' "
        + "would be read as a keyed-archive reference; rename the key, or choose another format")
    let half = BinaryFile([0x33] + BinaryFile.number(0.5.bitPattern, 8))
    for (output, name) in [(ConfigOutput.xml, "an XML property list"), (.json, "JSON")] {
      #expect(
        try complaint(output, half.bytes)
          == "in.plist:1:9 unwritable-value: \(name) cannot represent fractional seconds in a date; "
          + "use whole seconds; only binary property lists store fractional seconds")
    }
    #expect(
      try complaint(.json, Array("<plist><real>nan</real></plist>".utf8))
        == "in.plist:1:8 unwritable-value: JSON cannot represent the number 'nan'; "
        + "use a finite number")
    for output in [ConfigOutput.xml, .binary] {
      let error = try #require(throws: Diagnostic.self) {
        try output.bytes(of: ConfigValue(.null), file: "out.plist")
      }
      #expect(error.location?.file == "out.plist" && error.code == "unwritable-value")
    }
  }

  @Test func `emoji and private-use characters are not control characters`() throws {
    let value = ConfigValue(.string("\u{FFFD}\u{EF00}😀\t\n"))
    let bytes = try ConfigOutput.xml.bytes(of: value, file: "f")
    #expect(try ConfigFormat.plist.decode(bytes, file: "f").value == value)
  }

  @Test func `other readers can parse the output, and the output is deterministic`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 8)
    var expected: [(name: String, value: String)] = []
    for number in 0..<60 {
      let value = ConfigValue.random(&random)
      for output in [ConfigOutput.xml, .binary] {
        let bytes = try output.bytes(of: value, file: "f")
        #expect(try output.bytes(of: value, file: "f") == bytes)
        let again = try ConfigFormat.plist.decode(bytes, file: "f").value
        #expect(again == value)
        #expect(try output.bytes(of: again, file: "f") == bytes)
        let name = "\(number).\(output.rawValue)"
        try folder.write(bytes, to: name)
        expected.append((name, "ok \(PlatformJudges.spelled(value))"))
      }
    }
    let names = expected.map(\.name)
    let plistlib = try PlatformJudges.plistlib(names, in: folder)
    for (name, value) in expected { #expect(plistlib[name] == value, "plistlib: \(name)") }
    #if os(Linux)
      let foundation = try PlatformJudges.foundation(.serialization, names, in: folder)
      for (name, value) in expected { #expect(foundation[name] == value, "Foundation: \(name)") }
      let plutil = try Judge.plutil.run(["-lint", "-s"] + names, in: folder)
      #expect(plutil.status == 0, "\(plutil.text)\(plutil.complaint)")
    #endif
  }

  @Test func `the order of written keys depends neither on the input nor on the machine`() throws {
    let one = try ConfigFormat.plist.decode(
      Array("{a=1;b=2;é=3;}".replacing("é", with: "\"é\"").utf8), file: "f")
    let two = try ConfigFormat.plist.decode(
      Array("{é=3;b=2;a=1;}".replacing("é", with: "\"é\"").utf8), file: "f")
    for output in ConfigOutput.allCases {
      #expect(try output.bytes(of: one.value, file: "f") == output.bytes(of: two.value, file: "f"))
    }
  }
}
