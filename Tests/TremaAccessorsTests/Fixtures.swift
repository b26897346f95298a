import TremaAccessors
import TremaCatalog

extension Fixture {
  static let all = [plain, arguments, hostileKeys, hostileTexts, long, bare] + messages

  static let plain = Fixture(
    name: "plain", options: .init(),
    texts: [
      Text("app_name", "The name of the app", ["de": "Trema", "en": "Trema"]),
      Text("login.title", nil, ["de": "Anmelden", "en": "Log in"]),
      Text(
        "my_URL_key",
        """
          Shown in the settings.
          Keep it short.

          Opens the browser.
          @max 40
        """, ["en": "Our page"]),
      Text("APP_VERSION", "No master", ["en": "Version"]),
      Text("percent", nil, ["de": "100% sicher, 50 % Rabatt"]),
      Text("untranslated", nil, [:]),
      Text("long_text", nil, ["de": String(repeating: "Donaudampfschiff fährt. ", count: 12)]),
    ],
    calls: [
      ("Texts.appName", "app_name||Localizable|main"),
      ("Texts.loginTitle", "login.title||Localizable|main"),
      ("Texts.myUrlKey", "my_URL_key||Localizable|main"),
      ("Texts.untranslated", "untranslated||Localizable|main"),
    ])

