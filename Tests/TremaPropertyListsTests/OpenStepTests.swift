import Testing
import TremaPropertyLists

@Suite struct OpenStepTests {
  @Test func `values have locations and entries have comments`() {
    let text = """
      // head
      /* of é */
      "é" = 'a "b"';
      bare = { inner = ( 1, "x", ); /* end */ flag; };
      data = <0f bd
      77> /* beside */ ;
      // last
      """
    #expect(
      reading(text) == """
        {"é"@3:2 // head@1:1 // of é @2:1 = "a \\"b\\""@3:9, \
        "bare"@4:1 = {"inner"@4:10 = ("1"@4:20, "x"@4:24)@4:18, \
        "flag"@4:41 // end @4:31 = "flag"@4:41}@4:8, \
        "data"@5:1 // beside @6:5 = [15, 189, 119]@5:8}@3:1
        """)
  }

  @Test func `every form is allowed at the top level`() {
    #expect(reading("{ a = b; }") == "{\"a\"@1:3 = \"b\"@1:7}@1:1")
    #expect(reading("(a,b)") == "(\"a\"@1:2, \"b\"@1:4)@1:1")
    #expect(reading("<0fbd>") == "[15, 189]@1:1")
    #expect(reading("<>") == "[]@1:1")
    #expect(reading("\"text\"") == "\"text\"@1:2")
    #expect(reading("word") == "\"word\"@1:1")
    #expect(reading("a;") == "{\"a\"@1:1 = \"a\"@1:1}@1:1")
    #expect(reading(" \n/* nothing */ // more") == "{}@1:1")
  }

  @Test func `escapes are resolved`() {
    #expect(
      PropertyListText.resolved(#"\a\b\f\n\r\t\v\"\'\\\q\u00e9"#)
        == "\u{7}\u{8}\u{C}\n\r\t\u{B}\"'\\qu00e9")
    #expect(PropertyListText.resolved(#"\U00e9\Ud83d\Ude00\U1x\Uzz"#) == "é😀\u{1}xUzz")
    #expect(PropertyListText.resolved("a\\\nb\nc\td") == "a\nb\nc\td")
    // NeXTSTEP's encoding: 351 is the letter Oslash there, not e with an acute.
    #expect(PropertyListText.resolved(#"\351\101\0\12x\200\375"#) == "ØA\0\nx\u{A0}ÿ")
    #expect(PropertyListText.resolved(#"\é"#) == "é")
  }

  @Test(arguments: [
    ("", "1:1 invalid-property-list: the file is empty; check that this is the right file"),
    (
      "a = b;\nc = \"d\"\ne = f;",
      "2:8 invalid-property-list: the value of 'c' is not followed by ';'; "
        + "add the ';'; escape a quotation mark in a string as \\\""
    ),
    (
      "a = zwei Worte;",
      "1:9 invalid-property-list: the value of 'a' is not followed by ';'; "
        + "quote strings: \"…\""
    ),
    (
      "\"a\" \"b\";",
      "1:4 invalid-property-list: the key 'a' is not followed by '=' or ';'; "
        + "use the form \"key\" = \"value\";"
    ),
    (
      "a = ;",
      "1:5 invalid-property-list: the key 'a' has no value after '='; "
        + "use \"\" for an empty string"
    ),
    (
      "{\"a\": 1}",
      "1:5 invalid-property-list: the key 'a' is followed by ':'; "
        + "use '=': \"key\" = \"value\";"
    ),
    (
      "[1]",
      "1:1 invalid-property-list: expected a key, found '['; "
        + "use parentheses for arrays: ( a, b )"
    ),
    (
      "{ a = b;",
      "1:9 invalid-property-list: the closing '}' is missing; "
        + "add it, or restore the complete file; it appears to be truncated [1:1 the opening '{' is here]"
    ),
    (
      "{ a = b; } x",
      "1:12 invalid-property-list: expected the end of the file, found 'x'; "
        + "move everything inside the brackets"
    ),
    (
      "a = b; }",
      "1:8 invalid-property-list: expected a key, found '}'; "
        + "remove it; no bracket is open"
    ),
    (
      "a = (b c);",
      "1:7 invalid-property-list: expected ',' or ')', found 'c'; "
        + "separate the values in an array with ','"
    ),
    (
      "a = (b,",
      "1:8 invalid-property-list: the closing ')' is missing; "
        + "add it, or restore the complete file; it appears to be truncated [1:5 the opening '(' is here]"
    ),
    (
      "a = <0f b>;",
      "1:10 invalid-property-list: a byte has one hexadecimal digit instead of two; "
        + "use two digits for each byte, without a space between them"
    ),
    (
      "a = <0g>;",
      "1:7 invalid-property-list: 'g' is not a hexadecimal digit; "
        + "write data as <0f bd77>, or quote a string that contains '<'"
    ),
    (
      "a = \"b;\n",
      "1:5 invalid-property-list: unterminated string; "
        + "close it with \"; escape a \" in the string as \\\""
    ),
    (
      "a = b; /* c",
      "1:8 invalid-property-list: unterminated comment; close it with */"
    ),
    (
      "a = \"x\\Ud83dy\";",
      "1:7 invalid-property-list: '\\Ud83d' is an unpaired surrogate; "
        + "use both surrogates, as in \\Ud83d\\Ude00, or the character itself"
    ),
    (
      "a = \"x\\377\";",
      "1:7 invalid-property-list: the escape sequence '\\377' does not represent a character; "
        + "use the character itself; octal escapes use the NeXTSTEP encoding"
    ),
    (
      "# a",
      "1:1 invalid-property-list: expected a key, found '#'; use // or /* for comments"
    ),
  ])
  func `an error is reported with its location`(text: String, complaint: String) {
    #expect(reading(text) == complaint)
  }

  @Test func `512 nested brackets are read, and 513 are rejected`() {
    func nested(_ depth: Int) -> String {
      reading(String(repeating: "(", count: depth) + String(repeating: ")", count: depth))
    }
    #expect(nested(512).hasPrefix("(((("))
    #expect(
      nested(513).hasPrefix("1:513 depth-limit: dictionaries and arrays are nested more than 512"))
  }
}

private enum PropertyListText {
  static func resolved(_ escaped: String) -> String? {
    try? PropertyList.decode(Array("\"\(escaped)\"".utf8), file: "f").string
  }
}
