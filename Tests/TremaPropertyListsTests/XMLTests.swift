import Testing
import TremaPropertyLists

@Suite struct XMLTests {
  @Test func `every kind of value has its location`() {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <!-- head -->
      <dict>
        <key>é</key> <!-- of é --> <string>a &amp; <![CDATA[<b>]]><!-- in -->c</string>
        <key></key><array><true/><false></false><dict/></array>
        <key>i</key>
        <integer>-0x1F</integer>
        <key>r</key><real>-1.5e3</real>
        <key>d</key><date>2026-11-21T06:30:00Z</date>
        <key>x</key><data> AQ ID
          BA== </data>
        <key>i</key><string/>
      </dict>
      </plist>
      """
    #expect(
      reading(text) == """
        {"é"@6:8 // head @4:1 // of é @6:17 // in @6:63 = "a & <b>c"@6:40, \
        ""@7:8 = (true@7:21, false@7:28, {}@7:43)@7:14, "i"@8:8 = -31@9:12, \
        "r"@10:8 = real -1500.0@10:21, "d"@11:8 = 2026-11-21T06:30:00Z@11:21, \
        "x"@12:8 = [1, 2, 3, 4]@12:21, "i"@14:8 = ""@14:15}@5:1
        """)
  }

  @Test func `numbers are read like CoreFoundation reads them`() {
    let integers = [
      ("+5", "5"), ("0X1f", "31"), ("00012", "12"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("18446744073709551615", "18446744073709551615"), ("-0", "0"),
    ]
    for (text, number) in integers {
      #expect(reading("<plist><integer>\(text)</integer></plist>") == "\(number)@1:17")
    }
    let reals = [
      ("nan", "nan"), ("NaN", "nan"), ("inf", "inf"), ("+infinity", "inf"), ("-Inf", "-inf"),
      (".5", "0.5"), ("1.", "1.0"), ("+1.5", "1.5"), ("1e5", "100000.0"), ("1e400", "inf"),
      ("-1e400", "-inf"),
    ]
    for (text, number) in reals {
      #expect(reading("<plist><real>\(text)</real></plist>") == "real \(number)@1:14")
    }
  }

  @Test(arguments: [
    ("", "1:1 invalid-property-list: the file is empty; check that this is the right file"),
    (
      "<dict/>",
      "1:1 wrong-root: the root element must be 'plist', not 'dict'; wrap it in <plist version=\"1.0\">"
    ),
    (
      "<html/>", "1:1 wrong-root: the root element must be 'plist', not 'html'; use a property list"
    ),
    (
      "<plist></plist>",
      "1:1 invalid-property-list: the property list has no value; add one, for example <dict/>"
    ),
    (
      "<plist><true/>\n<false/></plist>",
      "2:1 invalid-property-list: the property list has a second top-level value; "
        + "wrap both in a <dict> or an <array>; a property list is a single value [1:8 the first value is here]"
    ),
    (
      "<plist><dict><key>a</key>\n</dict></plist>",
      "1:19 invalid-property-list: the key 'a' has no value; "
        + "add a value after the key, for example <string></string>"
    ),
    (
      "<plist><dict><key>a</key><key>b</key></dict></plist>",
      "1:19 invalid-property-list: the key 'a' has no value; "
        + "add a value after the key, for example <string></string>"
    ),
    (
      "<plist><dict><key>a</key><true/><true/></dict></plist>",
      "1:33 invalid-property-list: the value <true> has no key; "
        + "add a <key> before it"
    ),
    (
      "<plist><array><key>a</key></array></plist>",
      "1:15 invalid-property-list: the key is outside a dictionary; "
        + "wrap keys and values in a <dict>"
    ),
    (
      "<plist><array>\n stray</array></plist>",
      "2:2 invalid-property-list: unexpected text outside a value; move it into a <string>"
    ),
    (
      "<plist><true>x</true></plist>",
      "1:14 invalid-property-list: unexpected text outside a value; move it into a <string>"
    ),
    (
      "<plist><sting>x</sting></plist>",
      "1:8 invalid-property-list: unknown element 'sting'; did you mean 'string'?"
    ),
    (
      "<plist><string>a<b/></string></plist>",
      "1:17 invalid-property-list: the element 'b' is not allowed in a <string>; "
        + "escape '<' as &lt;, or close the <string> first"
    ),
    (
      "<plist><integer> 12 </integer></plist>",
      "1:17 invalid-property-list: ' 12 ' is not a valid integer; remove the whitespace around it"
    ),
    (
      "<plist><integer>18446744073709551616</integer></plist>",
      "1:17 invalid-property-list: '18446744073709551616' is not a valid integer; "
        + "use an integer from -2^63 to 2^64 - 1, such as 12, -12 or 0x1F"
    ),
    (
      "<plist><integer>-9223372036854775809</integer></plist>",
      "1:17 invalid-property-list: '-9223372036854775809' is not a valid integer; "
        + "use an integer from -2^63 to 2^64 - 1, such as 12, -12 or 0x1F"
    ),
    (
      "<plist><integer/></plist>",
      "1:8 invalid-property-list: the <integer> has no value; "
        + "use an integer from -2^63 to 2^64 - 1, such as 12, -12 or 0x1F"
    ),
    (
      "<plist><date>2026-02-30T00:00:00Z</date></plist>",
      "1:14 invalid-property-list: '2026-02-30T00:00:00Z' is not a valid date; "
        + "use a valid date such as 2026-11-21T06:30:00Z"
    ),
    (
      "<plist><data>\nAQ\n !D</data></plist>",
      "3:2 invalid-property-list: the data is not valid Base64: a character is not in the Base64 alphabet; "
        + "use groups of four characters from A-Z a-z 0-9 + /, and pad the last group with ="
    ),
    (
      "<plist><data>AQI</data></plist>",
      "1:17 invalid-property-list: the data is not valid Base64: "
        + "the last group does not have four characters; "
        + "use groups of four characters from A-Z a-z 0-9 + /, and pad the last group with ="
    ),
    (
      "<plist><data>AQ==AQ==</data></plist>",
      "1:18 invalid-property-list: the data is not valid Base64: there is data after the final '='; "
        + "use groups of four characters from A-Z a-z 0-9 + /, and pad the last group with ="
    ),
    (
      "<plist><dict>",
      "1:14 malformed-xml: the file ends inside the element 'dict'; "
        + "add </dict>, or restore the complete file; it appears to be truncated"
    ),
  ])
  func `an error is reported with its location`(text: String, complaint: String) {
    #expect(reading(text) == complaint)
  }

  @Test func `a document type with a public identifier is accepted`() {
    let text = """
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist><string>a</string></plist>
      """
    #expect(reading(text) == "\"a\"@1:118")
  }

  @Test(arguments: [
    "<!DOCTYPE plist [<!ENTITY e \"inside\">]><plist><string>&e;</string></plist>",
    "<!DOCTYPE plist [<!ENTITY e \"unused\">]><plist><string>a</string></plist>",
    "<!DOCTYPE plist [<!ENTITY e SYSTEM \"/etc/passwd\">]><plist><string>&e;</string></plist>",
    "<!DOCTYPE plist [<!ATTLIST plist version CDATA \"1.0\">]><plist><true/></plist>",
    "<!DOCTYPE plist []><plist><true/></plist>",
  ])
  func `declarations inside a document type are rejected, as on Apple platforms`(text: String) {
    #expect(
      reading(text)
        == "1:17 invalid-property-list: the document type declaration has an internal subset; "
        + "remove everything from [ to ], and replace entities with their text; "
        + "Apple's platforms reject the file")
  }

  @Test func `UTF-16 and declared encodings are read`() {
    let text = "<plist><string>é😀</string></plist>"
    let wide = Array("\u{FEFF}\(text)".utf16)
    #expect(reading(wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == "\"é😀\"@1:16")
    #expect(reading(wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == "\"é😀\"@1:16")
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>".utf8)
    #expect(reading(latin + [0xE9] + Array("</string></plist>".utf8)) == "\"é\"@1:59")
  }

  @Test func `512 nested arrays are read, and 513 are rejected`() {
    func nested(_ depth: Int) -> String {
      let open = String(repeating: "<array>", count: depth)
      let close = String(repeating: "</array>", count: depth)
      return reading("<plist>\(open)\(close)</plist>")
    }
    #expect(nested(512).hasPrefix("((("))
    #expect(
      nested(513)
        == "1:3592 depth-limit: dictionaries and arrays are nested more than 512 levels deep; "
        + "reduce the nesting; the limit protects against malicious files")
  }
}
