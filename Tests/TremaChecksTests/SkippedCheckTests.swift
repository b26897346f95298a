import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport
import TremaTestSupport

@testable import TremaChecks

/// A check is skipped only for texts in which it would find nothing.
@Suite struct SkippedCheckTests {
  private static let words = [
    "bitte", "offen", "Bitte", "Tisch", "heute", "heute", "open", "today", "today", "menu", "être",
    "Größe", "über", "окрошка", "борщ", "समोसा", "ผัดไทย",
    "寿司", "すし", "メニュー", "떡볶이", "κρασί", "شاي",
    "תה", "želva", "așa", "😀", "👩‍🍳", "🇨🇭", "a", "I", "Ўзбек",
  ]
  private static let odd = [
    "12", "3.5", "...", "Ja!", "a,b", "„so“", "\\\"so\\\"", "-", "(s)", "%@", "%1$@", "%1$d days",
    "%d Tage", "%2$@", "%s", "50 %", "<b>x</b>", "&", "\\n", "\\u00e4", "\\x", "\\u0020",
    "a\u{A0}b",
    "、",
    "。", "؟", "ـ", "•", "\u{200B}", "{n, plural, one {# day} other {# days}}", "{n}", "''",
    "www.example.com", "  ", "$1", "@", "।", "ー", "・", ";", "`", "Aха", "ÄŒ", "中文,", "& 1 < 2",
    "\\nx", "2 x 3", "\\tx",
    "&amp;", "->", "12 13", "१२", "๓", "12", "13", "٣",
    "\\u0025@", "l\\'eau", "a`b", "\"so\"", "\"a\"", "5\"", "\"", "<b>y</b>", "<b>", "</b>",
    "<i>z</i>",
    "<a href=\"x\">", "http://a.example/x", "://", "/", "«so»", "「すし」", "“so”",
  ]

  private static let tokens: [[UInt8]] = [
    "</value>", "<text key=\"k1\">", "<!-- x -->", " lang=\"de\"", "&amp;", "&#x20;", "\\", "%",
    "\n",
    "<![CDATA[", "]]>", " x='1'", "@array", "\u{A0}", "initial",
  ].map { Array($0.utf8) }

  private static func source(_ random: inout SeededGenerator, isOdd: Bool) -> String {
    if !isOdd {
      let count = random.once(in: 8) ? random.number(12...20) : random.number(1...5)
      return (["wir"] + (1...count).map { _ in random.pick(words) }).joined(separator: " ")
    }
    if random.once(in: 30) { return HostileText.value(&random) }
    let count = random.once(in: 8) ? random.number(20...40) : random.number(1...5)
    return (0..<count).map { _ in
      random.once(in: 15) ? random.pick(odd) : random.pick(words)
    }.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\r", with: "&#13;")
  }

  /// A catalogue with the most common spelling.
  private static func catalogue(_ random: inout SeededGenerator) -> String {
    var file = "<trema masterLang=\"\(random.pick(["de", "de", "de", "en", "en", "x"]))\">\n"
    let masters = (0..<3).map { _ in source(&random, isOdd: false) }
    let contexts = [
      "", "", "", "", "", "Button", "Ein Wort", "@ignore repeated-word x", "@max 9", "@mx",
    ]
    for number in 0..<random.number(40...150) {
      let key = random.once(in: 9) ? "k\(random.number(0...number))" : "k\(number).x_y"
      let context = random.pick(contexts)
      file += "  <text key=\"\(key)\">\n    <context"
      file += context.isEmpty ? "/>\n" : ">\(context)</context>\n"
      let isOdd = random.once(in: 5)
      let ending =
        random.once(in: 4) ? random.pick([" %@", " %1$@ so %2$d", " %d Tage", " %d"]) : ""
      let shared = source(&random, isOdd: isOdd)
      let languages =
        random.once(in: 8) ? ["en", "de", "fr", "x!", "de", "zh"].shuffled(using: &random) : []
      for language in (languages.isEmpty ? ["de", "en", "fr", "it"] : languages.dropLast(3)) {
        var value = random.once(in: 12) ? shared : source(&random, isOdd: isOdd)
        if random.once(in: 12) { value = random.pick(masters) }
        value += ending
        let status =
          random.once(in: 6)
          ? random.pick(["initial", "verified", "special", isOdd ? "odd" : "initial"])
          : "translated"
        let content =
          random.once(in: 20) && !value.contains("]]>")
          ? "<![CDATA[\(value)]]>" : escaped(value)
        file += "    <value lang=\"\(language)\" status=\"\(status)\">\(content)</value>\n"
      }
      file += random.once(in: 20) ? "    <!-- x -->\n  </text>\n" : "  </text>\n"
    }
    return file + "</trema>\n"
  }

