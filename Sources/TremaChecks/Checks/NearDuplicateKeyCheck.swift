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
    let separators = Array("._- /:".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(key.count)
    for index in key.indices {
      let byte = key[index]
      if separators.contains(byte) {
        // "item_1_1" is not "item_11".
        let isBetweenDigits =
          bytes.last?.isDigit ?? false && index + 1 < key.endIndex
          && key[index + 1].isDigit
        if isBetweenDigits { bytes.append(UInt8(ascii: "_")) }
      } else {
        bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
