import Testing
import TremaPropertyLists
import TremaSupport

import struct TremaSupport.SourceLocation

/// Problems in files whose meaning is still clear.
@Suite struct FindingTests {
  @Test func `all problems are reported, and those that change a value have a fix`() throws {
    let text = """
      <plist><array>
      <integer> 12 </integer><real>\t1.5
      </real><date> 2026-11-21T06:30:00Z</date>
      <date>2026-11-21T06:30:00+0030</date><date>2026-11-21T06:30:00.000Z</date>
      <date>2026-11-21T06:30:00</date><data>AQI
      </data><data>AQ</data><data>AQ=</data><string>a<?p?>b</string>
      </array></plist>
      """
    let reading = try PropertyList.read(Array(text.utf8), file: "f")
    let found = reading.problems.map { problem in
      let fix = problem.fixes.map {
        "\($0.location.start?.spelled ?? "")-\($0.location.end?.spelled ?? "") '\($0.replacement)'"
      }
      return "\(problem.location?.start?.spelled ?? "") \(problem.code) \(fix.joined())"
    }
    #expect(
      found == [
        "2:10 invalid-property-list 2:10-2:14 '12'", "2:30 invalid-property-list 2:30-3:1 '1.5'",
        "3:14 invalid-property-list 3:14-3:35 '2026-11-21T06:30:00Z'",
        "4:7 invalid-property-list 4:7-4:31 '2026-11-21T06:00:00Z'",
        "4:44 invalid-property-list 4:44-4:68 '2026-11-21T06:30:00Z'",
        "5:7 invalid-property-list ", "6:1 invalid-property-list 5:42-5:42 '='",
        "6:16 invalid-property-list 6:16-6:16 '=='", "6:32 invalid-property-list 6:32-6:32 '='",
        "6:48 comment-in-string ",
      ])
    #expect(reading.problems.allSatisfy { $0.kind == .finding && $0.severity == .error })
    let first = try #require(throws: Diagnostic.self) {
      try PropertyList.decode(Array(text.utf8), file: "f")
    }
    #expect(first.kind == .unreadable && first.message == "' 12 ' is not a valid integer")
  }

  @Test func `a text written with entities has no fix`() throws {
    for inner in ["&#32;12", "<![CDATA[ 12]]>", "<!-- c --> 12"] {
      let text = "<plist><integer>\(inner)</integer></plist>"
      let reading = try PropertyList.read(Array(text.utf8), file: "f")
      #expect(reading.value.integer == PropertyList.Integer(12))
      let problem = try #require(reading.problems.last)
      #expect(problem.code == "invalid-property-list" && problem.fixes.isEmpty)
    }
  }

  @Test func `an invalid date in any form is one error`() {
    for text in [
      "2026-11-21T06:30:00.Z", "2026-11-21T06:30:00+2", "2026-11-21T06:30:00+24:00",
      "2026-11-21T06:30:00 Z", "2026-02-29", "2026-11-21T06:30", "",
    ] {
      #expect(throws: Diagnostic.self) {
        try PropertyList.read(Array("<plist><date>\(text)</date></plist>".utf8), file: "f")
      }
    }
  }
}
