import Testing
import TremaTestSupport

/// One input that readers of property lists treat differently, and the result of each.
struct VerdictRow: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  /// All findings about it, and the value in the spelling of the judges, if it has one.
  let ours: [String]
  /// `ok`, `error`, `crash` or `hang`; `ok` and a value if that was compared; `slow` if it depends
  /// on the machine whether it ends in a second; `-` if the reader does not apply.
  let plutil, serialization, decoder, plistlib: String

  init(
    _ name: String, _ bytes: [UInt8], _ ours: [String], plutil: String, _ serialization: String,
    _ decoder: String, plistlib: String
  ) {
    (self.name, self.bytes, self.ours) = (name, bytes, ours)
    (self.plutil, self.serialization) = (plutil, serialization)
    (self.decoder, self.plistlib) = (decoder, plistlib)
  }

  var testDescription: String { name }

  init(
    _ name: String, _ body: String, _ ours: [String], plutil: String, _ serialization: String,
    _ decoder: String, plistlib: String
  ) {
    self.init(
      name, Self.document(body), ours, plutil: plutil, serialization, decoder, plistlib: plistlib)
  }

  static func document(_ body: String) -> [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist>\(body)</plist>\n".utf8)
  }
}

extension VerdictRow {
  static let all = keys + dates + scalars + texts + binary + shapes

  private static let twice =
    "rename or remove one of them; platforms differ in which value they use"
  private static let dateRule = "use a valid date such as 2026-11-21T06:30:00Z"
  private static let base64Rule =
    "use groups of four characters from A-Z a-z 0-9 + /, and pad the last group with ="
  private static let damaged = "recreate it with plutil -convert binary1; the file is damaged"
  private static let declared =
    "unreadable 1:17 invalid-property-list: the document type declaration has an internal "
    + "subset; remove everything from [ to ], and replace entities with their text; "
    + "Apple's platforms reject the file"
  private static let foreign =
    "remove it; only archives and private formats use it"

