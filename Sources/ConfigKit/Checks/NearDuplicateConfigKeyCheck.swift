import TremaDiagnostics

/// Two keys of one dictionary, from different files, that differ in nothing but case or how an accent
/// is composed.
struct NearDuplicateConfigKeyCheck: ConfigCheck {
  static let rule = Rule(
    .warning, "near-duplicate-key", "Two keys differ in case or composition alone.",
    why:
      "Keys are compared letter by letter. Two files that spell one key in two ways set two keys, "
      + "and each environment has another one.",
    example: """
      <key>debugMenu</key><true/>                   Configuration-development.plist
      <key>debugmenu</key><true/>                   Configuration-staging.plist
      """,
    fix: "Spell the key the same in both files.")
  static var rules: [Rule] { [rule] }

  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    var parent: [ConfigKeyPath.Component] = []
    // Of the dictionaries around the walk, the keys that have gone by.
    var levels: [[FoldedKey: ConfigRow]] = []
    matrix.forEachRow { row in
      let depth = row.path.components.count
      let above = Array(row.path.components.dropLast())
      if levels.count < depth || above != parent {
        let common = zip(above, parent).prefix { $0 == $1 }.count
        levels = Array(levels.prefix(common + (above.count == common ? 1 : 0)))
        while levels.count < depth { levels.append([:]) }
        parent = above
      }
      guard case .key(let key) = row.path.components.last else { return }
      let folded = FoldedKey(key)
      if let first = levels[depth - 1][folded] {
        report(row, first, matrix, &findings)
      } else {
        levels[depth - 1][folded] = row.withoutValues
      }
    }
  }

  private static func report(
    _ row: ConfigRow, _ first: ConfigRow, _ matrix: ConfigMatrix,
    _ findings: inout ConfigFindings
  ) {
    let keys = (first.cells.compactMap(\.self).first, row.cells.compactMap(\.self).first)
    guard let before = keys.0, let entry = keys.1,
      !before.keyPlace.name.isExactly(entry.keyPlace.name)
    else { return }
    // A key that only one of the two is not known by is told as unknown.
    let base = matrix.base?.value
    func isKnown(_ row: ConfigRow) -> Bool { row.contract != nil || base?[row.path] != nil }
    guard isKnown(first) == isKnown(row) else { return }
    findings.withdraw(UnknownKeyCheck.rule, about: row.path)
    let columns = row.cells.indices.filter { row.cells[$0] != nil }
    findings.report(
      rule, "the keys '\(first.path)' and '\(row.path)' are nearly the same", about: row.path,
      at: entry.keyPlace, in: matrix.names(columns),
      hint: "spell them the same, or name them apart",
      related: before.keyPlace.location.map { [.init("the other", at: $0, role: .duplicate)] } ?? []
    )
  }
}

/// A key without what tells near duplicates apart: two are equal by canonical equivalence.
private struct FoldedKey: Hashable {
  private let text: String

  init(_ key: String) {
    text =
      key.utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      ? key : key.lowercased()
  }
}
