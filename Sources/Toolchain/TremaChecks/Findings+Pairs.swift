import TremaDiagnostics
import TremaSupport

extension Findings {
  /// Reports a finding about a text and an earlier text, both of which have been examined.
  ///
  /// - Parameters:
  ///   - second: The index of the text that the finding is about.
  ///   - first: The index of the earlier text.
  ///   - texts: The locations of the texts.
  ///   - language: The language, as spelled in a file, or `nil` if the finding is about the whole
  ///     text.
  ///   - message: Returns the message, given the keys of both texts. It is not called for findings
  ///     that are only counted.
  mutating func report(
    _ rule: Rule, about second: Int, relatedTo first: Int,
    in texts: TextLocations, language: String? = nil, hint: String,
    _ message: (_ second: String, _ first: String) -> String
  ) {
    let location = texts.location(second)
    // The key is read only if a level or a suppression can depend on it.
    let policyKey = dependsOnKeys ? texts.key(second) : nil
    let severity = admit(
      rule.severity, rule.code, key: policyKey, language: language, status: nil, in: location.file,
      at: location.start)
    guard let severity else { return }
    let (key, firstKey) = (policyKey ?? texts.key(second), texts.key(first))
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

/// A list of texts and their hashes, used to find texts with equal hashes. An entry takes twelve
/// bytes.
struct HashedTexts: Sendable {
  // There are two arrays because the stride of a pair would be 16 bytes.
  private var hashes: [Int] = []
  private var entries: [Int32] = []

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - hash: The hash of the property to compare.
  ///   - entry: The index of the text.
  mutating func append(_ hash: Int, entry: Int) {
    hashes.append(hash)
    entries.append(Int32(entry))
  }

  mutating func reserveCapacity(_ count: Int) {
    hashes.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  /// The number of texts, including repeated hashes.
  var count: Int { hashes.count }

  /// Returns each text that has the same hash as an earlier text, paired with the first text with
  /// that hash, in the order in which they were appended.
  ///
  /// Uses a hash table instead of sorting, since that takes one memory access per text instead of
  /// dozens.
  func pairs() -> [(first: Int, second: Int)] {
    // Open addressing: a slot contains the upper half of a hash and, in its lower bits, the 1-based
    // text index.
    var capacity = 64
    while capacity < hashes.count * 4 / 3 { capacity *= 2 }
    var slots = Array(repeating: 0 as UInt64, count: capacity)
    var pairs: [(first: Int, second: Int)] = []
    for (index, hash) in hashes.enumerated() {
      let tag = UInt64(truncatingIfNeeded: hash) & 0xFFFF_FFFF_0000_0000
      var slot = Int(tag >> 32) & (capacity - 1)
      while slots[slot] != 0 {
        let first = Int(slots[slot] & 0xFFFF_FFFF) - 1
        if slots[slot] & 0xFFFF_FFFF_0000_0000 == tag, hashes[first] == hash {
          pairs.append((Int(entries[first]), Int(entries[index])))
          break
        }
        slot = (slot + 1) & (capacity - 1)
      }
      if slots[slot] == 0 { slots[slot] = tag | UInt64(index + 1) }
    }
    return pairs
  }
}
