import Testing

@testable import TremaCatalog

@Suite struct SwiftNameTests {
  @Test(arguments: [
    ("app_name", "appName"), ("app-name", "appName"), ("app.name", "appName"),
    ("app name", "appName"), ("app/name", "appName"), ("app:name", "appName"),
    ("APP_NAME", "appName"), ("AppName", "appName"), ("appName", "appName"), ("app", "app"),
    ("my_URL_key", "myUrlKey"), ("URLKey", "urlKey"), ("URL", "url"), ("URL2", "url2"),
    ("login.titleText", "loginTitleText"), ("iOS_title", "iOSTitle"), ("userID", "userID"),
    ("_lead_x_", "leadX"), ("a..b", "aB"), ("x", "x"), ("X", "x"), ("error_404", "error404"),
    ("translate_it", "translateIt"), ("get", "get"), ("async", "async"), ("some", "some"),
    ("Type", "type"),
  ])
  func `an ordinary key becomes the lower camel case of its parts`(key: String, name: String) {
    #expect(SwiftName.member(for: key) == GeneratedName(name))
  }

  @Test(arguments: [
    ("404_title", "_404Title", "a name cannot begin with a digit"),
    ("class", "`class`", "'class' is a reserved word in Swift"),
    ("Init", "`init`", "'init' is a reserved word in Swift"),
    ("self", "`self`", "'self' is a reserved word in Swift"),
    ("Protocol", "`protocol`", "'protocol' is a reserved word in Swift"),
    ("", "empty", "the key is empty"),
    ("translate", "translateText", "'translate' would hide the function that it calls"),
    ("are you sure?", "areYouSure", "a name can contain only letters and digits"),
    ("a\nb", "aB", "a name can contain only letters and digits"),
    (
      "größe_ändern", "grosseAndern",
      "non-ASCII characters are replaced with letters or spelled out"
    ),
    (
      "gro\u{308}sse", "grosse", "non-ASCII characters are replaced with letters or spelled out"
    ),
    ("😀", "u1F600", "non-ASCII characters are replaced with letters or spelled out"),
    ("hi😀you", "hiU1F600You", "non-ASCII characters are replaced with letters or spelled out"),
    ("登录", "u767BU5F55", "non-ASCII characters are replaced with letters or spelled out"),
    (
      "...", "u002EU002EU002E",
      "it has neither letters nor digits, so its characters are spelled out"
    ),
    (
      "1/ü!", "_1U",
      """
      a name can contain only letters and digits, non-ASCII characters are replaced with letters \
      or spelled out, a name cannot begin with a digit
      """
    ),
  ])
  func `an invalid name is adjusted, with the reason`(key: String, name: String, repair: String) {
    #expect(SwiftName.member(for: key) == GeneratedName(name, repair: repair))
  }

  @Test func `canonically equal keys get one name`() {
    // Swift compares strings by canonical equivalence, other tools by bytes.
    #expect(SwiftName.member(for: "\u{E9}t\u{E9}") == SwiftName.member(for: "e\u{301}te\u{301}"))
  }

  @Test(arguments: [
    ("userName", "userName"), ("user_name", "userName"), ("URL", "url"), ("translate", "translate"),
    ("table", "table"),
  ])
  func `the name of an argument is in lower camel case`(word: String, name: String) {
    #expect(SwiftName.parameter(word) == GeneratedName(name))
  }

  @Test func `an argument can have the name of a reserved word`() {
    for word in ["in", "inout", "self", "await"] {
      #expect(SwiftName.parameter(word).name == "`\(word)`")
    }
  }

  @Test func `an argument name is truncated to 60 characters`() {
    let name = SwiftName.parameter(String(repeating: "ab", count: 100))
    #expect(name.name == String(repeating: "ab", count: 30))
    #expect(name.adjustmentReason == "it is longer than 60 characters")
  }

  @Test(arguments: [
    ("login.title", "Login.title"), ("app_name", "appName"), ("login", "login"),
    ("login.error_404.message", "Login.Error404.message"), (".title.", "title"),
    ("a..b", "A.b"), ("404.title", "N404.title"), ("type.name", "TypeTexts.name"),
    ("views.text", "ViewsTexts.text"), ("text.class", "TextTexts.`class`"),
    ("größe.ß", "Grosse.ss"), ("...", "u002EU002EU002E"), ("", "empty"),
    ("a.b.c.d.e.f.g.h.i.j", "A.B.C.D.E.F.G.H.iJ"), ("login.", "login"),
  ])
  func `the parts of a key form nested types`(key: String, name: String) {
    #expect(SwiftName.member(for: key, nestedBy: ".").name == name)
  }

  @Test func `a separator is matched byte for byte, and an empty one nests nothing`() {
    #expect(SwiftName.member(for: "a__b_c", nestedBy: "__").name == "A.bC")
    #expect(SwiftName.member(for: "a.b", nestedBy: "").name == "aB")
    #expect(SwiftName.member(for: "a.b", nestedBy: nil).name == "aB")
    #expect(SwiftName.member(for: "a.\u{301}b", nestedBy: ".").name == "A.u0301B")
  }

  @Test func `an adjusted type name has a reason`() {
    #expect(
      SwiftName.member(for: "404.class", nestedBy: ".").adjustmentReason
        == "a type name cannot begin with a digit, 'class' is a reserved word in Swift")
  }

  @Test(arguments: [
    ("Texts", "Texts"), ("L10n", "L10n"), ("My_Texts", "My_Texts"), ("_Texts", "_Texts"),
    ("texts", "Texts"), ("my texts", "MyTexts"), ("3d", "_3d"), ("String", "StringTexts"),
    ("any", "AnyTexts"), ("Übersetzung", "Ubersetzung"), ("", "Empty"),
  ])
  func `the name of a type begins with a capital`(word: String, name: String) {
    let type = SwiftName.typeName(word)
    #expect(type.name == name)
    #expect((type.adjustmentReason == nil) == (word == name))
    #expect(SwiftName.typeName(name) == GeneratedName(name))
  }
}
