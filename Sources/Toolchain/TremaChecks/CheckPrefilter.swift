import TremaCatalog
import TremaMessages

/// Rules out, by the bytes of most texts, that any check of prose finds something in them: their readings
/// need not be put together then.
///
/// It never rules out a text in which a check would find something. Checks that would look at many values
/// have a test of their own, ``ProseCheck/mightMatch(_:beside:)``; the others are told by flags that most
/// values lack.
struct CheckPrefilter: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The flags that checks without a test of their own look for.
  private var signs: TextFlags = []
  /// The other checks, and the flags they look for.
  private var tests: [(signs: TextFlags, check: any ProseCheck.Type)] = []

  init(_ running: [any Check.Type]) {
    for kind in running {
      guard let check = kind.needs.prose else { continue }
      if check.isQuick { tests.append((check.signs, check)) } else { signs.formUnion(check.signs) }
    }
  }

  /// - Parameter master: the number of the value in the master language.
  func mightMatch(_ text: TextView, master: Int?) -> Bool {
    if signs.isEmpty, tests.isEmpty { return false }
    let original = master.map { text[$0] }
    return (0..<text.valueCount).contains { number in
      mightMatch(text[number], number == master ? nil : original)
    }
  }

  private func mightMatch(_ value: ValueView, _ master: ValueView?) -> Bool {
    guard value.saysItself, master?.saysItself ?? true else { return true }
    let found = value.signs.union(master?.signs ?? [])
    let odd = found.intersection(signs)
    guard odd.isEmpty || odd == .strange else { return true }
    return value.withSource { own in
      guard let master else { return mightMatch(own, found, nil) }
      return master.withSource { other in
        Prose.isFragment(own.count, of: other.count) || mightMatch(own, found, other)
      }
    }
  }

  /// - Parameter found: the flags of both.
  private func mightMatch(_ own: Bytes, _ found: TextFlags, _ master: Bytes?) -> Bool {
    var found = found
    if found.contains(.strange), signs.contains(.strange) {
      let isStrange = [own, master ?? own].contains {
        TextFlags.strange.settled(for: $0) == .strange
      }
      if isStrange { return true }
      found.subtract(.strange)
    }
    return tests.contains { signs, check in
      !signs.isDisjoint(with: found) && check.mightMatch(in: own, beside: master)
    }
  }
}
