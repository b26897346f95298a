import Testing
import TremaFormats

@Suite struct TremaCoreAndroidTests {
  private static let same: [(String, String)] = [
    ("plain", "plain"), ("a & b", "a &amp; b"), ("it's", #"it\&#039;s"#),
    (#"it\'s"#, #"it\&#039;s"#),
    (#"it\\\'s"#, #"it\\\&#039;s"#), (##"\n\t\\\"\@\?\#"##, ##"\n\t\\\"\@\?\#"##),
    (#"\u00e9\ud83d\ude00"#, #"\u00e9\ud83d\ude00"#), (#"a\xb"#, #"a\xb"#),
    ("a > b", "a > b"), ("<b>bold</b> & <i>it's</i>", #"<b>bold</b> &amp; <i>it\&#039;s</i>"#),
    (#"<a href="x>y">l</a><br/>"#, #"<a href="x>y">l</a><br/>"#),
    ("  edges\n   and lines  ", "  edges\n   and lines  "), ("@foo", "@foo"), ("?", "?"),
    ("@no/type", "@no/type"), ("", ""),
    // A4: arguments are numbered from 1, even a single one.
    ("%@", "%1$s"), ("%s %d %i %u", "%1$s %2$d %3$d %4$d"), ("%o %x %X", "%1$o %2$x %3$X"),
    ("%f %e %E %g %G %c", "%1$f %2$e %3$E %4$g %5$G %6$c"), ("%i%%", "%1$d%%"),
    ("%1$s %2$d", "%1$s %2$d"),
    // A5: unchanged, which is correct.
    ("%.2f", "%.2f"), ("%5d", "%5d"), ("%,d", "%,d"), ("%-5d", "%-5d"), ("%S", "%S"),
    ("50 % done", "50 % done"), ("100%", "100%"), ("100%off", "100%1$off"), ("50%%", "50%%"),
    ("50% a 60%", "50% a 60%"),
  ]

  private static let different: [(String, Written)] = [
    (#"say "hi""#, Written(#"say \"hi\""#, "a quotation mark unescaped, which Android omits")),
    ("?attr", Written(#"\?attr"#, "wrote '?' unescaped, which makes the value a reference")),
    (" ?x", Written(#" \?x"#, "wrote '?' unescaped")),
    ("@string/x", Written(#"\@string/x"#, "wrote '@' unescaped")),
    ("@null", Written(#"\@null"#, "wrote '@' unescaped")),
    ("@+id/x", Written(#"\@+id/x"#, "wrote '@' unescaped")),
    ("@android:color/black", Written(#"\@android:color/black"#, "wrote '@' unescaped")),
    ("a < b", Written("a &lt; b", "wrote '<' unescaped")),
    ("<b>open", Written("&lt;b>open", "wrote '<' unescaped")),
    ("<a href='x'>l</a>", Written(#"&lt;a href=\&#039;x\&#039;>l&lt;/a>"#, "wrote '<' unescaped")),
    ("<xliff:g>x</xliff:g>", Written("&lt;xliff:g>x&lt;/xliff:g>", "wrote '<' unescaped")),
    ("</string><string>", Written("&lt;/string>&lt;string>", "wrote '<' unescaped")),
    ("a ]]> b", Written("a ]]&gt; b", "wrote '<' unescaped")),
    (#"<b class="x">"q"</b>"#, Written(#"<b class="x">\"q\"</b>"#, "a quotation mark")),
    (#"a\\'b"#, Written(#"a\\\&#039;b"#, "as an escaped apostrophe")),
    (#"end\"#, Written(#"end\\"#, "the backslash at the end")),
    (#"a\rb"#, Written(#"a\u000Db"#, #"wrote \r unchanged"#)),
    (#"\U00e9"#, Written(#"\u00e9"#, #"wrote \U unchanged"#)),
    (#"a\u12z"#, Written(#"a\\u12z"#, #"wrote \u unescaped"#)),
    // A5: the result of the regular expression.
    ("%%d", Written("%%d", "wrote '%%1$d'")),
    ("%1$@", Written("%1$s", "wrote '%1$@'")),
    ("%ld", Written("%1$d", "wrote '%ld'")),
    ("%lld of %lu", Written("%1$d of %2$d", "wrote '%lld of %lu'")),
    ("%.2f of %.2f", Written("%1$.2f of %2$.2f", "wrote '%.2f of %.2f'")),
    ("%@: %.2f", Written("%1$s: %2$.2f", "wrote '%1$s: %.2f'")),
    ("%'d", Written("%1$,d", "wrote '%'d'")),
    ("%F", Written("%1$f", "wrote '%F'")),
    ("50 % of %d", Written("50 %% of %1$d", "wrote '50 % of %1$d'")),
  ]

  @Test(arguments: same)
  func `values are written as by trema-core if Android reads them as intended`(
    value: String, text: String
  ) throws { expect(try write(value), Written(text), value) }

  @Test(arguments: different)
  func `values that Android refuses or misreads are corrected`(
    value: String, expected: Written
  ) throws { expect(try write(value), expected, value) }

  @Test func `percent signs in a plain text are not arguments`() throws {
    let (text, differences) = try Compatibility.tremaCore.file(.android, ["k": "50% a, 60% b"])
    #expect(text.contains("<string name=\"k\" formatted=\"false\">50% a, 60% b</string>"))
    #expect(differences.count == 1)
  }

  @Test func `the file has no final newline and keeps the catalogue order`() throws {
    let (text, _) = try Compatibility.tremaCore.file(.android, ["b": "1", "a.c-d": "2"])
    #expect(
      text == """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- Generated file - do not edit -->
        <resources>
          <string name="b">1</string>
          <string name="a_c_d">2</string>
        </resources>
        """)
  }

  @Test(arguments: [
    ("a.b-c_d", "a_b_c_d", false), ("_x", "_x", false), ("1x", "_1x", true), ("a b", "a_b", true),
    ("class", "class_", true), ("größe", "gru00f6u00dfe", true),
  ])
  func `keys are mapped as by trema-core or to a name that Android accepts`(
    key: String, name: String, isDifferent: Bool
  ) throws {
    let (text, differences) = try Compatibility.tremaCore.file(.android, [key: "v"])
    #expect(text.contains("<string name=\"\(name)\">v</string>"), "\(text)")
    #expect(differences.map(\.part) == (isDifferent ? [.key] : []))
  }

  @Test func `aapt2 compiles and links all files, and shows the intended texts`() throws {
    let values = Self.same.map(\.0) + Self.different.map(\.0) + ["50% a, 60% b"]
    var texts = ""
    for (index, value) in values.enumerated() {
      let (text, _) = try Compatibility.tremaCore.file(.android, ["k\(index)": value])
      texts += text.split(separator: "\n").filter { !$0.hasPrefix("<") }.joined(separator: "\n")
    }
    let shell = try Shell()
    try shell.write("<resources>\(texts)</resources>".utf8, to: "res/values/strings.xml")
    try shell.write(
      #"<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b"/>"#.utf8,
      to: "AndroidManifest.xml")
    let compiled = try shell.run("aapt2", ["compile", "-o", ".", "res/values/strings.xml"])
    #expect(compiled.status == 0 && compiled.error.isEmpty, "\(compiled.error)")
    let linked = try shell.run(
      "aapt2",
      ["link", "-o", "app.apk", "--manifest", "AndroidManifest.xml", "values_strings.arsc.flat"])
    #expect(linked.status == 0, "\(linked.error)")
    let dump = try shell.run("aapt2", ["dump", "resources", "app.apk"]).output
    for shown in [
      #""say "hi"""#, #""?attr""#, #""@string/x""#, #""@null""#, #""a < b""#, #""a\'b""#,
      #""end\""#,
      #""%%d""#, #""<xliff:g>x</xliff:g>""#, #""é""#, #""a\u12z""#, #""50% a, 60% b""#,
    ] {
      #expect(dump.contains(shown), "\(shown)")
    }
  }

  private func write(_ value: String) throws -> Written {
    try Compatibility.tremaCore.write(
      .android, value,
      prefix: """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- Generated file - do not edit -->
        <resources>
          <string name="k">
        """, suffix: "</string>\n</resources>")
  }
}
