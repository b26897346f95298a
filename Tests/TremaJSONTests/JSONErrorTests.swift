import Testing
import TremaDiagnostics
import TremaJSON
import TremaSupport

/// Every error with its full report; the headline's `a.json:` and `error: [invalid-json]` are
/// left out.
@Suite struct JSONErrorTests {
  @Test(arguments: table)
  func `an error is reported with its location and a hint`(document: String, report: String) {
    expect(Array(document.utf8), report)
  }

  @Test(
    arguments: [
      ([0x22, 0x61, 0xFF, 0x22], "FF", 3), ([0x22, 0xC0, 0xAF, 0x22], "C0", 2),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "ED", 2), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "F4", 2),
      ([0x22, 0xE2, 0x82], "E2", 2), ([0xFF, 0xFE, 0x7B, 0x00], "FF", 1),
    ] as [([UInt8], String, Int)])
  func `invalid UTF-8 is reported with the invalid byte`(
    document: [UInt8], byte: String, column: Int
  ) {
    expect(document, "1:\(column): byte 0x\(byte) is not UTF-8\n  hint: save the file as UTF-8")
  }

  private func expect(_ document: [UInt8], _ report: String) {
    let error = #expect(throws: Diagnostic.self) {
      try JSONValue.decode(document, file: "a.json")
    }
    guard let error else { return }
    #expect(error.kind == .unreadable)
    let text = TextReporter().text(of: error)
      .replacing("a.json:", with: "").replacing(" error: [invalid-json]", with: "")
    #expect(text == report + "\n")
  }

  private static let numbers = "\n  hint: use a number such as 0, -12, 0.5 or 1e6"
  private static let words =
    "\n  hint: use true, false or null, or enclose a string in quotation marks"
  private static let unclosed =
    "unterminated string\n  hint: add a closing quotation mark on the same line; use \\n for a "
    + "line break"
  private static let escapes =
    #"\#n  hint: use one of \" \\ \/ \b \f \n \r \t \uXXXX; escape a backslash as \\"#
  private static let bracket = "\n1:1: note: the bracket was opened here"

  private static let table = [
    ("", "1:1: the document is empty\n  hint: enter a value, such as {}"),
    (" \n// only\n", "3:1: the document is empty\n  hint: enter a value, such as {}"),
    ("{}\n{}", "2:1: expected the end of the document, found '{'"),
    ("[1 2]", "1:4: expected ',' or ']', found '2'" + bracket),
    ("[1", "1:3: expected ',' or ']', found the end of the document" + bracket),
    ("[1,", "1:4: expected a value or ']', found the end of the document" + bracket),
    ("[,]", "1:2: expected a value, found ','"),
    ("[1,,]", "1:4: expected a value, found ','"),
    ("[1}", "1:3: expected ',' or ']', found '}'" + bracket),
    ("{\"a\" 1}", "1:6: expected ':' after the name, found '1'"),
    ("{\"a\":}", "1:6: expected a value, found '}'"),
    ("{\"a\":1", "1:7: expected ',' or '}', found the end of the document" + bracket),
    ("{,}", "1:2: expected a name or '}', found ','" + bracket),
    (
      "{name: 1}",
      "1:2: expected a name or '}', found 'name'\n  hint: put the name in quotation marks: \"name\""
        + bracket
    ),
    (
      "{\n  \"a\": 1,\n  \"b\": 2,\n  \"\\u0061\": 3\n}",
      "4:3: key 'a' is defined twice (first on line 2)\n  hint: rename or remove one of them\n2:3: note: first defined here"
    ),
    (
      "['a']", "1:2: expected a value, found '''\n  hint: enclose strings in double quotation marks"
    ),
    ("# x\n{}", "1:1: expected a value, found '#'\n  hint: begin comments with //"),
    ("[\u{0}]", "1:2: expected a value, found U+0000"),
    ("[ä]", "1:2: expected a value, found 'ä'"),
    ("nul", "1:1: unknown word 'nul'" + words), ("[True]", "1:2: unknown word 'True'" + words),
    ("NaN", "1:1: unknown word 'NaN'" + words),
    ("01", "1:1: '01' is not a valid number" + numbers),
    ("+1", "1:1: '+1' is not a valid number" + numbers),
    (".5", "1:1: '.5' is not a valid number" + numbers),
    ("[5.]", "1:2: '5.' is not a valid number" + numbers),
    ("1e", "1:1: '1e' is not a valid number" + numbers),
    ("-", "1:1: '-' is not a valid number" + numbers),
    ("0x1F", "1:1: '0x1F' is not a valid number" + numbers),
    ("-Infinity", "1:1: '-Infinity' is not a valid number" + numbers),
    ("\"abc", "1:1: " + unclosed), ("[\"abc\n\"]", "1:2: " + unclosed),
    ("\"a\tb\"", "1:3: the string contains the control character U+0009\n  hint: escape it as \\t"),
    (
      "\"\u{1B}\"",
      "1:2: the string contains the control character U+001B\n  hint: escape it as \\u001b"
    ),
    (#""a\q""#, #"1:3: unknown escape sequence '\q'"# + escapes),
    (#""\"#, #"1:2: unknown escape sequence '\'"# + escapes),
    (
      #""\u12G4""#,
      "1:2: '\\u' must be followed by four hexadecimal digits\n  hint: use an escape sequence such as \\u00e9"
    ),
    (
      #""\uD83D!""#,
      "1:2: '\\uD83D' is an unpaired surrogate\n  hint: use both surrogates, as in "
        + "\\ud83d\\ude00, or the character itself"
    ),
    (
      #""\ude00\ud83d""#,
      "1:2: '\\uDE00' is an unpaired surrogate\n  hint: use both surrogates, as in "
        + "\\ud83d\\ude00, or the character itself"
    ),
    ("[1 /* x ]", "1:4: unterminated comment\n  hint: close it with */"),
    ("/*/ 1", "1:1: unterminated comment\n  hint: close it with */"),
    (
      "1 / 2",
      "1:3: '/' does not begin a comment\n  hint: use // for a comment up to the end of the line, or /* */ around a comment"
    ),
    (
      String(repeating: "[", count: 300),
      "1:257: arrays and objects are nested deeper than 256 levels\n  hint: reduce the nesting, "
        + "or split the document"
    ),
  ]
}