  private static func policy(_ random: inout SeededGenerator) -> CheckPolicy {
    var policy = CheckPolicy()
    let levels = CheckLevel.allCases
    if random.once(in: 4) { policy.settings["*"] = .init(random.pick(levels)) }
    for rule in Checker.rules where random.once(in: 4) {
      var setting = CheckPolicy.Setting(random.once(in: 2) ? random.pick(levels) : nil)
      if random.once(in: 4) { setting.minimumVerifiedSeverity = random.pick(Severity.allCases) }
      if random.once(in: 4), let german = LanguageTag(random.pick(["de", "en", "fr"])) {
        setting.languages[german] = random.pick(levels)
      }
      if random.once(in: 4) {
        setting.keys = [CheckPolicy.KeyLevel(KeyPattern("k1*"), random.pick(levels))]
      }
      policy.settings[rule.code] = setting
    }
    return policy
  }

  private static func scope(_ master: String, _ random: inout SeededGenerator) -> CheckScope {
    var scope = CheckScope(master: LanguageTag(master))
    if random.once(in: 3) { scope.targets = CheckTarget.allCases }
    if random.once(in: 3) { scope.languages = ["de", "en", "fr"].compactMap { LanguageTag($0) } }
    scope.allowsStrayLanguages = random.once(in: 3)
    if random.once(in: 2) {
      let change = MasterChange(commit: "1a2b3c4d5", day: "2026-05-01")
      scope.staleTranslations = [
        ExactKey("k1.x_y"): ["en": change], ExactKey("k2.x_y"): ["fr": change],
      ]
    }
    return scope
  }

  private func findings(
    _ bytes: [UInt8], _ depth: Checker.Depth, _ policy: CheckPolicy, _ random: SeededGenerator,
    asksAlways: Bool
  ) -> [Diagnostic] {
    var rest = bytes[...]
    var (random, found) = (random, [Diagnostic]())
    let size = random.pick([700, 4000, 9000])
    var decoder = TremaDecoder(file: "Texts.trm") {
      defer { rest = rest.dropFirst(size) }
      return rest.isEmpty ? nil : Array(rest.prefix(size))
    }
    do throws(Diagnostic) {
      let scope = Self.scope(try decoder.header().masterLanguage, &random)
      var checker = Checker(scope, depth: depth, policy: policy, asksAlways: asksAlways)
      while let text = try decoder.nextView() {
        found += checker.examine(text, annotations: text.annotations)
      }
      found += checker.finish() + checker.configure(decoder.takeDiagnostics())
    } catch {
      // The number of texts before it depends on how the file is cut into pieces.
      found = [error]
    }
    return found
  }

  @Test(arguments: [Checker.Depth.outputs, .everything])
  func `running all checks finds no more than the checks that a text needs`(_ depth: Checker.Depth)
  {
    var random = SeededGenerator(seed: depth == .outputs ? 21 : 22)
    var total = 0
    for round in 0..<40 {
      var bytes = Array(Self.catalogue(&random).utf8)
      if random.once(in: 4) { bytes = Mutation.of(bytes, Self.tokens, &random) }
      let policy = random.once(in: 2) ? .everything : Self.policy(&random)
      let quick = findings(bytes, depth, policy, random, asksAlways: false)
      let slow = findings(bytes, depth, policy, random, asksAlways: true)
      guard quick == slow else {
        let text = String(decoding: bytes, as: UTF8.self)
        let (one, other) = (Set(quick), Set(slow))
        let differences = (one.subtracting(other), other.subtracting(one))
        Issue.record("round \(round): \(differences): \(text)")
        return
      }
      total += quick.count
    }
    #expect(total > 800)
  }

