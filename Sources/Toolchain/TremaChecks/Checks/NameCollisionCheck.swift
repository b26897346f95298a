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
  /// The name in one target, and the name of the member in most languages; kept for their memory.
  private var (name, member): ([UInt8], [UInt8]) = ([], [])

  static let needs = CheckNeeds(.anything) { !$0.targets.isEmpty }

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    while owners.count < text.scope.targets.count { owners.append(NameOwners()) }
    if text.scope.targets.contains(.arb), text.view.withKey({ $0.first }) == UInt8(ascii: "@") {
      Self.reportMetadata(
        text.view.key, at: text.view.location(text.view.keyPosition), into: &findings)
    }
    let isOfKeyAlone = !text.annotations.isArray && !text.view.hasBranches
    if isOfKeyAlone {
      sequence = ArraySequence()
      insertNamesOfKey(text.view, text.scope.targets, &findings)
    } else {
      insertNames(of: text, &findings)
    }
  }

  /// Inserts the names of a text that may be an item of an array, or have one for each form of a plural.
  private mutating func insertNames(of text: ExaminedText, _ findings: inout Findings) {
    let item = sequence.item(text.view.key, text.annotations)
    var number: Int?
    for (index, target) in text.scope.targets.enumerated() {
      for (generated, isArray) in target.names(of: text, item) {
        let own = number ?? append(text.view)
        number = own
        let first = generated.bytes.withUnsafeBufferPointer {
          owners[index].insert($0, generated.kind, of: own, isArray: isArray, target, texts)
        }
        if let first {
          report(first, text.view, isArray: isArray, generated.name, target, &findings)
        }
      }
    }
  }

  private mutating func append(_ text: TextView) -> Int {
    text.withKey { texts.append($0, file: text.file, at: text.position) }
  }

  /// Inserts the names that follow from the key alone.
  private mutating func insertNamesOfKey(
    _ text: TextView, _ targets: [CheckTarget], _ findings: inout Findings
  ) {
    var own: Int?
    // Once for all languages that share it, as soon as one asks.
    var hasMember: Bool?
    for index in targets.indices {
      let target = targets[index]
      var isMember = false
      if target.sharesMembers {
        isMember = hasMember ?? text.withKey { makeMember(of: $0) }
        hasMember = isMember
      }
      if !isMember {
        name.removeAll(keepingCapacity: true)
        guard text.withKey({ target.appendName(of: $0, to: &name) }) else { continue }
      }
      let number = own ?? append(text)
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
        let name = String(decoding: isMember ? member : name, as: UTF8.self)
        report(first, text, isArray: false, name, target, &findings)
      }
    }
  }

  /// - Returns: whether the key is plain, so that Swift and Kotlin call its member the same.
  private mutating func makeMember(of key: UnsafeBufferPointer<UInt8>) -> Bool {
    member.removeAll(keepingCapacity: true)
    return KotlinName.append(memberForPlain: key, to: &member)
  }

  private func report(
    _ first: (text: Int, isArray: Bool), _ text: TextView, isArray: Bool, _ name: String,
    _ target: CheckTarget, _ findings: inout Findings
  ) {
    let (key, location) = (text.key, text.location(text.position))
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
      Diagnostic.Related("\(words.first) is here", at: texts.location(first.text))
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

/// The owners of the names in a target, in a few bytes a name: the name is made once more of the key when
/// another has the same hash.
struct NameOwners: Sendable {
  /// The number of a text, doubled, and whether it is an array.
  private var owners = KeyTable()
  /// The names of each owner, where they do not follow from its key alone.
  private var names: [Int: [TargetName]] = [:]

  init() {}

  /// Gives a name to a text, unless another has it.
  ///
  /// - Returns: the one that has it.
  mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind, of text: Int, isArray: Bool,
    _ target: CheckTarget, _ texts: TextPlaces
  ) -> (text: Int, isArray: Bool)? {
    owners.grow()
    let place = owners.lookUp(name) { owner in
      has(owner, name, kind, target, texts)
    }
    if let owner = place.number { return (owner >> 1, owner & 1 == 1) }
    let owner = text << 1 | (isArray ? 1 : 0)
    owners.insert(owner, at: place)
    if target == .i18next { names[owner, default: []].append(TargetName(Array(name), kind)) }
    return nil
  }

  private func has(
    _ owner: Int, _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind,
    _ target: CheckTarget, _ texts: TextPlaces
  ) -> Bool {
    func isIt(_ other: TargetName) -> Bool {
      other.kind == kind && other.bytes.elementsEqual(name)
    }
    if let names = names[owner] { return names.contains(where: isIt) }
    return target.name(ofKey: texts.key(owner >> 1), isArray: owner & 1 == 1).map(isIt) ?? false
  }
}
