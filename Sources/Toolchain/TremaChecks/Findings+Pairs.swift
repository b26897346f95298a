import TremaDiagnostics
import TremaSupport

extension Findings {
  /// Notes a finding about a text beside an earlier one, when both have gone by.
  ///
  /// - Parameters:
  ///   - second: the number of the text, and `first` that of the other.
  ///   - language: the one that it is about, as a file spells it; nil for all.
  ///   - message: is told the key of the text and that of the earlier one. Of most of many findings it is not
  ///     asked for, as they are only counted.
  mutating func report(
    _ rule: Rule, about second: Int, beside first: Int,
    in texts: TextPlaces, language: String? = nil, hint: String,
    _ message: (_ second: String, _ first: String) -> String
  ) {
    let location = texts.location(second)
    let asked = asksKeys ? texts.key(second) : nil
    let severity = admit(
      rule.severity, rule.code, key: asked, language: language, status: nil, in: location.file,
      at: location.start)
    guard let severity else { return }
    let (key, firstKey) = (asked ?? texts.key(second), texts.key(first))
    var diagnostic = Diagnostic(
      severity, rule.code, message(key, firstKey), at: location, hint: hint,
      subject: language.map { "\(key.shortenedField) \($0)" } ?? key)
    diagnostic.related = [
      Diagnostic.Related("'\(firstKey.shortened)' is here", at: texts.location(first))
    ]
    diagnostic.key = key
    diagnostic.language = language
    append(diagnostic)
  }
}

/// Texts by a hash of something, a few bytes each, to find those that have it in common.
struct HashedTexts: Sendable {
  // Beside each other: together they would be filled up to 16 bytes.
  private var hashes: [Int] = []
  private var entries: [Int32] = []

  mutating func append(_ hash: Int, entry: Int) {
    hashes.append(hash)
    entries.append(Int32(entry))
  }

  mutating func reserveCapacity(_ count: Int) {
    hashes.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  var count: Int { hashes.count }

  /// Each text that has the hash of an earlier one, with the first that has it, in the order in which they
  /// were appended.
  ///
  /// They are looked up and not sorted: that is one look into memory for each instead of dozens.
  func pairs() -> [(first: Int, second: Int)] {
    // Open addressing: the upper half of a hash, and below it the number of the text, from 1.
    var capacity = 64
    while capacity < hashes.count * 4 / 3 { capacity *= 2 }
    var slots = Array(repeating: 0 as UInt64, count: capacity)
    var pairs: [(first: Int, second: Int)] = []
    for (number, hash) in hashes.enumerated() {
      let tag = UInt64(truncatingIfNeeded: hash) & 0xFFFF_FFFF_0000_0000
      var slot = Int(tag >> 32) & (capacity - 1)
      while slots[slot] != 0 {
        let first = Int(slots[slot] & 0xFFFF_FFFF) - 1
        if slots[slot] & 0xFFFF_FFFF_0000_0000 == tag, hashes[first] == hash {
          pairs.append((Int(entries[first]), Int(entries[number])))
          break
        }
        slot = (slot + 1) & (capacity - 1)
      }
      if slots[slot] == 0 { slots[slot] = tag | UInt64(number + 1) }
    }
    return pairs
  }
}
