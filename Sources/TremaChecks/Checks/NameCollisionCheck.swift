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

  private struct Name: Hashable {
    var target: CheckTarget
    var name: TargetName
  }

  /// Who has a name.
  private struct Owner {
    var key: String
    var isArray: Bool
    var location: SourceLocation

    /// The array is called as its items, without their index.
    var words: String {
      isArray ? "the array '\(ArrayItem(key)?.name ?? key)'" : "'\(key)'"
    }
  }

  private var owners: [Name: Owner] = [:]
  private var sequence = ArraySequence()

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    let key = text.text.key
    let place = text.text.location(text.text.position)
    let item = sequence.item(key, text.annotations)
    for target in text.scope.targets {
      if target == .arb { Self.reportMetadata(text, into: &findings) }
      for (generated, isArray) in target.names(of: text, item) {
        let name = Name(target: target, name: generated)
        let owner = Owner(key: key, isArray: isArray, location: place)
        guard let first = owners[name] else {
          owners[name] = owner
          continue
        }
        // The same key twice is a finding of its own.
        if first.key.isExactly(key) { continue }
        let pair = "\(first.words) and \(owner.words)"
        findings.report(
          Self.rule,
          "\(first.isArray || isArray ? "" : "keys ")\(pair) both become '\(generated.name)' in "
            + target.description,
          in: text, hint: "rename one of the two",
          related: [Diagnostic.Related("\(first.words) stands here", at: first.location)])
      }
    }
  }

  /// What begins with `@` says something of another text there.
  private static func reportMetadata(_ text: ExaminedText, into findings: inout Findings) {
    let key = text.text.key
    guard key.utf8.first == UInt8(ascii: "@") else { return }
    findings.report(
      rule, "key '\(key)' would say something about another text in ARB", in: text,
      at: text.text.location(text.text.keyPosition), hint: "begin the key with a letter")
  }
}
