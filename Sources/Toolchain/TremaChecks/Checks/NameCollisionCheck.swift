import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for keys that map to the same name in a declared output: `a.b` and `a_b` on Android.
struct NameCollisionCheck: Check {
  static let rule = Rule(
    .error, "name-collision", "Two keys have the same name in an output.",
    why: "Keys become the names of resources and accessors, which allow fewer characters than "
      + "keys: one of the names would hide the other, or the output would not compile. Only the "
      + "texts that a generated output contains together are compared.",
    example: """
      <text key="a.b">…</text>
      <text key="a_b">…</text>
      """,
    fix: "Rename one of the keys. If the finding is suppressed, that output contains only the "
      + "first text.")

  /// Returns whether a target generates names that differ from the keys.
  static func isNeeded(in scope: CheckScope) -> Bool {
    scope.targets.contains { $0 != .apple && $0 != .properties }
  }

  /// The targets in which names must be unique.
  private var targets: [SlicedTarget] = []
  /// The owners of names for each target, in the order of the targets.
  private var owners: [NameOwners] = []
  /// The keys and locations of the texts that own a name.
  private var texts = TextLocations()
  /// The array that the current text may continue.
  private var sequence = ArraySequence()
  /// The name in one target, and the name of the member that Swift and Kotlin share. The buffers
  /// are reused for all texts.
  private var (name, member): ([UInt8], [UInt8]) = ([], [])
  /// The collisions of the last text that has any.
  private var collisions: [Collision] = []

  /// A collision of a text with an earlier text, which is reported once for all slices.
  private struct Collision {
    /// The indices of the texts.
    let (text, first): (Int, Int)
    let name: String
    let target: SlicedTarget
    /// Whether it is reported as an error.
    let isError: Bool
  }

  static let needs = CheckNeeds(.anything) { !$0.targets.isEmpty }

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    // The values of a variant are written under the name of its base.
    if text.annotations.isVariant { return }
    if owners.isEmpty {
      targets = text.scope.namingTargets
      owners = targets.map { _ in NameOwners() }
    }
    if text.targets.contains(.arb), text.view.withKey({ $0.first }) == UInt8(ascii: "@") {
      reportMetadata(
        text.view.key, at: text.view.location(text.view.keyPosition), into: &findings)
    }
    let isOfKeyAlone = !text.annotations.isArray && !text.view.hasBranches
    if isOfKeyAlone {
      sequence = ArraySequence()
      insertNamesOfKey(text, &findings)
    } else {
      insertNames(of: text, &findings)
    }
  }

  /// Inserts the names of a text that may be an item of an array, or have one key for each plural
  /// form.
  private mutating func insertNames(of text: ExaminedText, _ findings: inout Findings) {
    let item = sequence.next(text.view.key, text.annotations)
    var existingIndex: Int?
    for index in targets.indices where text.isNamed(in: targets[index]) {
      let target = targets[index].target
      for (generated, isArray) in target.names(of: text, item) {
        let textIndex = existingIndex ?? append(text.view)
        existingIndex = textIndex
        let first = generated.bytes.withUnsafeBufferPointer {
          owners[index].insert($0, generated.kind, of: textIndex, isArray: isArray, target, texts)
        }
        if let first {
          report(
            first, textIndex, text.view, isArray: isArray, generated.name, targets[index],
            &findings)
        }
      }
    }
  }

  /// Appends the key and the location of a text.
  ///
  /// - Returns: The index of the text.
  private mutating func append(_ text: TextView) -> Int {
    text.withKey { texts.append($0, file: text.file, at: text.position) }
  }

  /// Inserts the names that depend on the key alone.
  private mutating func insertNamesOfKey(
    _ text: ExaminedText, _ findings: inout Findings
  ) {
    let view = text.view
    var existingIndex: Int?
    // The member name is generated at most once for all targets that share it.
    var hasMember: Bool?
    for index in targets.indices {
      guard text.isNamed(in: targets[index]) else { continue }
      let target = targets[index].target
      var isMember = false
      if target.sharesMembers {
        isMember = hasMember ?? view.withKey { makeMember(of: $0) }
        hasMember = isMember
      }
      if !isMember {
        name.removeAll(keepingCapacity: true)
        guard view.withKey({ target.appendName(of: $0, to: &name) }) else { continue }
      }
      let textIndex = existingIndex ?? append(view)
      existingIndex = textIndex
      // There are two branches because a buffer is accessed without a copy only by its own name.
      let first =
        if isMember {
          member.withUnsafeBufferPointer {
            owners[index].insert($0, .text, of: textIndex, isArray: false, target, texts)
          }
        } else {
          name.withUnsafeBufferPointer {
            owners[index].insert($0, .text, of: textIndex, isArray: false, target, texts)
          }
        }
      if let first {
        let name = String(decoding: isMember ? member : name, as: UTF8.self)
        report(first, textIndex, view, isArray: false, name, targets[index], &findings)
      }
    }
  }

  /// Generates the name of the member that Swift and Kotlin share.
  ///
  /// - Returns: Whether the key is plain, so that its member has the same name in both languages.
  private mutating func makeMember(of key: UnsafeBufferPointer<UInt8>) -> Bool {
    member.removeAll(keepingCapacity: true)
    return KotlinName.append(memberForPlain: key, to: &member)
  }

  /// Reports a collision.
  ///
  /// - Parameters:
  ///   - first: The text that owns the name.
  ///   - textIndex: The index of the text with the same name.
  ///   - text: The text with the same name.
  ///   - isArray: Whether the second name belongs to an array.
  ///   - name: The name in the target.
  ///   - sliced: The target and its slice.
  private mutating func report(
    _ first: (text: Int, isArray: Bool), _ textIndex: Int, _ text: TextView, isArray: Bool,
    _ name: String, _ sliced: SlicedTarget, _ findings: inout Findings
  ) {
    let target = sliced.target
    if collisions.last?.text != textIndex { collisions = [] }
    let known = collisions.first { known in
      known.first == first.text && known.name == name && known.target.target == target
        && known.target.slice != sliced.slice
    }
    if let known {
      if !known.isError { findings.omittedParts.targets.append(sliced) }
      return
    }
    let (key, location) = (text.key, text.location(text.position))
    // A repeated key is reported by a different check.
    if texts.key(first.text).equalsExactly(key) { return }
    let words = (
      first: Self.quotedName(for: texts.key(first.text), isArray: first.isArray),
      second: Self.quotedName(for: key, isArray: isArray)
    )
    var diagnostic = Diagnostic(
      Self.rule.severity, Self.rule.code,
      "\(first.isArray || isArray ? "" : "keys ")\(words.first) and \(words.second) both become "
        + "'\(name.shortened)' in " + target.description,
      at: location,
      hint: target.listing == nil
        ? "rename one of them"
        : "add '@platforms ios' to the one that is only for the App Store, or remove one of them",
      subject: key)
    diagnostic.related = [
      Diagnostic.Related("\(words.first) is here", at: texts.location(first.text))
    ]
    diagnostic.key = key
    findings.add(diagnostic)
    if !findings.isLastError { findings.omittedParts.targets.append(sliced) }
    collisions.append(
      Collision(
        text: textIndex, first: first.text, name: name, target: sliced,
        isError: findings.isLastError))
  }

  /// Returns the quoted key, or the quoted name of the array that begins with it.
  private static func quotedName(for key: String, isArray: Bool) -> String {
    isArray ? "the array '\((ArrayItem(key)?.arrayKey ?? key).shortened)'" : "'\(key.shortened)'"
  }

  /// Reports a key that ARB would interpret as metadata of another text, because it begins with
  /// `@`.
  private func reportMetadata(
    _ key: String, at location: SourceLocation, into findings: inout Findings
  ) {
    guard key.utf8.first == UInt8(ascii: "@") else { return }
    var diagnostic = Diagnostic(
      Self.rule.severity, Self.rule.code,
      "key '\(key.shortened)' would be read as metadata in ARB",
      at: location, hint: "start the key with a letter", subject: key)
    diagnostic.key = key
    findings.add(diagnostic)
    if !findings.isLastError {
      findings.omittedParts.targets += targets.filter { $0.target == .arb }
    }
  }
}