  static let arguments = Fixture(
    name: "arguments-module-package",
    options: .init(
      type: "Strings", table: "Main", bundle: .module,
      imports: ["TremaLocalization", "Swift", "Swift"], access: .package),
    texts: [
      Text("greeting", "@param 1 userName the user's first name", ["de": "Hallo, %@"]),
      Text("all", "Every type", ["de": "%@ %d %u %x %.2f %c %s %ld"]),
      Text(
        "order",
        """
        Shown above the basket
        @param 2 count how many there are
        @param 1 name
        """, ["de": "%1$@: %2$d", "en": "%2$d for %1$@"]),
      Text("merged", nil, ["en": "%1$@ %3$lu", "de": "%1$@", "fr": "%3$d"]),
      Text("gap", "@param 2 shown what is shown", ["de": "%2$@"]),
      Text("disagreed", "The master wins", ["en": "%d", "de": "%@", "fr": "%f"]),
      Text("unsigned", nil, ["de": "%x", "en": "%u"]),
      Text(
        "names", "@param 1 in\n@param 2 in\n@param 3 user_name\n@param 4 translate\n@param 5 _",
        ["de": "%@ %@ %@ %@ %@ %@"]),
      Text("documented", "@param 1 _ the `name` of <b>\n@param 2 argument1", ["de": "%@ %d"]),
    ],
    calls: [
      (#"Strings.greeting(userName: "Ada")"#, "greeting|Ada:String|Main|module"),
      (
        #"Strings.all("a", -1, 2, 3, 1.5, "é", "s", 4)"#,
        "all|a:String,-1:Int,2:UInt,3:UInt,1.5:Double,é:Character,s:String,4:Int|Main|module"
      ),
      (#"Strings.order(name: "a", count: 2)"#, "order|a:String,2:Int|Main|module"),
      (#"Strings.merged("a", "b", -3)"#, "merged|a:String,b:String,-3:Int|Main|module"),
      (#"Strings.gap("a", shown: "b")"#, "gap|a:String,b:String|Main|module"),
      (#"Strings.disagreed("a")"#, "disagreed|a:String|Main|module"),
      ("Strings.unsigned(.max)", "unsigned|\(UInt.max):UInt|Main|module"),
      (
        #"Strings.names(in: "a", in2: "b", userName: "c", translate: "d", "e", "f")"#,
        "names|a:String,b:String,c:String,d:String,e:String,f:String|Main|module"
      ),
      (#"Strings.documented("a", argument1: 1)"#, "documented|a:String,1:Int|Main|module"),
    ])

  static let hostileKeys = Fixture(
    name: "hostile-keys-internal",
    options: .init(
      type: "Hostile", table: "a \"quoted\" \\ table",
      bundle: .expression(#"Bundle.bundle(for: "app")"#), access: .internal,
      sourceName: "odd\nname `.trm"),
    masterLanguage: "de`",
    texts: [
      "", "404", "class", "self", "init", "translate", "default", "Type", "Protocol", "a b-c.d",
      "größe", "😀", "登录", "...", "quote \" here", "back\\slash", "\\(1 + 1)", "line\nbreak",
      "tab\there", "bidi \u{202E}x", "nul \u{1}", "tick ` tick", "``", "\u{301}accent", "#\"raw\"#",
      "space \u{A0}\u{3000}hard", "\"\"\" triple", " edges ", "key   with    spaces - and - dashes",
    ].map { Text($0, nil, ["de`": "x"]) },
    calls: [
      ("Hostile.empty", "||a \"quoted\" \\ table|app"),
      ("Hostile._404", "404||a \"quoted\" \\ table|app"),
      ("Hostile.class", "class||a \"quoted\" \\ table|app"),
      ("Hostile.`self`", "self||a \"quoted\" \\ table|app"),
      ("Hostile.`init`", "init||a \"quoted\" \\ table|app"),
      ("Hostile.translateText", "translate||a \"quoted\" \\ table|app"),
      ("Hostile.default", "default||a \"quoted\" \\ table|app"),
      ("Hostile.type", "Type||a \"quoted\" \\ table|app"),
      ("Hostile.protocol", "Protocol||a \"quoted\" \\ table|app"),
      ("Hostile.aBCD", "a b-c.d||a \"quoted\" \\ table|app"),
      ("Hostile.grosse", "größe||a \"quoted\" \\ table|app"),
      ("Hostile.u1F600", "😀||a \"quoted\" \\ table|app"),
      ("Hostile.u767BU5F55", "登录||a \"quoted\" \\ table|app"),
      ("Hostile.quoteHere", "quote \" here||a \"quoted\" \\ table|app"),
      ("Hostile.backSlash", "back\\slash||a \"quoted\" \\ table|app"),
      ("Hostile._11", "\\(1 + 1)||a \"quoted\" \\ table|app"),
      ("Hostile.lineBreak", "line\nbreak||a \"quoted\" \\ table|app"),
      ("Hostile.bidiU202EX", "bidi \u{202E}x||a \"quoted\" \\ table|app"),
      ("Hostile.nul", "nul \u{1}||a \"quoted\" \\ table|app"),
      ("Hostile.tickTick", "tick ` tick||a \"quoted\" \\ table|app"),
      ("Hostile.raw", "#\"raw\"#||a \"quoted\" \\ table|app"),
      ("Hostile.spaceU00A0U3000Hard", "space \u{A0}\u{3000}hard||a \"quoted\" \\ table|app"),
      ("Hostile.triple", "\"\"\" triple||a \"quoted\" \\ table|app"),
      ("Hostile.edges", " edges ||a \"quoted\" \\ table|app"),
    ])

  static let hostileTexts = Fixture(
    name: "hostile-texts", options: .init(type: "Comments"),
    texts: [
      Text("line_break", "One\ntwo", ["de": "eins\\nzwei\ndrei\r\nvier\u{2028}"]),
      Text("markup", "The `title` of <b>", ["de": "`code` *bold* _x_ [a](b) <b>fett</b> \\u00e4"]),
      Text("end", "*/ /* // ///", ["de": "*/ /* \"\"\" # \\(x) \"quoted\""]),
      Text("controls", "bidi \u{202E}here", ["de": "\u{202E}\u{0}\u{7F}\u{85}\u{FEFF}👨‍👩‍👧"]),
      Text(
        "fields",
        """
        - Parameter user: no such thing
        - Returns: nothing
        - an item
        # Heading
        > quotation
        ---
        1. first
        ```
        """, ["de": "- Parameter: 1."]),
      Text("odd", "an odd ` tick", ["de": "` tick"]),
      Text(
        "wrapped", String(repeating: "word - ", count: 40) + "end",
        ["de": String(repeating: "1. # > + ", count: 30)]),
      Text("spaces", "@param 1 text  a  b ", ["de": "  two  spaces  %@  "]),
      Text("`tick` `", nil, ["de": ""]),
      Text("one_word", nil, ["de": String(repeating: "漢字", count: 100)]),
    ],
    calls: [
      ("Comments.lineBreak", "line_break||Localizable|main"),
      (#"Comments.spaces(text: "a")"#, "spaces|a:String|Localizable|main"),
    ])

  private static let words = "a_rather_long_key_that_somebody_made_of_a_whole_sentence"

  static let long = Fixture(
    name: "long", options: .init(type: "Long", bundle: .expression("Bundle(name: \"long\")")),
    texts: [
      Text(words, nil, ["de": "x"]),
      Text("\(words)_more", nil, ["de": "x"]),
      Text("\(words)_\(words)", nil, ["de": "x"]),
      Text("\(words)_function", nil, ["de": "%@ %@"]),
      Text("\(words)_\(words)_function", nil, ["de": "%@ %@"]),
      Text(String(repeating: "Ein ganzer Satz. ", count: 20), nil, ["de": "x"]),
      Text(
        "many", "@param 3 \(String(repeating: "long", count: 30))\n@param 4 \(words) \(words)",
        ["de": "%99$d \((1...98).map { "%\($0)$@" }.joined(separator: " "))"]),
    ],
    calls: [
      (
        "Long.aRatherLongKeyThatSomebodyMadeOfAWholeSentence",
        "\(words)||Localizable|long"
      ),
      (
        "Long.aRatherLongKeyThatSomebodyMadeOfAWholeSentenceFunction(\"a\", \"b\")",
        "\(words)_function|a:String,b:String|Localizable|long"
      ),
    ])

  static let bare = Fixture(
    name: "no-texts", options: .init(type: "Nothing", imports: []), texts: [], calls: [])
}
