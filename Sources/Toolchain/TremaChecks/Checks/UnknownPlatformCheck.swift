import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for `@platforms` lines that do not name known platforms only.
struct UnknownPlatformCheck: Check {
  static let rule = Rule(
    .error, "unknown-platform", "A line @platforms names an unknown platform, or none.",
    why: "Without its platforms, the text would be a resource of every app.",
    example: """
      <context>@platforms windows</context>
      """,
    fix: "Use one or more of the platforms ios, android and web: @platforms ios, web.")

  static let needs = CheckNeeds(.invalidPlatforms)

  /// The name of the annotation.
  static let name = "@platforms"

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let context = text.text.context else { return }
    let bytes = Array(context.text.utf8)
    var locator = ContextLocator(context, bytes, of: text.text)
    for line in ContextLine.All(bytes) where line.mayBeAnnotation {
      let words = line.words
      guard words[0].elementsEqual(Self.name.utf8), !Annotations.isAnnotation(words) else {
        continue
      }
      let names = words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
      let unknown = names.joined(separator: " ").split(separator: ",")
        .map { $0.drop { $0 == " " } }.first { AppPlatform(rawValue: String($0)) == nil }
      findings.report(
        Self.rule,
        "'\(text.shownKey)' is "
          + (unknown.map { "for the unknown platform '\(String($0).shortened)'" }
            ?? "for no platform"),
        in: text, at: locator.location(of: ContextLine.range(of: words)),
        hint: "use one or more of the platforms \(AppPlatform.list)")
      return
    }
  }
}
