import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for keys that differ only in case, separators or the composition of accents, and whose
/// texts are equal.
struct NearDuplicateKeyCheck: Check {
  static let rule = Rule(
    .warning, "near-duplicate-key", "Two keys of the same text differ only in case or separators.",
    stage: .review,
    why: "Such keys are easily confused, and have the same name in outputs that derive names from "
      + "keys. Two keys are reported if their texts are the same in the master or, without a "
      + "master, in the first language. They are also reported if they have separators, as names "
      + "do, and differ only in case or in how an accent is composed. Keys of more than 1,000 "
      + "bytes are not compared.",
    example: """
      <text key="login.title"><value lang="en">Sign in</value></text>
      <text key="loginTitle"><value lang="en">Sign in</value></text>
      """,
    fix: "Remove one of them, or give them distinct names.")

  /// The maximum length of a key in bytes. Swift's comparison by canonical equivalence takes
  /// quadratic time if combining marks are not in canonical order.
  private static let maxLength = 1_000

  /// The hash of each text's source, by index, or 0 for an empty source.
  private var sourceHashes: [Int] = []

  static let needs = CheckNeeds(.anything, parts: .hashes)

  mutating func examine(_ text: ExaminedText, into findings: inout Findings) {
    guard let entry = text.entry, text.view.valueCount > 0 else { return }
    let index = text.masterIndex ?? 0
    if !text.view[index].isEmpty { insert(text.sourceHashes[index], entry) }
  }

  /// Stores the hash of a text.
  private mutating func insert(_ hash: Int, _ entry: Int) {
    while sourceHashes.count <= entry { sourceHashes.append(0) }
    sourceHashes[entry] = hash
  }

  /// Returns whether two texts have the same source.
  private func haveSameSource(_ first: Int, _ second: Int) -> Bool {
    guard second < sourceHashes.count else { return false }
    return sourceHashes[first] == sourceHashes[second] && sourceHashes[first] != 0
  }

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    var texts = HashedTexts()
    texts.reserveCapacity(index.count)
    var scratch: [UInt8] = []
    // Two ASCII keys are canonically equivalent only if their bytes are equal, so their bytes are
    // hashed.
    let (keys, areASCII) = (index.texts, index.texts.hasASCIIKeysOnly)
    for text in 0..<keys.count where keys.withKey(text, \.count) <= Self.maxLength {
      let hash =
        areASCII
        ? keys.withKey(text) { FoldedKey.hash(ofASCII: $0, &scratch) }
        : keys.withKey(text, FoldedKey.init).hashValue
      texts.append(hash, entry: text)
    }
    for pair in texts.pairs() { report(pair.first, pair.second, keys, &findings) }
  }

  /// Reports two keys with the same hash, if they are nearly equal.
  private func report(
    _ first: Int, _ second: Int, _ texts: TextLocations, _ findings: inout Findings
  ) {
    let keys = (texts.key(first), texts.key(second))
    guard haveSameSource(first, second) || Self.areEquivalentNames(keys.0, keys.1) else { return }
    if findings.collidingKeys.contains(ExactKey(keys.1)) { return }
    guard texts.withKey(first, FoldedKey.init) == texts.withKey(second, FoldedKey.init) else {
      return
    }
    findings.report(
      Self.rule, about: second, relatedTo: first, in: texts,
      hint: "remove one of them, or give them distinct names"
    ) { "keys '\($1.shortened)' and '\($0.shortened)' are nearly identical" }
  }
}

extension NearDuplicateKeyCheck {
  /// Returns whether two keys are names with multiple parts, not sentences, that differ only in
  /// case or composition.
  private static func areEquivalentNames(_ first: String, _ second: String) -> Bool {
    let hasParts = first.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
    return hasParts && !first.utf8.contains(UInt8(ascii: " "))
      && first.lowercased() == second.lowercased()
  }
}

/// A key in a normalized form in which near duplicates are equal.
private struct FoldedKey: Hashable {
  // Strings are compared by canonical equivalence, so composed and decomposed accents are equal.
  private let text: String

  init(_ key: UnsafeBufferPointer<UInt8>) {
    text = String(unsafeUninitializedCapacity: key.count) { Self.fold(key, into: $0) }
  }

  /// Returns a hash of an ASCII key's folded form, which is equal for near duplicates.
  ///
  /// - Parameter scratch: A buffer that is reused for all keys.
  static func hash(ofASCII key: UnsafeBufferPointer<UInt8>, _ scratch: inout [UInt8]) -> Int {
    if scratch.count < key.count { scratch = Array(repeating: 0, count: 2 * key.count) }
    return scratch.withUnsafeMutableBufferPointer { bytes in
      let count = fold(key, into: bytes)
      return TextHash.hash(UnsafeBufferPointer(rebasing: bytes[..<count]))
    }
  }

  /// Writes the folded form of a key: ASCII letters in lowercase, without separators except between
  /// digits.
  ///
  /// - Parameter bytes: The destination, which must have the size of the key.
  /// - Returns: The number of bytes written.
  private static func fold(
    _ key: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    for index in key.indices {
      var byte = key[index]
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "),
        UInt8(ascii: "/"), UInt8(ascii: ":"):
        // A separator between digits is kept as `_`: "item_1_1" isn't "item_11".
        let isBetweenDigits =
          count > 0 && bytes[count - 1].isDigit && index + 1 < key.count && key[index + 1].isDigit
        if !isBetweenDigits { continue }
        byte = UInt8(ascii: "_")
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte |= 0x20
      default: break
      }
      bytes[count] = byte
      count += 1
    }
    return count
  }
}
