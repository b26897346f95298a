import ConfigKit
import Testing
import TremaSupport

@Suite struct XCConfigTests {
  private func read(
    _ files: [String: String], _ file: String = "Config/App.xcconfig"
  ) throws -> ConfigFormat.DecodingResult {
    try ConfigFormat.xcconfig.decode(Array((files[file] ?? "").utf8), file: file) {
      path, _ throws(Diagnostic) in files[path].map { Array($0.utf8) }
    }
  }

  private func report(_ reading: ConfigFormat.DecodingResult) -> [String] {
    reading.problems.map {
      "\($0.location?.file ?? ""):\($0.location?.start?.line ?? 0):\($0.location?.start?.column ?? 0) \($0.severity) \($0.code) \($0.message)"
    }
  }

  @Test func `settings have locations, and included settings can be overridden`() throws {
    let text =
      "// c\r\n#include \"../Base.xcconfig\" // c\r\n#include? \"none.xcconfig\"\r\n"
      + "API__HOST = https:/$()/a.example // c\r\nFLAGS=$(inherited) -b\r\nX = $(OTHER) y \r\n"
    let reading = try read([
      "Config/App.xcconfig": text, "Base.xcconfig": "FLAGS = -a\nBASE = 1\nAPI__HOST = x",
    ])
    #expect(report(reading) == [])
    #expect(
      reading.value == [
        "API": ["HOST": "https://a.example"], "FLAGS": "-a -b", "BASE": "1", "X": "$(OTHER) y",
      ])
    let host = try #require(reading.value.dictionary?["API"]?.dictionary?.entry("HOST"))
    #expect(host.keyLocation.description == "Config/App.xcconfig:4:1")
    let bytes = Array(text.utf8)
    #expect(String(decoding: bytes[host.keyLocation.bytes], as: UTF8.self) == "API__HOST")
    #expect(
      String(decoding: bytes[host.value.location.bytes], as: UTF8.self) == "https:/$()/a.example")
    #expect(reading.value.dictionary?["BASE"]?.location.description == "Base.xcconfig:2:8")
  }

  @Test func `a URL that is cut off by a comment is reported with a fix`() throws {
    let reading = try read(["Config/App.xcconfig": "URL = https://a.example\nB = x: // fine\n"])
    #expect(
      report(reading) == [
        "Config/App.xcconfig:1:13 error url-cut-by-comment the URL in 'URL' ends after 'https:', because '//' begins a comment"
      ])
    #expect(reading.problems.first?.hint == "use https:/$()/host")
    #expect(reading.problems.first?.fixes.map(\.replacement) == ["/$()/"])
  }

  @Test func `unreadable files are reported with their location`() throws {
    let reading = try read([
      "Config/App.xcconfig": """
      A[sdk=iphoneos*] = 1
      nothing
      = 1
      two words = 1
      #define
      #include other
      #include "other.xcconfig" x
      #include "gone.xcconfig"
      #include "./sub/../loop.xcconfig"
      B = 1
      B = 2
      """,
      "Config/loop.xcconfig": "#include \"App.xcconfig\"\n",
    ])
    #expect(
      report(reading) == [
        "Config/App.xcconfig:1:1 warning conditional-setting 'A' is set only for some builds, so the line is ignored",
        "Config/App.xcconfig:2:1 error invalid-xcconfig 'nothing' is not a build setting",
        "Config/App.xcconfig:3:1 error invalid-xcconfig the key before '=' is missing",
        "Config/App.xcconfig:4:1 error invalid-xcconfig 'two words' is not a valid key",
        "Config/App.xcconfig:5:1 error invalid-xcconfig '#' begins neither a comment nor #include",
        "Config/App.xcconfig:6:1 error invalid-xcconfig #include has no file name",
        "Config/App.xcconfig:7:27 error invalid-xcconfig unexpected text after the file name",
        "Config/App.xcconfig:8:10 error missing-include the included file 'Config/gone.xcconfig' does not exist",
        "Config/loop.xcconfig:1:10 error include-cycle the file includes itself: Config/App.xcconfig -> Config/loop.xcconfig -> Config/App.xcconfig",
        "Config/App.xcconfig:11:1 error duplicate-key key 'B' is defined twice (first on line 10)",
      ])
  }

  @Test func `files that include each other are read once`() throws {
    var files: [String: String] = [:]
    for number in 0..<30 {
      let next = "#include \"\(number + 1).xcconfig\"\n"
      files["\(number).xcconfig"] = next + next
    }
    files["30.xcconfig"] = "A = 1\n"
    let reading = try read(files, "0.xcconfig")
    #expect(Set(reading.problems.map(\.code)) == ["size-limit"])
  }

  @Test func `values that double their inherited value are limited in size`() throws {
    var files = ["40.xcconfig": "A = xxxxxxxx\nB = y\n"]
    for number in 0..<29 {
      let next = number == 28 ? 40 : number + 1
      files["\(number).xcconfig"] =
        "#include \"\(next).xcconfig\"\nA = $(inherited)${inherited}\nB = $(inherited)z\n"
    }
    let reading = try read(files, "0.xcconfig")
    #expect(
      report(reading) == [
        "11.xcconfig:2:1 error expansion-limit $(inherited) makes 'A' longer than 1048576 bytes, or all values together longer than 16777216 bytes"
      ])
    #expect(reading.problems.map(\.kind) == [.unreadable])
  }
}
