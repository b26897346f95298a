import Testing
import TremaAccessors
import TremaCatalog

/// A catalogue, its expected Kotlin file for the resources of Compose Multiplatform, and calls of
/// its members.
struct ComposeFixture: Sendable, CustomTestStringConvertible {
  /// The name of the golden file, without its extension.
  var name: String
  var options: KotlinAccessors.Options
  var texts: [Text]
  /// Kotlin statements that add resources to the stub.
  var resources: [String]
  /// Kotlin expressions that use the type, and their expected values.
  var calls: [(expression: String, result: String)]

  var testDescription: String { name }

  /// The package of the resource class; empty if there is none.
  var resourcePackage: String { options.resourcesPackage ?? options.package ?? "" }

  static let all = [composable, suspending, hostile]

  private static func options(
    _ type: String, _ resources: KotlinAccessors.Options.Resources, _ package: String?,
    _ resourcesPackage: String?, class resourcesClass: String = "Res"
  ) -> KotlinAccessors.Options {
    var options = KotlinAccessors.Options(type: type, package: package)
    options.resources = resources
    options.resourcesPackage = resourcesPackage
    options.resourcesClass = resourcesClass
    return options
  }

  private static let texts = [
    Text("app_name", "The name of the app", ["de": "Trema", "en": "Trema"]),
    Text("login.title", nil, ["de": "Anmelden", "en": "Log in"]),
    Text("greeting", "@param 1 userName the user's first name", ["de": "Hallo, %@ (%d)"]),
    Text("large", nil, ["de": "%2$lld %1$@"]),
    Text(
      "days_left", "@param 1 count the days until the trial ends",
      [
        "de": "Noch {count, plural, one {# Tag} other {# Tage}}, {name}",
        "en": "{count, plural, one {# day} other {# days}} left, {name}",
      ]),
    Text("unshown", nil, ["de": "{count, plural, one {Tag} other {100% Tage}}"]),
    Text("day.0", "@array", ["de": "Montag"]), Text("day.1", "@array", ["de": "Dienstag"]),
    Text("who", nil, ["de": "{who, select, female {Sie} other {Sie alle}}"]),
    Text(
      String(repeating: "long_", count: 12), "@param 1 \(String(repeating: "name", count: 8))",
      ["de": "%@ %@ %@"]),
  ]

  private static let resources = [
    #"put("app_name", "Trema 100%")"#, #"put("login_title", "Log in")"#,
    #"put("greeting", "Hello, %1\$s (%2\$d)")"#, #"put("large", "%2\$d %1\$s")"#,
    #"put("days_left", "%1\$d day left, %2\$s", "%1\$d days left, %2\$s")"#,
    #"put("unshown", "day", "100% days")"#, #"put("day", "Monday", "Tuesday")"#,
  ]

  static let composable = ComposeFixture(
    name: "compose",
    options: options("Texts", .compose, "com.example.texts", "com.example.generated.resources"),
    texts: texts, resources: resources,
    calls: [
      ("Texts.appName", "Trema 100%"), ("Texts.loginTitle", "Log in"),
      (#"Texts.greeting(userName = "Ada", argument2 = 7)"#, "Hello, Ada (7)"),
      (#"Texts.large("x", 4_000_000_000)"#, "4000000000 x"),
      (#"Texts.daysLeft(count = 1, name = "Ada")"#, "1 day left, Ada"),
      (#"Texts.daysLeft(3, "Ada")"#, "3 days left, Ada"), ("Texts.unshown(2)", "100% days"),
      ("Texts.day[1]", "Tuesday"),
    ])

  static let suspending = ComposeFixture(
    name: "compose-suspend",
    options: options("Texts", .composeSuspend, "com.example.waiting", nil, class: "AppRes"),
    texts: texts, resources: resources,
    calls: [
      ("Texts.appName()", "Trema 100%"),
      (#"Texts.greeting(userName = "Ada", argument2 = 7)"#, "Hello, Ada (7)"),
      (#"Texts.daysLeft(1, "Ada")"#, "1 day left, Ada"), ("Texts.unshown(2)", "100% days"),
      ("Texts.day()[1]", "Tuesday"),
    ])

  /// Keys and arguments with names that the generated code uses.
  static let hostile = ComposeFixture(
    name: "compose-hostile", options: options("Res", .compose, nil, nil),
    texts: [
      "string_resource", "get_string", "res", "composable", "string", "array", "plurals", "list",
      "fun", "in", "__", "class", "int", "a.b-c", "größe",
    ].map { Text($0, "*/", ["de": "%@"]) } + [
      Text("plural_string_resource", nil, ["de": "{n, plural, other {# %s}}"]),
      Text("string_array_resource", nil, ["de": "x"]),
      Text(
        "names", "@param 1 stringResource\n@param 2 Res\n@param 3 string\n@param 4 resources",
        ["de": "%@ %@ %@ %@"]),
      Text("items.0", "@array", ["de": "null"]),
    ],
    resources: [
      #"put("string_resource", "s %1\$s")"#, #"put("fun", "f %1\$s")"#,
      #"put("plural_string_resource", "%1\$d %2\$s")"#, #"put("string_array_resource", "x")"#,
      #"put("names", "%4\$s %3\$s %2\$s %1\$s")"#, #"put("items", "zero")"#,
    ],
    calls: [
      (#"Res_.stringResource("1")"#, "s 1"), (#"Res_.fun_("1")"#, "f 1"),
      (#"Res_.pluralStringResource(2, "x")"#, "2 x"), ("Res_.stringArrayResource", "x"),
      (#"Res_.names("1", "2", "3", "4")"#, "4 3 2 1"), ("Res_.items[0]", "zero"),
    ])
}