  private static let keys: [VerdictRow] = [
    VerdictRow(
      "duplicate-key-xml",
      "<dict><key>a</key><integer>1</integer>\n<key>a</key><integer>2</integer></dict>",
      [
        "error 3:1-3:13 duplicate-key: key 'a' is defined twice (first on line 2); \(twice) "
          + "[2:14-2:26 first defined here]", #"{"a": 1}"#,
      ], plutil: "ok", #"ok {"a": 2}"#, #"ok {"a": 2}"#, plistlib: #"ok {"a": 2}"#),
    VerdictRow(
      "duplicate-key-binary",
      BinaryFile([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x61], [0x10, 1], [0x10, 2]).bytes,
      [
        "error 1:16-1:18 duplicate-key: key 'a' is defined twice (first in column 14); \(twice) "
          + "[1:14-1:16 first defined here]", #"{"a": 1}"#,
        // The decoder returns either value, depending on the run.
      ], plutil: "ok", #"ok {"a": 1}"#, "ok", plistlib: #"ok {"a": 2}"#),
    VerdictRow(
      "composed-and-decomposed-key",
      "<dict><key>\u{E9}</key><integer>1</integer>\n<key>e\u{301}</key><integer>2</integer></dict>",
      [
        "error 3:1-3:15 near-duplicate-key: key 'e\u{301}' is defined twice with its accents "
          + "encoded differently (first on line 2); rename or remove one of them; Swift and "
          + "Foundation treat them as the same key [2:14-2:27 first defined here]",
        #"{"e\301.": 2, "\e9.": 1}"#,
      ], plutil: "ok", #"ok {"\e9.": 2}"#, #"ok {"\e9.": 2}"#,
      plistlib: #"ok {"e\301.": 2, "\e9.": 1}"#),
    VerdictRow(
      "key-in-two-cases",
      "<dict><key>baseURL</key><true/>\n<key>baseUrl</key><true/></dict>",
      [
        "warning 3:1-3:19 near-duplicate-key: the keys 'baseUrl' and 'baseURL' differ only in "
          + "case (first on line 2); rename or remove one of them [2:14-2:32 first defined here]",
        #"{"baseURL": true, "baseUrl": true}"#,
      ], plutil: "ok", #"ok {"baseURL": true, "baseUrl": true}"#,
      #"ok {"baseURL": true, "baseUrl": true}"#,
      plistlib: #"ok {"baseURL": true, "baseUrl": true}"#),
    VerdictRow(
      "uid-in-xml", "<dict><key>CF$UID</key><integer>1</integer></dict>",
      [
        "error 2:8-2:58 archive-reference: keyed-archive references are not allowed; replace it "
          + "with the value; a dictionary whose only key is 'CF$UID' is also a reference",
        #"{"CF$UID": 1}"#,
      ], plutil: "ok", "ok _NSKeyedArchiverUID", "error", plistlib: #"ok {"CF$UID": 1}"#),
  ]

  private static let dates: [VerdictRow] = [
    VerdictRow(
      "date-february-30", "<date>2026-02-30T00:00:00Z</date>",
      [
        "unreadable 2:14 invalid-property-list: '2026-02-30T00:00:00Z' is not a valid date; \(dateRule)"
      ],
      plutil: "ok", "ok date 794102400", "ok date 794102400", plistlib: "error"),
    VerdictRow(
      "date-of-nines", "<date>2026-99-99T99:99:99Z</date>",
      [
        "unreadable 2:14 invalid-property-list: '2026-99-99T99:99:99Z' is not a valid date; \(dateRule)"
      ],
      plutil: "ok", "ok date 797748039", "ok date 1055306439", plistlib: "error"),
    VerdictRow(
      "date-with-fraction", "<date>2026-11-21T06:30:00.5Z</date>",
      [
        "error 2:14 invalid-property-list: '2026-11-21T06:30:00.5Z' is not a valid date; "
          + "use 2026-11-21T06:30:00Z, without fractional seconds", "date 816935400",
      ], plutil: "error", "error", "error", plistlib: "error"),
    VerdictRow(
      "date-with-offset", "<date>2026-11-21T08:30:00+02:00</date>",
      [
        "error 2:14 invalid-property-list: '2026-11-21T08:30:00+02:00' is not a valid date; "
          + "use 2026-11-21T06:30:00Z {2:14-2:39 2026-11-21T06:30:00Z}", "date 816935400",
      ], plutil: "error", "error", "error", plistlib: "error"),
    VerdictRow(
      "date-without-time", "<date>2026-11-21</date>",
      [
        "error 2:14 invalid-property-list: '2026-11-21' is not a valid date; "
          + "use 2026-11-21T00:00:00Z, with the intended time", "date 816912000",
      ], plutil: "error", "error", "error", plistlib: "error"),
  ]

  private static let scalars: [VerdictRow] = [
    VerdictRow(
      "data-not-base64", "<data>!!!!</data>",
      [
        "unreadable 2:14 invalid-property-list: the data is not valid Base64: "
          + "a character is not in the Base64 alphabet; \(base64Rule)"
      ], plutil: "ok", "ok <>", "ok <>", plistlib: "ok <>"),
    VerdictRow(
      "data-without-padding", "<data>AQI</data>",
      [
        "error 2:17 invalid-property-list: the data is not valid Base64: "
          + "the last group does not have four characters; \(base64Rule) {2:17-2:17 =}", "<0102>",
      ], plutil: "ok", "ok <>", "ok <>", plistlib: "error"),
    VerdictRow(
      "integer-in-white-space", "<integer> 12 </integer>",
      [
        "error 2:17 invalid-property-list: ' 12 ' is not a valid integer; "
          + "remove the whitespace around it {2:17-2:21 12}", "12",
      ], plutil: "error", "error", "error", plistlib: "ok 12"),
    VerdictRow(
      "integer-too-large", "<integer>18446744073709551616</integer>",
      [
        "unreadable 2:17 invalid-property-list: '18446744073709551616' is not a valid integer; "
          + "use an integer from -2^63 to 2^64 - 1, such as 12, -12 or 0x1F"
      ], plutil: "error", "error", "error", plistlib: "ok 18446744073709551616"),
    VerdictRow(
      "integer-hexadecimal", "<integer>0x1F</integer>", ["31"],
      plutil: "ok", "ok 31", "ok 31", plistlib: "ok 31"),
    VerdictRow(
      "reals-not-finite", "<array><real>nan</real><real>inf</real><real>1e400</real></array>",
      [
        "error 2:15-2:31 not-finite: NaN is not allowed; use a finite number; JSON and most "
          + "programs support only finite numbers",
        "error 2:31-2:47 not-finite: the number is infinite or too large; use a finite number; "
          + "JSON and most programs support only finite numbers",
        "error 2:47-2:65 not-finite: the number is infinite or too large; use a finite number; "
          + "JSON and most programs support only finite numbers",
        "[real nan, real 7ff0000000000000, real 7ff0000000000000]",
      ], plutil: "ok", "ok [real nan, real 7ff0000000000000, real 7ff0000000000000]",
      "ok [real nan, real 7ff0000000000000, real 7ff0000000000000]",
      plistlib: "ok [real nan, real 7ff0000000000000, real 7ff0000000000000]"),
  ]

  private static let texts: [VerdictRow] = [
    VerdictRow(
      "comment-in-string", "<string>a<!-- c -->b</string>",
      [
        "error 2:17-2:27 comment-in-string: the <string> contains a comment; "
          + "move it before the <string>; Apple's platforms reject the file", #""ab""#,
      ], plutil: "error", "error", "error", plistlib: #"ok "ab""#),
    VerdictRow(
      "internal-entity",
      Array("<!DOCTYPE plist [<!ENTITY e \"a\">]><plist><string>&e;</string></plist>".utf8),
      [declared], plutil: "error", "error", "error", plistlib: "error"),
    VerdictRow(
      "internal-entity-unused",
      Array("<!DOCTYPE plist [<!ENTITY e \"a\">]><plist><true/></plist>".utf8),
      [declared], plutil: "error", "error", "error", plistlib: "error"),
    VerdictRow(
      "garbage-behind", document("<true/>") + Array("garbage".utf8),
      [
        "unreadable 3:1 malformed-xml: the file has content after the root element; "
          + "remove it; an XML file has one root element"
      ],
      plutil: "ok", "ok true", "ok true", plistlib: "error"),
    VerdictRow(
      "nul-by-number", "<string>&#0;</string>",
      [
        "unreadable 2:20 malformed-xml: a character is not allowed in XML; remove it"
      ], plutil: "ok", #"ok "\0.""#, #"ok "\0.""#, plistlib: "error"),
    VerdictRow(
      "control-character", "<string>a\u{1}b</string>",
      [
        "unreadable 2:17 malformed-xml: the character U+0001 is not allowed in XML; remove it"
      ], plutil: "ok", #"ok "a\1.b""#, #"ok "a\1.b""#, plistlib: "error"),
    VerdictRow(
      "not-utf-8",
      Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist><string>a".utf8)
        + [0xFF] + Array("</string></plist>".utf8),
      [
        "unreadable 2:17 invalid-encoding: byte 0xFF at offset 55 is not valid UTF-8; save the file as "
          + "UTF-8, or declare its encoding: <?xml version=\"1.0\" encoding=\"…\"?>"
      ], plutil: "error", "error", "error", plistlib: "error"),
    VerdictRow(
      "latin-1",
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>".utf8) + [0xE9]
        + Array("</string></plist>".utf8),
      [
        "warning 1:1 not-portable-encoding: the file is encoded in ISO-8859-1, which some readers do not support; "
          + "save it as UTF-8 and declare it: <?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        #""\e9.""#,
      ], plutil: "ok", #"ok "\e9.""#, "error", plistlib: #"ok "\e9.""#),
    VerdictRow(
      "json", Array("{\"a\": 1}".utf8),
      [
        "unreadable 1:1 invalid-property-list: the file is JSON, not a property list; change the "
          + "file extension to .json"
      ], plutil: "error", "error", "error", plistlib: "error"),
  ]

  private static let binary: [VerdictRow] = [
    VerdictRow(
      "binary-integer-too-large",
      BinaryFile([0x14] + BinaryFile.number(1, 8) + BinaryFile.number(0, 8)).bytes,
      [
        "unreadable 1:1 invalid-property-list: byte 8: an integer is not between -2^63 and 2^64 - 1; "
          + "store it as a real number or a string"
      ], plutil: "ok", "ok 0", "ok 0", plistlib: "ok 18446744073709551616"),
    VerdictRow(
      "binary-null", BinaryFile([0xA1, 1], [0x00]).bytes,
      [
        "unreadable 1:1 invalid-property-list: byte 10: a null is not allowed in a property list; "
          + foreign
      ], plutil: "ok", "ok [NSNull]", "error", plistlib: "ok [NoneType]"),
    VerdictRow(
      "binary-integer-as-key", BinaryFile([0xD1, 1, 2], [0x10, 5], [0x09]).bytes,
      [
        "unreadable 1:1 invalid-property-list: byte 9: a dictionary key must be a string, not an integer; "
          + "replace the key with a string"
      ], plutil: "ok", "ok Dictionary<AnyHashable, Any>", "error", plistlib: "ok dict"),
    VerdictRow(
      "binary-set", BinaryFile([0xC1, 1], [0x51, 0x61]).bytes,
      [
        "unreadable 1:1 invalid-property-list: byte 8: a set is not allowed in a property list; "
          + foreign
      ], plutil: "crash", "crash", "error", plistlib: "error"),
    VerdictRow(
      "binary-array-in-itself", BinaryFile([0xA1, 0]).bytes,
      [
        "unreadable 1:1 invalid-property-list: byte 9: the object at byte 8 contains itself; "
          + damaged
      ], plutil: "error", "error", "hang", plistlib: "ok"),
    VerdictRow(
      "binary-bomb-of-131-bytes", bomb(levels: 22),
      [
        "unreadable 1:1 size-limit: byte 37: 131 bytes contain more than 12096 values; "
          + "remove repeated arrays; the limit protects against malicious files"
      ], plutil: "-", "slow", "-", plistlib: "ok"),
    VerdictRow(
      "binary-bomb-of-155-bytes", bomb(levels: 28),
      [
        "unreadable 1:1 size-limit: byte 55: 155 bytes contain more than 12480 values; "
          + "remove repeated arrays; the limit protects against malicious files"
      ], plutil: "hang", "-", "-", plistlib: "ok"),
    VerdictRow(
      "binary-cut-short",
      Array(BinaryFile([0xA2, 1, 2], [0x51, 0x61], [0x10, 1]).bytes.dropLast(30)),
      [
        "unreadable 1:1 invalid-property-list: byte 23: "
          + "the binary property list is truncated: it must have at least 42 bytes; \(damaged)"
      ], plutil: "error", "error", "error", plistlib: "error"),
  ]

  /// Each level names the next one twice.
  static func bomb(levels: Int) -> [UInt8] {
    let arrays = (1...levels).map { [0xA2, UInt8($0), UInt8($0)] }
    var file = BinaryFile(arrays + [[0x51, 0x61]])
    file.offsetSize = 1
    return file.bytes
  }

  private static let shapes: [VerdictRow] = [
    VerdictRow(
      "nested-512", nested(512), ["[[[…"], plutil: "ok", "ok", "ok", plistlib: "ok"),
    VerdictRow(
      "nested-513", nested(513),
      [
        "unreadable 2:3592 depth-limit: dictionaries and arrays are nested more than 512 levels deep; "
          + "reduce the nesting; the limit protects against malicious files"
      ], plutil: "error", "error", "ok", plistlib: "ok"),
    VerdictRow(
      "nested-10000", nested(10_000),
      [
        "unreadable 2:3592 depth-limit: dictionaries and arrays are nested more than 512 levels deep; "
          + "reduce the nesting; the limit protects against malicious files"
      ], plutil: "error", "error", "crash", plistlib: "ok"),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
  }
}
