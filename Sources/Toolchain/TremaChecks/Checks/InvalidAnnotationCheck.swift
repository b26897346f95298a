import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for context lines that resemble an annotation but are prose.
struct InvalidAnnotationCheck: Check {
  static let rule = Rule(
    .warning, "invalid-annotation",
    "A line of a context looks like an annotation but is not a valid one.",
    stage: .review,
    why: "A line that begins with @ is an annotation only if its form is valid. Otherwise it is "
      + "treated as prose, and the limit, name or suppression in it has no effect.",
    example: """
      <context>@max forty</context>
      """,
    fix: "Use one of the valid forms: @param 1 name, @max 40, @ignore check-name reason, "
      + "@tags ios, onboarding, @platforms ios, web, @variant-of key ios, @translatable false, @array, "
      + "@markup, @reference, @variation, @messageformat or @conversion 1 lld.")

  static let needs = CheckNeeds(.context)

  /// The names of the annotations, each with an example.
  private static let forms = [
    "param": "@param 1 name description", "max": "@max 40", "ignore": "@ignore edge-space reason",
    "tags": "@tags ios, onboarding", "platforms": "@platforms ios, web",
    "translatable": "@translatable false", "array": "@array", "markup": "@markup",
    "reference": "@reference", "messageformat": "@messageformat",
    "variation": "@variation", "variant": "@variant-of settings.title ios",
    "conversion": "@conversion 1 lld",
  ]

  /// The additions to the example in the hint, by annotation name.
  private static let additions = [
    "tags": "; a tag consists of letters, digits, '-', '_' and '.'"
  ]

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let context = text.text.context, context.text.utf8.contains(UInt8(ascii: "@")) else {
      return
    }
    let bytes = Array(context.text.utf8)
    var invalidLines: [(words: [ArraySlice<UInt8>], name: String)] = []
    // The number of further mistakes, mentioned in the last finding.
    var others = 0
    for line in ContextLine.All(bytes) where line.mayBeAnnotation {
      let words = line.words
      guard !Annotations.isAnnotation(words), let name = Self.name(meantBy: words[0]),
        !words[0].elementsEqual(UnknownPlatformCheck.name.utf8)
      else { continue }
      if invalidLines.count < Findings.maxPerValue {
        invalidLines.append((words, name))
      } else {
        others += 1
      }
    }
    var locator = ContextLocator(context, bytes, of: text.text)
    for (index, (words, name)) in invalidLines.enumerated() {
      let isLast = index == Findings.maxPerValue - 1 && others > 0
      let form = Self.forms[name] ?? ""
      let start = words.prefix(3).map { String(decoding: $0, as: UTF8.self) }
      findings.report(
        Self.rule,
        "'\(start.joined(separator: " "))' is not a valid annotation and is treated as prose"
          + (isLast ? " (and \(others) more in this context)" : ""),
        in: text, at: locator.location(of: ContextLine.range(of: words)),
        hint: start[0] == "@\(name)"
          ? "use the form '\(form)'\(Self.additions[name] ?? "")"
          : "did you mean '\(Self.corrected(words, name) ?? form)'?")
    }
  }

  /// Returns a line with the right name of its annotation, if it is valid then.
  private static func corrected(_ words: [ArraySlice<UInt8>], _ name: String) -> String? {
    let line =
      [ArraySlice((forms[name] ?? "").utf8.prefix { $0 != UInt8(ascii: " ") })]
      + words.dropFirst()
    let text = line.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    guard Annotations.isAnnotation(line), Annotations(text).variants.allSatisfy(\.isValid) else {
      return nil
    }
    return text.shortened
  }

  /// Returns the name of the annotation that a misspelled word resembles: `@Max`, `@max=40`,
  /// `@ignor`.
  private static func name(meantBy word: ArraySlice<UInt8>) -> String? {
    let word = String(decoding: word, as: UTF8.self)
    let letters = word.dropFirst().prefix { $0.isLetter }.lowercased()
    if forms[letters] != nil { return letters }
    if letters == "tag" { return "tags" }
    if letters.hasPrefix("variant") { return "variant" }
    // A short word resembles many others.
    guard letters.utf8.count > 3, word.utf8.count == letters.utf8.count + 1 else { return nil }
    return closestMatch(to: letters, among: forms.keys.sorted().filter { $0.utf8.count > 4 })
  }
}
