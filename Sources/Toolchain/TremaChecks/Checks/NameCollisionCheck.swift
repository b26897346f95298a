import TremaCatalog
import TremaDiagnostics
import TremaSupport

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
    fix:
      "Rename one of the two. Where the finding is excused, that output has the first of them alone."
  )

  /// Whether a target makes names at all that are not the keys themselves.
  static func isNeeded(in scope: CheckScope) -> Bool {
    scope.targets.contains { $0 != .apple && $0 != .properties }
  }

  /// In the order of the targets.
  private var owners: [NameOwners] = []
  private var texts = TextPlaces()
  private var sequence = ArraySequence()
  /// That of a plain text in one target, and the one that its members have in most languages.
  private var (name, member): ([UInt8], [UInt8]) = ([], [])

  static let readsPlainTexts = true

  static func canRun(in scope: CheckScope) -> Bool { !scope.targets.isEmpty }

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    let key = text.text.key
    let item = sequence.item(key, text.annotations)
    let place = text.text.location(text.text.position)
    var number: Int?
    while owners.count < text.scope.targets.count { owners.append(NameOwners()) }
    for (index, target) in text.scope.targets.enumerated() {
      if target == .arb {
        Self.reportMetadata(key, at: text.text.location(text.text.keyPosition), into: &findings)
      }
      for (generated, isArray) in target.names(of: text, item) {
        let own = number ?? append(key, of: text.text)
        number = own
        let first = generated.bytes.withUnsafeBufferPointer {
          owners[index].insert($0, generated.kind, of: own, isArray: isArray, target, texts)
        }
        if let first {
          report(first, key, isArray: isArray, generated.name, target, at: place, into: &findings)
        }
      }
    }
  }

  private mutating func append(_ key: String, of text: Text) -> Int {
    var key = key
    return key.withUTF8 { texts.append($0, file: text.file, at: text.position) }
  }

  mutating func examine(
    _ text: PlainText, of all: PlainTexts, in scope: CheckScope, into findings: inout Findings
  ) {
    sequence = ArraySequence()
    while owners.count < scope.targets.count { owners.append(NameOwners()) }
    all.bytes.withUnsafeBufferPointer { bytes in
      let key = UnsafeBufferPointer(rebasing: bytes[text.key])
      var own: Int?
      // Once for all languages that share it, as soon as one asks.
      var hasMember: Bool?
      for index in scope.targets.indices {
        let target = scope.targets[index]
        if target == .arb, key.first == UInt8(ascii: "@") {
          Self.reportMetadata(
            all.string(text.key), at: all.location(text.keyPosition), into: &findings)
        }
        var isMember = false
        if target.sharesMembers {
          isMember = hasMember ?? makeMember(of: key)
          hasMember = isMember
        }
        if !isMember {
          name.removeAll(keepingCapacity: true)
          guard target.appendName(of: key, to: &name) else { continue }
        }
        let number = own ?? texts.append(key, file: all.file, at: text.position)
        own = number
        // Twice, as either alone is reached without a copy.
        let first =
          if isMember {
            member.withUnsafeBufferPointer {
              owners[index].insert($0, .text, of: number, isArray: false, target, texts)
            }
          } else {
            name.withUnsafeBufferPointer {
              owners[index].insert($0, .text, of: number, isArray: false, target, texts)
            }
          }
        if let first {
          report(
            first, all.string(text.key), isArray: false,
            String(decoding: isMember ? member : name, as: UTF8.self), target,
            at: all.location(text.position), into: &findings)
        }
      }
    }
  }

  /// - Returns: whether the key is plain, so that Swift and Kotlin call its member the same.
  private mutating func makeMember(of key: UnsafeBufferPointer<UInt8>) -> Bool {
    member.removeAll(keepingCapacity: true)
    return KotlinName.append(memberForPlain: key, to: &member)
  }

  private func report(
    _ first: (text: Int, isArray: Bool), _ key: String, isArray: Bool, _ name: String,
    _ target: CheckTarget, at location: SourceLocation, into findings: inout Findings
  ) {
    // The same key twice is a finding of its own.
    if texts.key(first.text).isExactly(key) { return }
    let words = (
      first: Self.words(for: texts.key(first.text), isArray: first.isArray),
      second: Self.words(for: key, isArray: isArray)
    )
    var diagnostic = Diagnostic(
      Self.rule.severity, Self.rule.code,
      "\(first.isArray || isArray ? "" : "keys ")\(words.first) and \(words.second) both become "
        + "'\(name.shortened)' in " + target.description,
      at: location, hint: "rename one of the two", subject: key)
    diagnostic.related = [
      Diagnostic.Related("\(words.first) stands here", at: texts.location(first.text))
    ]
    diagnostic.key = key
    findings.add(diagnostic)
    if !findings.isLastError { findings.leftOut.targets.append(target) }
  }

  private static func words(for key: String, isArray: Bool) -> String {
    isArray ? "the array '\((ArrayItem(key)?.name ?? key).shortened)'" : "'\(key.shortened)'"
  }

  private static func reportMetadata(
    _ key: String, at location: SourceLocation, into findings: inout Findings
  ) {
    guard key.utf8.first == UInt8(ascii: "@") else { return }
    var diagnostic = Diagnostic(
      rule.severity, rule.code,
      "key '\(key.shortened)' would say something about another text in ARB",
      at: location, hint: "begin the key with a letter", subject: key)
    diagnostic.key = key
    findings.add(diagnostic)
    if !findings.isLastError { findings.leftOut.targets.append(.arb) }
  }
}
