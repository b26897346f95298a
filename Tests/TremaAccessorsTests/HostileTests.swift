import Foundation
import Testing
import TremaAccessors
import TremaCatalog

/// Hostile catalogs, the same ones on every run.
@Suite struct HostileTests {
  @Test func `hostile catalogues generate Swift that compiles and makes the expected calls`() throws
  {
    var random = SplitMix(state: 2_026)
    var names: Set<String> = []
    var texts: [Text] = []
    var calls: [(expression: String, result: String)] = []
    for key in Self.words + (0..<400).map({ _ in random.text(upTo: 12) }) {
      // Keys with the same name are reported by a check, not by the generator.
      guard names.insert(SwiftName.member(for: key).name).inserted else { continue }
      let text = random.text(for: key)
      texts.append(text)
      if text.values.allSatisfy({ !$0.message.hasPlaceholders }) {
        calls.append(("Texts.\(SwiftName.member(for: key).name)", "\(key)||Localizable|main"))
      }
    }
    let (source, diagnostics) = generate(texts)
    #expect(diagnostics.allSatisfy { $0.code == "renamed-accessor" && $0.severity == .note })
    #expect(texts.count > 400 && calls.count > 100)
    #expect(texts.count { $0.values.contains { $0.message.hasBranches } } > 60)
    let toolchain = try Toolchain()
    try toolchain.lint(source)
    try toolchain.run([source], calls: calls)
  }

  @Test(arguments: [".", "_"])
  func `hostile catalogues with nested types generate Swift that compiles`(separator: String) throws
  {
    var random = SplitMix(state: 11)
    var options = SwiftAccessors.Options(nesting: separator, includesSwiftUI: true)
    options.bundle = .module
    var names: Set<String> = []
    var texts: [Text] = []
    for word in Self.words.shuffled(using: &random).prefix(50) {
      for key in [word, "\(word)\(separator)\(word)", random.text(upTo: 12)] {
        let name = SwiftName.member(for: key, nestedBy: separator).name
        if names.insert(name).inserted { texts.append(random.text(for: key)) }
      }
    }
    let (source, diagnostics) = generate(texts, options: options)
    #expect(diagnostics.allSatisfy { $0.code == "renamed-accessor" && $0.severity == .note })
    let toolchain = try Toolchain()
    try toolchain.lint(source)
    try toolchain.run([source], calls: [])
  }

  @Test func `hostile catalogues generate Kotlin that compiles`() throws {
    var random = SplitMix(state: 2_027)
    var names: Set<String> = []
    var texts: [Text] = []
    for key in Self.words + (0..<300).map({ _ in random.text(upTo: 12) }) {
      guard names.insert(KotlinName.member(for: key).name).inserted else { continue }
      texts.append(random.text(for: key))
    }
    let (source, diagnostics) = generateKotlin(texts, options: .init(package: "hostile"))
    #expect(diagnostics.allSatisfy { $0.code == "renamed-accessor" && $0.severity == .note })
    #expect(texts.count > 300)
    try KotlinToolchain().run([
      KotlinToolchain.Source(
        text: source, type: "Texts", package: "hostile", resourcePackage: "hostile",
        resources: [], calls: [])
    ])
  }

  /// Current and former keywords of the compiler.
  private static let words = """
    Any Protocol Self Type actor any as associatedtype associativity async await borrowing break \
    case catch class consume consuming continue convenience copy default defer deinit didSet \
    discard distributed do dynamic each else enum extension fallthrough false fileprivate final \
    for func get guard if import in indirect infix init inout internal is isolated lazy left let \
    macro module mutating nil none nonisolated nonmutating of open operator optional override \
    package postfix precedence precedencegroup prefix private protocol public repeat required \
    rethrows return right self sending set some static struct subscript super switch then throw \
    throws translate true try typealias unowned unsafe using var weak where while willSet yield \
    String Int hashValue allCases rawValue description bundle table key main print _ __ $0 @main
    """.split(separator: " ").map(String.init)
}

/// A random number generator with the same results on every platform (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  private static let pieces = [
    "a", "B", "word", "Word", "URL", "1", "42", "_", "-", ".", " ", "  ", "\n", "\r\n", "\t", "\"",
    "\"\"\"", "\\", "\\(", "\\n", "#", "`", "```", "~~~", "*/", "/*", "//", "'", "<b>", "[x](y)",
    "*", "é", "e\u{301}", "\u{301}", "ß", "漢字", "😀", "👨‍👩‍👧", "\u{202E}", "\u{200B}", "\u{FEFF}",
    "\u{0}", "\u{7}", "\u{7F}", "\u{85}", "\u{2028}", "\u{A0}", "\u{3000}", "\u{E0041}", "\u{FFFF}",
    "\u{10FFFF}", "- Parameter x: y", "- Returns: z", "1. ", "> ", "@param 9 x", "%", "%%", "$",
  ]

  mutating func text(upTo count: Int) -> String {
    (0..<Int.random(in: 0...count, using: &self))
      .map { _ in Self.pieces.randomElement(using: &self) ?? "" }.joined()
  }

  /// Returns a name of an argument in braces, which can be nearly anything.
  private mutating func name() -> String {
    let names = [
      "n", "count", "user_name", "in", "class", "object", "translate", "resources", "größe", "登录",
      "0", "1", "7", "x*y", "a/b", "`", "\"", "\\\\", "*/",
    ]
    return names.randomElement(using: &self) ?? ""
  }

  private mutating func keyword() -> String {
    ["male", "a`b", "*/", "/*", "größe", "#", "\\\\(x)", "\"\"\""].randomElement(using: &self) ?? ""
  }

  /// Without braces, apostrophes and percent signs.
  private mutating func quoted() -> String {
    text(upTo: 6).replacing("'", with: "").replacing("%", with: "")
  }

  mutating func text(for key: String) -> Text {
    var context = text(upTo: 30)
    for number in 1...3 where Bool.random(using: &self) {
      context += "\n@param \(number) \(text(upTo: 3).filter { !$0.isWhitespace }) \(text(upTo: 20))"
    }
    var message = text(upTo: 40).replacing("%", with: "")
    if Bool.random(using: &self) {
      for conversion in ["@", "d", "u", ".2f", "c", "5x"].shuffled(using: &self).prefix(3) {
        message += "%\(conversion) \(text(upTo: 4).replacing("%", with: ""))"
      }
    }
    switch Int.random(in: 0..<6, using: &self) {
    case 0: message = "{\(name()), plural, one {\(quoted())} other {# \(quoted()) {\(name())}}}"
    case 1: message = "{\(name()), select, \(keyword()) {\(quoted())} other {{\(name()), number}}}"
    case 2: message += "{\(name()), selectordinal, other {\(quoted()) {\(name()), date}}}"
    default: break
    }
    if Bool.random(using: &self), Bool.random(using: &self) { context += "\n@array" }
    return Text(key, context, ["de": message, "en": message])
  }
}
