import TremaCatalog
import TremaDiagnostics

/// Two keys that differ in nothing but case, separators or how an accent is composed.
struct NearDuplicateKeyCheck: Check {
  static let rule = Rule(
    .warning, "near-duplicate-key", "Two keys differ in case, separators or composition alone.",
    stage: .review,
    why: "They are easily taken for each other, most often mean the same, and get the same name as "
      + "soon as an output makes names of them. Keys of several words are left alone: they are "
      + "texts.",
    example: """
      <text key="login.title">…</text>
      <text key="loginTitle">…</text>
      """,
    fix: "Remove one of the two, or give them names that tell them apart.")

  static let needs: TextTraits = []

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    var texts = HashedTexts()
    texts.reserveCapacity(index.count)
    for (number, entry) in index.entries.enumerated() {
      texts.append(index.withKey(entry, FoldedKey.init).hashValue, entry: number)
    }
    for pair in texts.pairs() {
      report(index.entries[pair.first], index.entries[pair.second], index, &findings)
    }
  }

  private func report(
    _ first: TextIndex.Entry, _ second: TextIndex.Entry, _ index: TextIndex,
    _ findings: inout Findings
  ) {
    let keys = (index.key(first), index.key(second))
    if keys.0.utf8.contains(0x20), keys.1.utf8.contains(0x20) { return }
    if findings.collidingKeys.contains(ExactKey(keys.1)) { return }
    guard index.withKey(first, FoldedKey.init) == index.withKey(second, FoldedKey.init) else {
      return
    }
    findings.report(
      Self.rule, "keys '\(keys.0)' and '\(keys.1)' are nearly the same", about: second,
      beside: first, in: index, hint: "remove one, or name them apart")
  }
}

/// A key without what tells near duplicates apart.
private struct FoldedKey: Hashable {
  // Strings are compared by canonical equivalence, which takes composed and decomposed for equal.
  private let text: String

  init(_ key: ArraySlice<UInt8>) {
    text = String(unsafeUninitializedCapacity: key.count) { bytes in
      var count = 0
      func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
      }
      for index in key.indices {
        let byte = key[index]
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "),
          UInt8(ascii: "/"), UInt8(ascii: ":"):
          // "item_1_1" is not "item_11".
          let isBetweenDigits =
            count > 0 && bytes[count - 1].isDigit && index + 1 < key.endIndex
            && key[index + 1].isDigit
          if isBetweenDigits { append(UInt8(ascii: "_")) }
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): append(byte | 0x20)
        default: append(byte)
        }
      }
      return count
    }
  }
}
