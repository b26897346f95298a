import TremaCatalog
import TremaMessages

/// A filter that rules out, by the bytes alone, that any check of prose has a finding in a text.
/// The readings of such a text need not be made.
///
/// It never rules out a text in which a check has a finding. Checks that would examine many values
/// provide the test ``ProseCheck/mightMatch(in:beside:)``; the others are selected by flags that
/// most values lack.
struct CheckPrefilter: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The flags that select a text for checks without a test of their own.
  private var flags: TextFlags = []
  /// The checks with a test of their own, and the flags for which it is called.
  private var tests: [(flags: TextFlags, check: any ProseCheck.Type)] = []

  /// Creates a filter for the checks that are run. Checks that are not about prose are ignored.
  init(_ running: [any Check.Type]) {
    for kind in running {
      guard let check = kind.needs.prose else { continue }
      if check.hasPrefilterTest {
        tests.append((check.relevantFlags, check))
      } else {
        flags.formUnion(check.relevantFlags)
      }
    }
  }

  /// Whether a check may have a finding in a text.
  ///
  /// - Parameter master: The index of the value in the master language.
  func mightMatch(_ text: TextView, master: Int?) -> Bool {
    if flags.isEmpty, tests.isEmpty { return false }
    let original = master.map { text[$0] }
    return (0..<text.valueCount).contains { number in
      mightMatch(text[number], number == master ? nil : original)
    }
  }

  /// Whether a check may have a finding in a value.
  ///
  /// - Parameter master: The value in the master language; `nil` for the master's own value.
  private func mightMatch(_ value: ValueView, _ master: ValueView?) -> Bool {
    // The source contains escapes or arguments, so its bytes are not what readers see.
    guard value.isPlainText, master?.isPlainText ?? true else { return true }
    let found = value.flags.union(master?.flags ?? [])
    let matching = found.intersection(flags)
    guard matching.isEmpty || matching == .unclassified else { return true }
    return value.withSource { source in
      guard let master else { return mightMatch(source, found, nil) }
      return master.withSource { masterSource in
        Prose.isFragment(source.count, of: masterSource.count)
          || mightMatch(source, found, masterSource)
      }
    }
  }

  /// Whether a check may have a finding, by the bytes of both values.
  ///
  /// - Parameter found: The union of the flags of both values.
  private func mightMatch(_ source: Bytes, _ found: TextFlags, _ master: Bytes?) -> Bool {
    var found = found
    // The flag is set for some bytes that may turn out to be harmless, so the bytes decide.
    if found.contains(.unclassified), flags.contains(.unclassified) {
      let isUnclassified = [source, master ?? source].contains {
        TextFlags.unclassified.resolvingUnclassified(in: $0) == .unclassified
      }
      if isUnclassified { return true }
      found.subtract(.unclassified)
    }
    return tests.contains { checkFlags, check in
      !checkFlags.isDisjoint(with: found) && check.mightMatch(in: source, comparedTo: master)
    }
  }
}
