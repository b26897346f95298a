import TremaCatalog
import TremaDiagnostics

/// Two keys that a declared output gives the same name: `a.b` and `a_b` on Android.
struct NameCollisionCheck: Check {
  static let rule = Rule(
    .error, "name-collision", "Two keys get the same name in an output.",
    why:
      "Keys become the names of resources and accessors, which allow fewer characters than keys: "
      + "one of the two would hide the other, or the output does not compile. Only outputs that are "
      + "made are asked.",
    example: """
      <text key="a.b">…</text>
      <text key="a_b">…</text>
      """,
    fix: "Rename one of the two.")

  /// Whether a target makes names at all that are not the keys themselves.
  static func isNeeded(in scope: CheckScope) -> Bool {
    scope.targets.contains { $0 != .apple && $0 != .properties }
  }

  /// In the order of the targets.
  private var owners: [NameOwners] = []
  private var texts = NamedTexts()
  private var sequence = ArraySequence()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    let key = text.text.key
    let item = sequence.item(key, text.annotations)
    var number: Int?
    while owners.count < text.scope.targets.count { owners.append(NameOwners()) }
    for (index, target) in text.scope.targets.enumerated() {
      if target == .arb { Self.reportMetadata(text, into: &findings) }
      for (generated, isArray) in target.names(of: text, item) {
        let own = number ?? texts.append(text.text)
        number = own
        let first = owners[index].insert(generated, of: own, isArray: isArray, target, texts)
        // The same key twice is a finding of its own.
        guard let first, !texts.key(first.text).isExactly(key) else { continue }
        let words = (
          first: Self.words(for: texts.key(first.text), isArray: first.isArray),
          second: Self.words(for: key, isArray: isArray)
        )
        findings.report(
          Self.rule,
          "\(first.isArray || isArray ? "" : "keys ")\(words.first) and \(words.second) both become "
            + "'\(generated.name)' in " + target.description,
          in: text, hint: "rename one of the two",
          related: [
            Diagnostic.Related("\(words.first) stands here", at: texts.location(first.text))
          ])
      }
    }
  }

  private static func words(for key: String, isArray: Bool) -> String {
    isArray ? "the array '\(ArrayItem(key)?.name ?? key)'" : "'\(key)'"
  }

  private static func reportMetadata(_ text: ExaminedText, into findings: inout Findings) {
    let key = text.text.key
    guard key.utf8.first == UInt8(ascii: "@") else { return }
    findings.report(
      rule, "key '\(key)' would say something about another text in ARB", in: text,
      at: text.text.location(text.text.keyPosition), hint: "begin the key with a letter")
  }
}
