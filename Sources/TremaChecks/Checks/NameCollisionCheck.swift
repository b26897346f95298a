import TremaCatalog
import TremaDiagnostics

/// Two keys that a declared output gives the same name: `a.b` and `a_b` on Android.
struct NameCollisionCheck: Check {
  static let rule = Rule(
    .error, "name-collision", "Two keys get the same name in an output.")

  private struct Name: Hashable {
    var target: CheckTarget
    var name: String
  }

  private var keys: [Name: (key: String, location: SourceLocation)] = [:]

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    let key = text.text.key
    for target in text.scope.targets {
      guard let generated = target.name(for: key) else { continue }
      let name = Name(target: target, name: generated.name)
      let place = text.text.location(text.text.position)
      guard let first = keys[name] else {
        keys[name] = (key, place)
        continue
      }
      // The same key twice is a finding of its own.
      if first.key.utf8.elementsEqual(key.utf8) { continue }
      findings.report(
        Self.rule,
        "keys '\(first.key)' and '\(key)' both become '\(generated.name)' in \(target.description)",
        in: text, hint: "rename one of the two",
        related: [Diagnostic.Related("'\(first.key)' stands here", at: first.location)])
    }
  }
}
