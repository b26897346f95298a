import TremaCatalog
import TremaMessages

/// The prose of a value, in the bytes of UTF-8: one reading for a plain value, and as many as show each
/// branch where there are plurals or selects.
///
/// Dozens of checks are given each of them in turn: as a class it is passed by counting one reference
/// and not all that a value holds.
final class Prose {
  /// Is in a reading for what a placeholder or an argument will be.
  static let placeholder = Array("\u{FFFC}".utf8)

  let value: Value
  /// Which of the values of the text it is.
  let index: Int
  /// Nil when the language of the value is none.
  let language: LanguageTag?
  let readings: [[UInt8]]
  /// Whether each combination of branches is among them.
  let hasAllReadings: Bool
  /// The flags of all readings together.
  let signs: TextFlags

  /// The length of the longest reading, in bytes.
  let length: Int
  /// Tags and addresses of each reading, found once for all checks.
  private(set) lazy var parts = readings.map { parts(of: $0) }
  /// The addresses of each reading, those in tags, too.
  private(set) lazy var addresses = zip(readings, parts).map { addresses(of: $0, $1) }
  /// The readings without tags and addresses, made once for all checks.
  private(set) lazy var masked = zip(readings, parts).map { Self.masked($0, without: $1) }

  /// Whether a value is so short beside its master that it is no translation of it: no two scripts need so
  /// different many bytes. To hold each of a thousand languages against a long master would take a thousand
  /// times as long as the master is.
  ///
  /// - Parameters:
  ///   - length: of the value's longest reading, in bytes.
  ///   - master: the same of the master's.
  static func isFragment(_ length: Int, of master: Int) -> Bool {
    master > 512 && length < master / 8
  }

  /// Nil where there are several, or nothing to see.
  var onlyReading: [UInt8]? {
    readings.count == 1 && !readings[0].isEmpty ? readings[0] : nil
  }

  /// The prose of the values of a text that show something and can be read.
  static func all(in text: Text, _ languages: [LanguageTable.Language]) -> [Prose] {
    var all: [Prose] = []
    all.reserveCapacity(text.values.count)
    for index in text.values.indices where !text.values[index].message.isEmpty {
      let value = text.values[index]
      // A pseudo-language has no meaning.
      if value.issues.contains(where: { $0.kind.reason != nil })
        || languages[index].tag?.isPseudo == true
      {
        continue
      }
      all.append(Prose(value, index, languages[index].tag))
    }
    return all
  }

  private init(_ value: Value, _ index: Int, _ language: LanguageTag?) {
    self.value = value
    self.index = index
    self.language = language
    if let text = value.message.plainText {
      readings = [Array(text.utf8)]
      hasAllReadings = true
      let found = value.saysItself ? value.signs : TextFlags(in: readings[0])
      signs = readings[0].withUnsafeBufferPointer { found.settled(for: $0) }
    } else {
      (readings, hasAllReadings) = Renderings.all(of: value.message)
      signs = readings.reduce(TextFlags.argument) { signs, reading in
        signs.union(reading.withUnsafeBufferPointer { TextFlags(in: $0).settled(for: $0) })
      }
    }
    length = readings.reduce(0) { max($0, $1.count) }
  }
}

/// A check of what readers of one value see, beside what those of the master see.
protocol ProseCheck: Check {
  /// A value that has none of these, and whose master has none, is not looked at.
  static var signs: TextFlags { get }

  /// Whether ``mightMatch(in:beside:)`` is worth being asked.
  static var isQuick: Bool { get }

  /// A quick question before anything is put together for ``examine(_:master:in:into:)``: false where
  /// that would find nothing for sure.
  ///
  /// - Parameters:
  ///   - own: what readers of a value without branches see, never empty.
  ///   - master: the same of the master's; nil where the value is the master's own.
  static func mightMatch(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?
  ) -> Bool

  /// Whether a value is held against its master however short it is beside it; see
  /// ``Prose/isFragment(_:of:)``.
  static var comparesFragments: Bool { get }

  /// - Parameters:
  ///   - prose: of the value.
  ///   - master: nil where the value is the master's own, or too short to be compared, or there is none.
  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings)
}

extension ProseCheck {
  static var needs: CheckNeeds { CheckNeeds(prose: Self.self) }

  static var isQuick: Bool { false }

  static var comparesFragments: Bool { false }

  static func mightMatch(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?
  ) -> Bool { true }

  func examine(_ text: ExaminedText, into findings: inout Findings) {
    for prose in text.prose {
      let master = text.master(of: prose, comparesFragments: Self.comparesFragments)
      if prose.signs.union(master?.signs ?? []).isDisjoint(with: Self.signs) { continue }
      if text.asksQuickly, !Self.mightMatch(in: prose, beside: master) { continue }
      examine(prose, master: master, in: text, into: &findings)
    }
  }

  /// The quick question about values without branches, whose readers see one thing.
  private static func mightMatch(
    in own: Prose, beside master: Prose?
  ) -> Bool {
    guard isQuick, let reading = own.onlyReading,
      !Prose.isFragment(own.length, of: master?.length ?? 0)
    else { return true }
    return reading.withUnsafeBufferPointer { own in
      guard let master else {
        return mightMatch(in: own, beside: nil)
      }
      guard let other = master.onlyReading else { return true }
      return other.withUnsafeBufferPointer {
        mightMatch(in: own, beside: $0)
      }
    }
  }
}

extension ExaminedText {
  /// Returns the prose that a value is compared with; `nil` for the master's own.
  fileprivate func master(of prose: Prose, comparesFragments: Bool) -> Prose? {
    guard let masterProse, prose.index != masterIndex,
      comparesFragments || !Prose.isFragment(prose.length, of: masterProse.length)
    else { return nil }
    return masterProse
  }
}
