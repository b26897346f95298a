import Testing
import TremaEditing
import TremaSupport

@Suite struct AndroidSourcesTests {
  @Test(arguments: [
    "getString(R.string.a_b)", "R.plurals.a_b", "com.example.R.string.a_b",
    "stringResource(id = R.string.a_b)",
    "import com.example.R as Strings\nStrings.string.a_b", "import com.example.R.string.a_b",
    "\"${getString(R.string.a_b)}\"", "\"\"\"x \"${R.string.a_b}\" \"\"\"", "'\"'; R.string.a_b",
    "\"$x\"; R.string.a_b", "val t = \"\"\"\"a\"\"\"\"; R.string.a_b",
    "\"unterminated\nR.string.a_b",
    "resources.getIdentifier(\"a_b\", \"string\", packageName)", "R.\n  string\n  .a_b",
    "Texts(resources).aB", "val texts = Texts(resources)\nx(texts.aB)",
    "fun f(texts: Texts) = texts.aB",
    "val texts by lazy { Texts(resources) }\nfun x() = this.texts?.aB",
    "lateinit var t: Texts; t!!.aB",
    "fun t() = Texts(r)\nval x = t().aB", "fun f(t: Texts) { with(t) { aB } }",
    "fun f(t: Texts) { t.run { x(aB) } }",
    "fun f(t: Texts) = t::aB", "import com.example.Texts as T\nT(resources).aB",
    "translate(\"a.b\")",
  ]) func `Kotlin source uses a key`(_ source: String) {
    #expect(Sources("a.b").unused(.kt, source) == [])
  }

  @Test(arguments: [
    "// R.string.a_b", "/* /* */ R.string.a_b */", "\"R.string.a_b\"", "\"\\\"${1}R.string.a_b\"",
    "\"\"\"\nR.string.a_b \\\"\"\"", "android.R.string.a_b", "x.aB", "R.layout.a_b", "R.array.a_b",
    "\"\\${R.string.a_b}\"", "getIdentifier(\"a_b\", \"drawable\", p)",
    "val texts = other\ntexts.aB",
  ]) func `Kotlin source uses no key`(_ source: String) {
    #expect(Sources("a.b").unused(.kt, source) == ["a.b"])
  }

  @Test(arguments: [
    "getString(R.string.a_b);", "Texts texts = new Texts(r); texts.getAB();",
    "x = '\"'; y(R.string.a_b);",
    "/* /* */ int x = R.string.a_b;",
    "String s = \"\"\"\n  \"quoted\"\n  \"\"\"; int x = R.string.a_b;",
    "void f(Texts t) { t.getAB(); }",
  ]) func `Java source uses a key`(_ source: String) {
    #expect(Sources("a.b").unused(.java, source) == [])
  }

  @Test(arguments: [
    "// R.string.a_b", "\"\\\"R.string.a_b\"", "\"\"\"\n  \\\"\"\" R.string.a_b\n  \"\"\";",
    "\"${R.string.a_b}\"",
  ]) func `Java source uses no key`(_ source: String) {
    #expect(Sources("a.b").unused(.java, source) == ["a.b"])
  }

  @Test(arguments: [
    "<a android:text=\"@string/a_b\"/>", "<a t='@plurals/a_b'/>", "<item>\n  @string/a_b\n</item>",
    "<string name=\"x\"><![CDATA[@string/a_b]]></string>", "<a t=\"@com.example:string/a_b\"/>",
    "<a t=\"@{@string/a_b(user.name)}\"/>", "<a t=\"@{x ? @string/c : @string/a_b}\"/>",
    "<a\n t = \"@string/a.b\" >",
    "<!-- x --><a t=\"@string/a_b\"/>", "<?xml version=\"1.0\"?><!DOCTYPE a><a t=\"@string/a_b\"/>",
  ]) func `XML source uses a key`(_ source: String) {
    #expect(Sources("a.b", "c").unused(.xml, source).contains("a.b") == false)
  }

  @Test(arguments: [
    "<!-- <a t=\"@string/a_b\"/> -->", "<a t=\"@android:string/a_b\"/>", "<a t=\"@id/a_b\"/>",
    "<a>mail x@string/a_b</a>",
    "<a t=\"see @string/a_b\"/>", "<?x @string/a_b ?>", "<a t=\"\\@string/a_b\"/>",
    "<a t=\"@array/a_b\"/>",
    "<?xml version=\"1.0\"?>\n<!-- Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file. -->\n<a t=\"@string/a_b\"/>",
  ]) func `XML source uses no key`(_ source: String) {
    #expect(Sources("a.b").unused(.xml, source) == ["a.b"])
  }

  @Test func `undefined resources are reported with the closest match`() {
    let sources = Sources("login.title")
    let found = sources.diagnostics(
      .kt, "x(R.string.login_titel)\nTexts(r).loginTitel + Texts(r).apply { }; R.string.login_title"
    )
    #expect(
      found.map(\.message) == [
        "'R.string.login_titel' is used but does not match any key",
        "'Texts.loginTitel' is used but does not match any key",
      ])
    #expect(found.map(\.hint) == ["did you mean 'login_title'?", "did you mean 'loginTitle'?"])
    #expect(
      sources.problems(.xml, "<a\n  t=\"@string/nope\" u=\"@array/days\"/>") == [
        "2:6: '@string/nope' is used but does not match any key",
        "2:23: '@array/days' is used but does not match any key",
      ])
  }

  @Test func `resources in the app's own resource files are defined`() {
    let xml = """
      <resources><string name="app.id">x</string><plurals name="p"/><string-array name="d"/>
      <item type="string" name="i"/>
      <x a="@string/app_id" b="@plurals/p" c="@array/d" d="@string/i" e="@string/d"/></resources>
      """
    #expect(
      Sources().problems(.xml, xml) == ["3:68: '@string/d' is used but does not match any key"])
  }

  @Test func `a name built at run time uses all matching keys`() {
    let sources = Sources("error.1", "error.2", "x")
    let source = "r.getIdentifier(\"error_$code\", \"string\", p)"
    #expect(sources.unused(.kt, source) == ["x"])
    #expect(
      sources.problems(.kt, source) == [
        "1:17: the key 'error_*' is composed at run time; 2 keys match and are treated as used"
      ])
    #expect(sources.unused(.java, "r.getIdentifier(\"error_\" + code, \"string\", p);") == ["x"])
  }
}
