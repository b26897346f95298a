import TremaCatalog
import TremaMessages
import TremaDiagnostics

/// A check for the remains of damaged placeholders.
struct BrokenPlaceholderCheck: ProseCheck {
  static let rule = Rule(
    .warning, "broken-placeholder", "A value contains what looks like a damaged placeholder.",
    stage: .review,
    why: "Editors and machine translation insert spaces into placeholders, swap their characters "
      + "or make them full-width. The app then shows the damaged placeholder instead of the "
      + "argument.",
    example: """
      <value lang="en">Hello %1$s</value>
      <value lang="fr">Bonjour %1 $s</value>
      """,
    fix: "Use the placeholder of the master.")

  static let relevantFlags: TextFlags = [.percent, .dollar, .argument]

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    // If the placeholders are complete, apparent remains are intended, so weak evidence counts only
    // if a placeholder is missing.
    let isMissed = master.map { Self.count($0) > Self.count(prose) } ?? false
    for (index, reading) in prose.readings.enumerated() {
      guard let range = DamagedPlaceholder.range(in: reading, isMissed: isMissed) else { continue }
      if Self.isIntended(reading[range], master) { continue }
      let found = String(decoding: reading[range], as: UTF8.self)
        .split(separator: "\u{FFFC}", omittingEmptySubsequences: false).joined(separator: "%…")
      findings.report(
        Self.rule, "'\(found)' in '\(prose.value.language)' looks like a damaged placeholder",
        of: prose, reading: index, range: range, in: text,
        hint: master.flatMap(Self.first).map { "replace it with '\($0)', as in the master" }
          ?? "write the placeholder without spaces: %1$@")
      return
    }
  }

  /// Returns whether apparent remains are intended: the master contains the same bytes, or there is
  /// no master to determine the meaning of a dollar sign.
  private static func isIntended(_ bytes: ArraySlice<UInt8>, _ master: Prose?) -> Bool {
    guard let master else { return bytes.first == UInt8(ascii: "$") }
    return master.readings.contains(where: ByteSearch(bytes).isFound(in:))
  }

  /// Returns the first placeholder of the message, or `nil` if there is none.
  private static func first(_ prose: Prose) -> Placeholder? {
    prose.value.message.placeholders.first
  }

  /// Returns the number of placeholders; or 0 for a message with arguments in braces, which is not
  /// compared.
  private static func count(_ prose: Prose) -> Int {
    prose.value.message.hasArguments ? 0 : prose.value.message.placeholders.count
  }
}
