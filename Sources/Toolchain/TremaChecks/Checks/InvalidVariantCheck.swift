import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for `@variant-of` lines that do not name one text and at least one platform.
struct InvalidVariantCheck: Check {
  static let rule = Rule(
    .error, "invalid-variant", "A line @variant-of does not name a text and its platforms.",
    why: "A variant replaces another text on the platforms that the line names. Without a text or "
      + "a platform, no output could contain the variant. Unlike other invalid annotations, the "
      + "line is not treated as prose, because the variant would become a resource of its own.",
    example: """
      <context>@variant-of settings.title windows</context>
      """,
    fix: "Name the key of the text and one or more of the platforms ios, android and web: "
      + "@variant-of settings.title ios, web.")

  static let needs = CheckNeeds(.variant)

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard text.annotations.isVariant else { return }
    let base = text.variant?.base?.annotations.platforms ?? []
    guard let problem = Self.problem(text.annotations.variants, basePlatforms: base) else { return }
    findings.report(
      Self.rule, "'\(text.shownKey)' is a variant \(problem.message)", in: text,
      at: text.variantLocation, hint: problem.hint)
  }

  /// Returns what is wrong with the annotations, as the end of a message, or `nil` if they are
  /// valid.
  ///
  /// - Parameters:
  ///   - variants: The texts that the text replaces.
  ///   - basePlatforms: The platforms of the replaced text, or an empty set for all platforms.
  private static func problem(
    _ variants: [VariantDeclaration], basePlatforms: Set<AppPlatform>
  ) -> (message: String, hint: String)? {
    let form = "use a line such as '@variant-of settings.title android'"
    guard variants.count == 1 else {
      let bases = variants.map { "'\($0.base.shortened)'" }.joined(separator: " and ")
      return ("of several texts: \(bases)", "use one text for each of them")
    }
    let variant = variants[0]
    if variant.base.isEmpty { return ("of no text", form) }
    if let name = variant.unknownPlatforms.first {
      return (
        "for the unknown platform '\(name.shortened)'",
        "use one of the platforms \(AppPlatform.list)"
      )
    }
    if variant.platforms.isEmpty { return ("for no platform", form) }
    guard !basePlatforms.isEmpty,
      let other = AppPlatform.allCases.first(where: {
        variant.platforms.contains($0) && !basePlatforms.contains($0)
      })
    else { return nil }
    return (
      "for '\(other.rawValue)', which @platforms of '\(variant.base.shortened)' does not name",
      "add the platform there, or remove it here"
    )
  }
}