/// The owners of the names in one target. An entry takes a few bytes: the name is not stored, but
/// generated again from the key if another name has the same hash.
struct NameOwners: Sendable {
  /// The hash table of the owners. An owner is the index of a text, doubled, plus one if the name
  /// belongs to an array.
  private var owners = KeyTable()
  /// The names of each owner that depend on more than its key.
  private var names: [Int: [TargetName]] = [:]

  init() {}

  /// Assigns a name to a text, unless another text owns it.
  ///
  /// - Parameters:
  ///   - name: The name in UTF-8.
  ///   - kind: The kind of name.
  ///   - text: The index of the text.
  ///   - isArray: Whether the name belongs to an array.
  ///   - target: The target that the names belong to.
  ///   - texts: The keys of the texts.
  /// - Returns: The text that owns the name, or `nil` if it was assigned.
  mutating func insert(
    _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind, of text: Int, isArray: Bool,
    _ target: CheckTarget, _ texts: TextLocations
  ) -> (text: Int, isArray: Bool)? {
    owners.grow()
    let slot = owners.lookUp(name) { owner in
      has(owner, name, kind, target, texts)
    }
    if let owner = slot.number { return (owner >> 1, owner & 1 == 1) }
    let owner = text << 1 | (isArray ? 1 : 0)
    owners.insert(owner, at: slot)
    if target == .i18next { names[owner, default: []].append(TargetName(Array(name), kind)) }
    return nil
  }

  /// Returns whether an owner has a name.
  private func has(
    _ owner: Int, _ name: UnsafeBufferPointer<UInt8>, _ kind: TargetName.Kind,
    _ target: CheckTarget, _ texts: TextLocations
  ) -> Bool {
    func isSameName(_ other: TargetName) -> Bool {
      other.kind == kind && other.bytes.elementsEqual(name)
    }
    if let names = names[owner] { return names.contains(where: isSameName) }
    return target.name(ofKey: texts.key(owner >> 1), isArray: owner & 1 == 1).map(isSameName)
      ?? false
  }
}
