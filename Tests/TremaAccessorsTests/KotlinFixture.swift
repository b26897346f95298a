import Testing
import TremaAccessors
import TremaCatalog
import TremaSupport

/// A catalogue built in code, its expected Kotlin file and calls into that file.
struct KotlinFixture: Sendable, CustomTestStringConvertible {
  /// The golden file's name without its extension.
  var name: String
  var options: KotlinAccessors.Options
  var texts: [Text]
  /// The contents of the Android resources: Kotlin calls of `put` on the stub, in the package of
  /// `R`.
  var resources: [String]
  /// Kotlin expressions with `texts` in them and their expected strings.
  var calls: [(expression: String, result: String)]

  var testDescription: String { name }

  func generate() -> (source: String, diagnostics: [Diagnostic]) {
    generateKotlin(texts, options: options)
  }

  /// The package that `R` is in; empty for none.
  var resourcePackage: String { options.androidNamespace ?? options.package ?? "" }
}

func generateKotlin(
  _ texts: [Text], options: KotlinAccessors.Options = .init(), masterLanguage: String = "de"
) -> (source: String, diagnostics: [Diagnostic]) {
  var accessors = KotlinAccessors(options: options, masterLanguage: masterLanguage)
  var output: [UInt8] = []
  var diagnostics: [Diagnostic] = []
  accessors.begin(into: &output)
  for text in texts {
    diagnostics += accessors.append(
      TextBatch.view(of: text), annotations: Annotations(text.context), into: &output)
  }
  accessors.end(into: &output)
  return (String(decoding: output, as: UTF8.self), diagnostics)
}

extension KotlinFixture {
  static let all = [plain, messages, hostile, bare]

