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

  func finish(_ scope: CheckScope, _ index: TextIndex, into findings: inout Findings) {
    var hashes: [(hash: Int, entry: Int32)] = []
    hashes.reserveCapacity(index.count)
    for (number, entry) in index.entries.enumerated() {
      let folded = index.withKey(entry, FoldedKey.init)
      hashes.append((folded.hashValue, Int32(number)))
    }
    hashes.sort { ($0.hash, $0.entry) < ($1.hash, $1.entry) }
    var pairs: [(first: Int, second: Int)] = []
    var start = 0
    for position in hashes.indices.dropFirst() {
      if hashes[position].hash != hashes[start].hash {
        start = position
      } else {
        pairs.append((Int(hashes[start].entry), Int(hashes[position].entry)))
      }
    }
    for pair in pairs.sorted(by: { $0.second < $1.second }) {
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
    var diagnostic = Diagnostic(
      Self.rule.severity, Self.rule.code, "keys '\(keys.0)' and '\(keys.1)' are nearly the same",
      at: index.location(second), hint: "remove one, or name them apart", subject: keys.1)
    diagnostic.related = [Diagnostic.Related("'\(keys.0)' stands here", at: index.location(first))]
    diagnostic.key = keys.1
    findings.add(diagnostic)
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
          bytes.last.map(Self.isDigit) ?? false && index + 1 < key.endIndex
          && Self.isDigit(key[index + 1])
        if isBetweenDigits { bytes.append(UInt8(ascii: "_")) }
      } else {
        bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
