import TremaCatalog
import TremaMessages

/// A filter that uses only the bytes of a text to rule out that any prose check has a finding in
/// it. The readings of such a text are not created.
///
/// The filter never rules out a text in which a check has a finding. Checks that would examine many
/// values implement ``ProseCheck/mightMatch(in:comparedTo:)``; other checks are selected by flags
/// that most values do not have.
struct CheckPrefilter: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The flags that select a text for checks that do not implement their own test.
  private var flags: TextFlags = []
  /// The checks that implement their own test, and the flags that trigger it.
  private var tests: [(flags: TextFlags, check: any ProseCheck.Type)] = []

  /// Creates a filter for the checks that run. Checks that do not examine prose are ignored.
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

  /// Returns whether a check may have a finding in a text.
  ///
  /// - Parameter master: The index of the value in the master language.
  func mightMatch(_ text: TextView, master: Int?) -> Bool {
    if flags.isEmpty, tests.isEmpty { return false }
    let original = master.map { text[$0] }
    return (0..<text.valueCount).contains { number in
      mightMatch(text[number], number == master ? nil : original)
    }
  }

  /// Returns whether a check may have a finding in a value.
  ///
  /// - Parameter master: The value in the master language, or `nil` if the value is the master
  ///   value.
  private func mightMatch(_ value: ValueView, _ master: ValueView?) -> Bool {
    // The source contains escapes or arguments, so its bytes aren't what readers see.
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

  /// Returns whether a check may have a finding, based on the bytes of both values.
  ///
  /// - Parameter found: The union of both values' flags.
  private func mightMatch(_ source: Bytes, _ found: TextFlags, _ master: Bytes?) -> Bool {
    var found = found
    // The flag is set for some bytes that may turn out to be harmless, so the bytes are examined.
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