  static let plain = KotlinFixture(
    name: "plain",
    options: .init(package: "com.example.texts", androidNamespace: "com.example.app"),
    texts: [
      Text("app_name", "The name of the app", ["de": "Trema", "en": "Trema"]),
      Text("login.title", nil, ["de": "Anmelden", "en": "Log in"]),
      Text("percent", nil, ["de": "100% sicher, 50 % Rabatt"]),
      Text("greeting", "@param 1 userName the user's first name", ["de": "Hallo, %@"]),
      Text("all", "Every type", ["de": "%@ %d %u %x %.2f %c %s %ld"]),
      Text("order", "@param 2 count\n@param 1 name", ["de": "%1$@: %2$d", "en": "%2$d: %1$@"]),
      Text("claim", nil, ["de": "%b %h"]),
      Text("day.0", "@array", ["de": "Montag"]),
      Text("day.1", "@array", ["de": "Dienstag"]),
      Text("day.7", "Not the third of them\n@array", ["de": "Sonntag"]),
    ],
    resources: [
      #"put(R.string.app_name, "Trema")"#,
      #"put(R.string.login_title, "Log in")"#,
      #"put(R.string.percent, "100% sure, 50 % off")"#,
      #"put(R.string.greeting, "Hello, %1\$s")"#,
      #"put(R.string.all, "%1\$s %2\$d %3\$d %4\$x %5\$.2f %6\$c %7\$s %8\$d 100%%")"#,
      #"put(R.string.order, "%2\$d: %1\$s")"#,
      #"put(R.string.claim, "%1\$b %2\$s")"#,
      #"putItems(R.array.day, "Monday", "Tuesday")"#,
      #"put(R.string.day_7, "Sunday")"#,
    ],
    calls: [
      ("texts.appName", "Trema"),
      ("texts.loginTitle", "Log in"),
      ("texts.percent", "100% sure, 50 % off"),
      (#"texts.greeting(userName = "Ada")"#, "Hello, Ada"),
      (
        #"texts.all("a", -1, 2, 255, 1.5, 'é', "s", 4_000_000_000)"#,
        "a -1 2 ff 1.50 é s 4000000000 100%"
      ),
      (#"texts.order("a", 2)"#, "2: a"),
      (#"texts.claim(true, "x")"#, "true x"),
      ("texts.day[1]", "Tuesday"),
      ("texts.day7", "Sunday"),
    ])

  static let messages = KotlinFixture(
    name: "messages",
    options: .init(type: "Counted", package: "com.example.counted"),
    texts: [
      Text(
        "days_left", "@param 1 count the days until the trial ends",
        [
          "de": "Noch {count, plural, one {# Tag} other {# Tage}}",
          "en": "{count, plural, one {# day} other {# days}} left",
        ]),
      Text(
        "files", nil,
        ["de": "{name} hat {count, plural, one {eine Datei} other {%lld Dateien}} (50 %)"]),
      Text("unshown", nil, ["de": "{count, plural, one {Tag} other {100% Tage}}"]),
      Text("fraction", "@param 1 km", ["de": "{0, plural, one {%1$.1f km} other {%1$.1f km}}"]),
      Text(
        "invited", nil,
        [
          "de": """
          {host, select, female {{name} hat {count, plural, =0 {niemanden} one {einen Gast} \
          other {# Gäste}} in ihr Haus eingeladen.} other {{name} lädt am {day, date, short} ein.}}
          """
        ]),
      Text("place", nil, ["de": "{place, selectordinal, other {#.}}"]),
      Text("everything", nil, ["de": (1...9).map { "{someName\($0), select, other {}}" }.joined()]),
    ],
    resources: [
      #"put(R.plurals.days_left, "one", "%1\$d day left")"#,
      #"put(R.plurals.days_left, "other", "%1\$d days left")"#,
      #"put(R.plurals.files, "one", "%1\$s has a file (50 %%)")"#,
      #"put(R.plurals.files, "other", "%1\$s has %2\$d files (50 %%)")"#,
      #"put(R.plurals.unshown, "one", "day")"#,
      #"put(R.plurals.unshown, "other", "100%% days")"#,
      #"put(R.string.fraction, "{0, plural, one {{0, number,0.0} km} other {{0, number,0.0} kms}}")"#,
      """
      put(R.string.invited, "{0, select, female {{1} has {2, plural, =0 {nobody} one {a guest} \
      other {# guests}} in.} other {{1} invites on {3, date, short}.}}")
      """,
      #"put(R.string.place, "{0, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}")"#,
      #"put(R.string.everything, "{8}")"#,
    ],
    calls: [
      ("texts.daysLeft(count = 1)", "1 day left"),
      ("texts.daysLeft(3)", "3 days left"),
      (#"texts.files("Ada", 1)"#, "Ada has a file (50 %)"),
      (#"texts.files("Ada", 2)"#, "Ada has 2 files (50 %)"),
      ("texts.unshown(2)", "100% days"),
      ("texts.fraction(1.5)", "1.5 kms"),
      (#"texts.invited("female", "Ada", 2000, java.util.Date(0))"#, "Ada has 2,000 guests in."),
      (#"texts.invited("x", "Ada", 0, java.util.Date(0))"#, "Ada invites on 1/1/70."),
      ("texts.place(22)", "22nd"),
      (
        #"texts.everything("1", "2", "3", "4", "5", "6", "7", "8", someName9 = "nine")"#, "nine"
      ),
    ])

  static let hostile = KotlinFixture(
    name: "hostile", options: .init(type: "class", sourceName: "odd */ /* name `.trm"),
    texts: [
      "", "404", "object", "fun", "val", "default", "resources", "android", "array_of", "_", "__",
      "größe", "登录", "a b-c.d", "get", "field", "it", "to_string", "equals", "*/", "in",
    ].map { Text($0, "*/ /* /** [link] @param x\n@return x\n// # x", ["de": "*/ /* [x] @see"]) } + [
      Text(
        "names",
        "@param 1 in */\n@param 2 in [x]\n@param 3 resources\n@param 4 android\n@param 5 _ */",
        ["de": "%@ %@ %@ %@ %@"]),
      Text(
        "one_word",
        "@param 1 \(String(repeating: "name", count: 30)) \(String(repeating: "*/", count: 80))",
        ["de": "%@ %@ %@ %@ %@ %@ %@ %@ %@ %@"]),
      Text(String(repeating: "long_", count: 30), nil, ["de": "x"]),
    ],
    resources: [
      #"put(R.string.`fun`, "fun")"#, #"put(R.string.`in`, "in")"#, #"put(R.string.`__`, "__")"#,
      #"put(R.string.resources, "res")"#,
      #"put(R.string.names, "%5\$s %4\$s %3\$s %2\$s %1\$s")"#,
    ],
    calls: [
      ("texts.fun_", "fun"), ("texts.in_", "in"), ("texts.resourcesText", "res"),
      (
        #"texts.names(in_ = "1", in_2 = "2", resources_ = "3", android_ = "4", argument5 = "5")"#,
        "5 4 3 2 1"
      ),
    ])

  static let bare = KotlinFixture(
    name: "no-texts", options: .init(type: "Nothing"), texts: [], resources: [], calls: [])
}
