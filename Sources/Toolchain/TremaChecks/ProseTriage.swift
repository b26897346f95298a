import TremaCatalog
import TremaMessages

/// Tells quickly of most texts that no check has anything to say about what their readers see: then
/// what readers see is not put together, and no check asked.
///
/// It never says so of a text that a check would find something in; it may say the contrary of one
/// that is in order. Checks that would look at many values have a quick question of their own,
/// ``ProseCheck/mayFind(in:beside:)``; all others look for signs that most values lack.
struct ProseTriage: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// What the checks without a quick question look for.
  private(set) var signs: Signs = []
  /// The others, and what they look for.
  private var quick: [(signs: Signs, check: any ProseCheck.Type)] = []
  /// Those that look at placeholders.
  private var readersOfPlaceholders: [any ProseCheck.Type] = []

  init(_ running: [any Check.Type]) {
    for kind in running {
      guard let check = kind.ofProse, check.needs == .prose else { continue }
      if check.signs.contains(.argument), check.signs != .any {
        readersOfPlaceholders.append(check)
      }
      if check.isQuick { quick.append((check.signs, check)) } else { signs.formUnion(check.signs) }
    }
  }

  /// Whether a check may find something in what readers of a text see.
  ///
  /// - Parameter master: which value is the master's.
  func isNeeded(for text: Text, master: Int?) -> Bool {
    if signs.isEmpty, quick.isEmpty { return false }
    guard let master else {
      return text.values.indices.contains { isNeeded(text.values[$0], nil) }
    }
    for index in text.values.indices {
      let isMaster = index == master
      if isNeeded(text.values[index], isMaster ? nil : text.values[master]) { return true }
    }
    return false
  }

  /// The same for a plain text of whose values readers see none of ``signs``.
  func isNeeded(for text: PlainText, of texts: PlainTexts, master: Int?) -> Bool {
    texts.withBytes { bytes in
      guard let master else {
        return text.values.contains { mayFind(reading(texts.values[$0], bytes), [], nil) }
      }
      let number = text.values.lowerBound + master
      let value = texts.values[number]
      if value.signs.contains(.percent) {
        let source = Bytes(rebasing: bytes[value.text])
        if readersOfPlaceholders.contains(where: { $0.mayFind(inPlaceholdersOf: source) }) {
          return true
        }
      }
      let own = reading(value, bytes)
      return text.values.contains {
        $0 == number
          ? mayFind(own, [], nil) : mayFind(reading(texts.values[$0], bytes), beside: own)
      }
    }
  }

  private typealias Reading = (bytes: Bytes, signs: Signs)

  /// What readers of a plain value see, and what only checks with a quick question look for in it: the
  /// others' signs are not there, and what is strange by its bytes alone is settled.
  private func reading(_ value: PlainText.Value, _ bytes: Bytes) -> Reading {
    (Bytes(rebasing: bytes[value.reading]), value.readingSigns.subtracting(signs))
  }

  private func mayFind(_ own: Reading, beside master: Reading) -> Bool {
    Prose.isFragment(own.bytes.count, of: master.bytes.count)
      || mayFind(own, master.signs, master.bytes)
  }

  private func mayFind(_ own: Reading, _ masterSigns: Signs, _ master: Bytes?) -> Bool {
    mayFind(own.bytes, own.signs.union(masterSigns), master)
  }

  /// - Parameter found: the signs of both, and others that do no harm.
  private func mayFind(_ own: Bytes, _ found: Signs, _ master: Bytes?) -> Bool {
    quick.contains { signs, check in
      !signs.isDisjoint(with: found)
        && check.mayFind(in: own, beside: master)
    }
  }

  private func isNeeded(_ value: Value, _ master: Value?) -> Bool {
    var found = value.signs
    guard value.saysItself, master?.saysItself ?? true else { return true }
    if let master { found.formUnion(master.signs) }
    let odd = found.intersection(signs)
    guard odd.isEmpty || odd == .strange else { return true }
    var own = value.source
    guard var other = master?.source else { return own.withUTF8 { isNeeded($0, found, nil) } }
    if Prose.isFragment(own.utf8.count, of: other.utf8.count) { return true }
    return own.withUTF8 { own in other.withUTF8 { isNeeded(own, found, $0) } }
  }

  /// - Parameter found: the signs of both.
  private func isNeeded(_ own: Bytes, _ found: Signs, _ master: Bytes?) -> Bool {
    if found.contains(.strange), signs.contains(.strange) {
      let isStrange = [own, master ?? own].contains {
        Signs.strange.settled(for: $0) == .strange
      }
      if isStrange { return true }
      return mayFind(own, found.subtracting(.strange), master)
    }
    return mayFind(own, found, master)
  }
}