  @Test func `ordinary writing consists of letters, combining marks and emoji`() {
    var letters = 0
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var text = String(Character(scalar))
      let signs = text.withUTF8 { TextFlags(in: $0).resolvingUnclassified(in: $0) }
      if signs.contains(.unclassified) || value <= 0xFF { continue }
      letters += 1
      let properties = scalar.properties
      #expect(!properties.isWhitespace, "\(scalar)")
      #expect(!properties.isPatternSyntax || value >= 0x1F000, "\(scalar)")
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .unassigned, .otherSymbol, .modifierSymbol:
        break
      case .decimalNumber, .currencySymbol, .format, .control, .privateUse, .surrogate:
        Issue.record("\(scalar)")
      default: #expect(value >= 0x3000, "\(scalar.properties.name ?? "\(value)")")
      }
    }
    #expect(letters > 40_000)
  }

  /// Returns whether ``TextFlags/resolvingUnclassified(for:)`` must be false, computed from scalars
  /// one by one.
  private static func isStrange(_ text: String) -> Bool {
    func isStrange(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 {
        TextFlags(in: $0).resolvingUnclassified(in: $0).contains(.unclassified)
      }
    }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() where isStrange(String(scalar)) {
      // Between two pictures it makes one of them.
      guard scalar == "\u{200D}", scalars.indices.contains(index - 1),
        scalars[index - 1].value >= 0x10000, scalars.indices.contains(index + 1),
        (0x1F000...0x1FFFF).contains(scalars[index + 1].value)
      else { return true }
    }
    let bytes = Array(text.utf8)
    if zip(bytes, bytes.dropFirst(2)).contains(where: { $0 == 0xC3 && $1 == 0xC5 }) { return true }
    return scalars.split(whereSeparator: { $0 == " " || $0 == "\n" }).contains { word in
      word.contains { (0x370..<0x530).contains($0.value) }
        && word.contains {
          (0x61...0x7A).contains($0.value | 0x20) || (0xC0..<0x180).contains($0.value)
        }
    }
  }

  @Test func `a text is ordinary writing if each of its scalars and words is`() {
    var random = SeededGenerator(seed: 23)
    let parts = [
      " ", " ", " ", "\n", "a", "Tisch", "é", "Ä", "Œ", "ő", "о", "борщ", "κρασί", "ή", "तीन", "ा",
      "ไทย",
      "寿司", "すし", "ー", "떡", "תה", "شاي", "😀", "👩‍🍳", "🇨🇭", "12", "-", "\u{FFFC}",
      " a longer one of ASCII",
    ]
    let odd = ["\u{200D}", "।", "«", "\u{85}", "…", "・"]
    var counts = [true: 0, false: 0]
    for _ in 0..<20_000 {
      var text = (0..<random.number(1...7)).map { _ in
        random.once(in: 30) ? random.pick(odd) : random.pick(parts)
      }.joined()
      let signs = text.withUTF8 { TextFlags(in: $0).resolvingUnclassified(in: $0) }
      guard text.utf8.contains(where: { $0 > 0xC3 }) else { continue }
      let isStrange = Self.isStrange(text)
      #expect(signs.contains(.unclassified) == isStrange, "\(text)")
      counts[isStrange, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 3_000 })
  }

  @Test
  func `mixed scripts in a word and mojibake are not ordinary writing`() {
    for (text, isStrange) in [
      ("Tisch окрошка", false), ("окрошка\nTisch\nо", false), ("Tischо", true), ("о-Tisch", true),
      ("ÄŒ", true), ("Œ Ä", false),
      ("κρασί wine", false), ("wineί", true), ("寿司sushi", false), ("😀a", false), ("👩‍🍳", false),
      ("a\u{200D}🍳", true), ("🇨🇭", false),
      ("a\u{301}", true), ("«a»", true), ("a…", true), ("，", true),
    ] {
      var text = text
      let signs = text.withUTF8 { TextFlags(in: $0).resolvingUnclassified(in: $0) }
      #expect(signs.contains(.unclassified) == isStrange, "\(text)")
    }
  }
}
