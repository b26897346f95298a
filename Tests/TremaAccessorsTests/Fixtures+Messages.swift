import TremaAccessors
import TremaCatalog

extension Fixture {
  /// Texts whose arguments are in braces, and texts with more than one member.
  static let messages = [plurals, nested, arrays, views, nestedViews]

  private static let counted: [Text] = [
    Text(
      "days_left", "@param 1 count the days until the trial ends",
      [
        "de": "Noch {count, plural, one {# Tag} other {# Tage}}",
        "pl": "{count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
      ]),
    Text(
      "invited", "Shown in the list of guests",
      [
        "de": """
        {host, select, female {{name} hat {count, plural, =0 {niemanden} one {einen Gast} \
        other {# Gäste}} in ihr Haus eingeladen.} male {Er lädt ein.} other {{name} lädt ein.}}
        """,
        "en": "{host, select, diverse {They invite {name}.} other {{name} invites.}}",
      ]),
  ]

  static let plurals = Fixture(
    name: "plurals", options: .init(type: "Counted"),
    texts: counted + [
      Text("mixed", nil, ["de": "%@ hat {1, plural, one {%d Datei} other {%d Dateien}}"]),
      Text(
        "fraction", "@param 1 km", ["de": "{0, plural, one {%1$.1f Kilometer} other {%1$.1f km}}"]),
      Text("styles", nil, ["de": "{n, plural, other {{price, number} {whole, number, integer}}}"]),
      Text("when", nil, ["de": "{n, plural, other {{day, date, short} {hour, time}}}"]),
      Text("place", nil, ["de": "{place, selectordinal, other {#.}}"]),
      Text("unnamed", nil, ["de": "{0, plural, one {# Tag} other {# Tage}}"]),
      Text(
        "gender", "@param 1 sex how the user is addressed",
        ["de": "{gender, select, f {Liebe} other {Hallo}}"]),
      Text("choiceless", nil, ["de": "{in, select, other {Hallo}} {class}"]),
      Text("sized", nil, ["de": "%d", "en": "%ld", "fr": "%u"]),
      Text(
        "shown_alone", nil, ["de": "Drei Tage", "en": "{n, plural, one {A day} other {# days}}"]),
    ],
    calls: [
      ("Counted.daysLeft(count: 3)", "days_left|3:Int|Localizable|main"),
      (
        #"Counted.invited(host: "female", name: "Ada", count: 2)"#,
        "invited|female:String,Ada:String,2:Int|Localizable|main"
      ),
      (#"Counted.mixed("Ada", 1)"#, "mixed|Ada:String,1:Int|Localizable|main"),
      ("Counted.fraction(km: 1.5)", "fraction|1.5:Double|Localizable|main"),
      (
        "Counted.styles(n: 1, price: 2.5, whole: 3)",
        "styles|1:Int,2.5:Double,3:Int|Localizable|main"
      ),
      (
        "Counted.when(n: 1, day: Date(timeIntervalSince1970: 0), hour: Date(timeIntervalSince1970: 60))",
        "when|1:Int,0.0:Date,60.0:Date|Localizable|main"
      ),
      ("Counted.place(place: 2)", "place|2:Int|Localizable|main"),
      ("Counted.unnamed(2)", "unnamed|2:Int|Localizable|main"),
      (#"Counted.gender(sex: "f")"#, "gender|f:String|Localizable|main"),
      (
        #"Counted.choiceless(in: "x", class: "y")"#, "choiceless|x:String,y:String|Localizable|main"
      ),
      ("Counted.sized(-1)", "sized|-1:Int|Localizable|main"),
      ("Counted.shownAlone(n: 1)", "shown_alone|1:Int|Localizable|main"),
    ])

  private static let grouped: [Text] = [
    Text("login.title", "Title of the login dialog", ["de": "Anmelden"]),
    Text("app_name", nil, ["de": "Trema"]),
    Text("login.error_404.message", nil, ["de": "%d"]),
    Text("login", nil, ["de": "Anmeldung"]),
    Text("settings.login.title", nil, ["de": "Titel"]),
    Text("login.button", nil, ["de": "Los"]),
    Text("404", nil, ["de": "Nichts"]),
    Text("404.title", nil, ["de": "Nichts da"]),
    Text("type.String", nil, ["de": "Text"]),
    Text("views.Texts.text", nil, ["de": "Text"]),
    Text(".class..init.", nil, ["de": "Init"]),
    Text("...", nil, ["de": "Punkte"]),
    Text("a.b.c.d.e.f.g.h.i.j", nil, ["de": "tief"]),
  ]

  private static let groupedCalls = [
    ("Grouped.Login.title", "login.title||Localizable|main"),
    ("Grouped.appName", "app_name||Localizable|main"),
    ("Grouped.Login.Error404.message(4)", "login.error_404.message|4:Int|Localizable|main"),
    ("Grouped.login", "login||Localizable|main"),
    ("Grouped.Settings.Login.title", "settings.login.title||Localizable|main"),
    ("Grouped.Login.button", "login.button||Localizable|main"),
    ("Grouped._404", "404||Localizable|main"),
    ("Grouped.N404.title", "404.title||Localizable|main"),
    ("Grouped.TypeTexts.string", "type.String||Localizable|main"),
    ("Grouped.ViewsTexts.Texts.text", "views.Texts.text||Localizable|main"),
    ("Grouped.Class.`init`", ".class..init.||Localizable|main"),
    ("Grouped.u002EU002EU002E", "...||Localizable|main"),
    ("Grouped.A.B.C.D.E.F.G.H.iJ", "a.b.c.d.e.f.g.h.i.j||Localizable|main"),
  ]

  static let nested = Fixture(
    name: "nested", options: .init(type: "Grouped", nesting: "."), texts: grouped,
    calls: groupedCalls)

  static let arrays = Fixture(
    name: "array", options: .init(type: "Listed"),
    texts: (0..<12).map { Text("month.\($0)", "@array", ["de": "Monat \($0)"]) } + [
      Text("size.0", "@array", ["de": "S"]),
      Text("size.1", "@array", ["de": "M"]),
      Text("size.3", "Not the third of them\n@array", ["de": "XL"]),
      Text("greeting.0", "@array", ["de": "Hallo"]),
      Text("greeting.1", "@array", ["de": "Hallo %@"]),
      Text("alone.0", "@array", ["de": "Eins"]),
    ],
    calls: [
      ("Listed.month11", "month.11||Localizable|main"),
      ("Listed.month[11]", "month.11||Localizable|main"),
      (#"Listed.size.joined(separator: "+")"#, "size.0||Localizable|main+size.1||Localizable|main"),
      ("Listed.size3", "size.3||Localizable|main"),
      (#"Listed.greeting1("x")"#, "greeting.1|x:String|Localizable|main"),
      ("Listed.alone[0]", "alone.0||Localizable|main"),
    ])

  static let views = Fixture(
    name: "swiftui-module",
    options: .init(type: "Shown", bundle: .module, includesSwiftUI: true),
    texts: counted + [
      Text("title", nil, ["de": "Titel"]),
      Text("order", nil, ["de": "%2$@: %1$d"]),
      Text("letter", nil, ["de": "%c"]),
    ],
    calls: [
      ("Shown.title", "title||Localizable|module"),
      ("shown(Shown.Views.title)", "title||Localizable|module"),
      ("shown(Shown.Views.daysLeft(count: 3))", "days_left|3:Int|Localizable|module"),
      (#"shown(Shown.Views.order(1, "a"))"#, "order|1:Int,a:String|Localizable|module"),
      (#"shown(Shown.Views.letter("a"))"#, "letter|a:Character|Localizable|module"),
      ("shown(Shown.Resources.title)", "title|title|Localizable|module"),
      ("shown(Shown.Resources.daysLeft(count: 3))", "days_left|3|Localizable|module"),
      (#"shown(Shown.Resources.order(1, "a"))"#, "order|1 a|Localizable|module"),
    ])

  static let nestedViews = Fixture(
    name: "nested-swiftui",
    options: .init(
      type: "GroupedViews", bundle: .expression(".bundle(for: \"app\")"), access: .internal,
      nesting: ".", includesSwiftUI: true),
    texts: grouped,
    calls: groupedCalls.map { call in
      let end = call.1.replacing("|main", with: "|app")
      return ("shown(GroupedViews.Views.\(call.0.dropFirst("Grouped.".count)))", end)
    })
}
