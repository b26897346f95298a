import TremaCatalog
import TremaMessages

/// The prose of a value: the texts that readers see, called readings, in UTF-8.
///
/// A plain value has one reading. A value with plurals or selects has as many readings as are
/// needed to show each branch.
///
/// This is a class because each instance is passed to dozens of checks, and passing a struct would
/// retain every reference in the value.
final class Prose {
  /// The UTF-8 bytes of U+FFFC, which represents a placeholder or an argument in a reading.
  static let placeholder = Array("\u{FFFC}".utf8)

  /// The value.
  let value: Value
  /// The index of the value in the text.
  let index: Int
  /// The language of the value, or `nil` if its tag is invalid.
  let language: LanguageTag?
  /// The texts that readers see, in UTF-8.
  let readings: [[UInt8]]
  /// Whether each combination of branches is among the readings.
  let hasAllReadings: Bool
  /// The union of all readings' flags.
  let flags: TextFlags

  /// The length of the longest reading, in bytes.
  let length: Int
  /// The tags and addresses of each reading, determined once for all checks.
  private(set) lazy var parts = readings.map { parts(of: $0) }
  /// The addresses of each reading, including those in tags.
  private(set) lazy var addresses = zip(readings, parts).map { addresses(of: $0, $1) }
  /// The readings with tags and addresses replaced with zeros, created once for all checks.
  private(set) lazy var masked = zip(readings, parts).map { Self.masked($0, without: $1) }

  /// Returns whether a value is so short compared with its master that it cannot be its
  /// translation. No two scripts differ by such a factor in bytes.
  ///
  /// Comparing each of a thousand languages with a long master would take a thousand times the
  /// master's length.
  ///
  /// - Parameters:
  ///   - length: The length of the value's longest reading, in bytes.
  ///   - master: The length of the master's longest reading, in bytes.
  static func isFragment(_ length: Int, of master: Int) -> Bool {
    master > 512 && length < master / 8
  }

  /// The only reading, or `nil` if there are multiple readings or it is empty.
  var onlyReading: [UInt8]? {
    readings.count == 1 && !readings[0].isEmpty ? readings[0] : nil
  }

  /// Returns the prose for each of a text's values that is valid and not empty.
  ///
  /// - Parameter languages: The language of each value.
  static func all(in text: Text, _ languages: [LanguageTable.Language]) -> [Prose] {
    var all: [Prose] = []
    all.reserveCapacity(text.values.count)
    for index in text.values.indices where !text.values[index].message.isEmpty {
      let value = text.values[index]
      // The text of a pseudo-language is generated and has no meaning.
      if value.issues.contains(where: { $0.kind.reason != nil })
        || languages[index].tag?.isPseudo == true
      {
        continue
      }
      all.append(Prose(value, index, languages[index].tag))
    }
    return all
  }

  /// Renders a value.
  ///
  /// - Parameters:
  ///   - value: The value to render.
  ///   - index: The index of the value in the text.
  ///   - language: The language of the value, or `nil` if its tag is invalid.
  private init(_ value: Value, _ index: Int, _ language: LanguageTag?) {
    self.value = value
    self.index = index
    self.language = language
    if let text = value.message.plainText {
      readings = [Array(text.utf8)]
      hasAllReadings = true
      // If the source contains no escapes, its flags are also the flags of the reading.
      let found = value.isPlainText ? value.flags : TextFlags(in: readings[0])
      flags = readings[0].withUnsafeBufferPointer { found.resolvingUnclassified(in: $0) }
    } else {
      (readings, hasAllReadings) = Renderings.all(of: value.message)
      flags = readings.reduce(TextFlags.argument) { result, reading in
        result.union(
          reading.withUnsafeBufferPointer { TextFlags(in: $0).resolvingUnclassified(in: $0) })
      }
    }
    length = readings.reduce(0) { max($0, $1.count) }
  }
}

/// A check that compares the text that readers of a value see with the master's text.
protocol ProseCheck: Check {
  /// The flags that select a value for examination. The value or its master must have at least one
  /// of them.
  static var relevantFlags: TextFlags { get }

  /// Whether the check implements ``mightMatch(in:comparedTo:)``.
  static var hasPrefilterTest: Bool { get }

  /// Returns whether ``examine(_:master:in:into:)`` may have a finding. This method is called
  /// before the readings are created, and must not return `false` for a text with a finding.
  ///
  /// - Parameters:
  ///   - source: The text of a value without branches, as readers see it; not empty.
  ///   - master: The text of the master value, or `nil` if the value is the master value.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool

  /// Whether a value is compared with its master even if it is much shorter; see
  /// ``Prose/isFragment(_:of:)``.
  static var comparesFragments: Bool { get }

  /// Examines one value.
  ///
  /// - Parameters:
  ///   - prose: The prose of the value.
  ///   - master: The prose of the master value, or `nil` if there is none, the value is the master
  ///     value, or the value is too short to be compared.
  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings)
}

extension ProseCheck {
  static var needs: CheckNeeds { CheckNeeds(prose: Self.self) }

  static var hasPrefilterTest: Bool { false }

  static var comparesFragments: Bool { false }

  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool { true }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for prose in text.prose {
      let master = text.master(of: prose, comparesFragments: Self.comparesFragments)
      if prose.flags.union(master?.flags ?? []).isDisjoint(with: Self.relevantFlags) { continue }
      if text.usesPrefilter, !Self.mightMatch(in: prose, comparedTo: master) { continue }
      examine(prose, master: master, in: text, into: &findings)
    }
  }

  /// Returns whether the check may have a finding in a value. Always `true` for a value with
  /// branches.
  private static func mightMatch(
    in prose: Prose, comparedTo master: Prose?
  ) -> Bool {
    guard hasPrefilterTest, let reading = prose.onlyReading,
      !Prose.isFragment(prose.length, of: master?.length ?? 0)
    else { return true }
    return reading.withUnsafeBufferPointer { source in
      guard let master else {
        return mightMatch(in: source, comparedTo: nil)
      }
      guard let masterReading = master.onlyReading else { return true }
      return masterReading.withUnsafeBufferPointer {
        mightMatch(in: source, comparedTo: $0)
      }
    }
  }
}

extension ExaminedText {
  /// Returns the prose to compare a value with, or `nil` for the master value.
  fileprivate func master(of prose: Prose, comparesFragments: Bool) -> Prose? {
    guard let masterProse, prose.index != masterIndex,
      comparesFragments || !Prose.isFragment(prose.length, of: masterProse.length)
    else { return nil }
    return masterProse
  }
}
