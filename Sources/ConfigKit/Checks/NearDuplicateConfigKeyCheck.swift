import TremaConfigValues
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
    look(
      at: matrix.columns.compactMap(\.value.dictionary), ConfigKeyPath(), matrix,
      apart: matrix.conflicts, &findings)
  }

  /// - Parameter dictionaries: those of all environments at one path.
  private static func look(
    at dictionaries: [ConfigDictionary], _ path: ConfigKeyPath, _ matrix: ConfigMatrix,
    apart conflicts: Set<String>, _ findings: inout ConfigFindings
  ) {
    var known: [FoldedKey: ConfigKeyPath] = [:]
    for entry in entries(of: dictionaries) {
      let path = path.appending(entry.key)
      if !conflicts.isEmpty, conflicts.contains(path.description) { continue }
      if let first = known.updateValue(path, forKey: FoldedKey(entry.key)) {
        known[FoldedKey(entry.key)] = first
        report(matrix.row(at: path), matrix.row(at: first), matrix, &findings)
      }
      guard entry.value.kind == .dictionary else { continue }
      let values = dictionaries.compactMap { $0[entry.key] }
      let inside = values.compactMap(\.dictionary)
      if inside.count == values.count {
        look(at: inside, path, matrix, apart: conflicts, &findings)
      }
    }
  }

  /// The first entry of each key, sorted.
  private static func entries(of dictionaries: [ConfigDictionary]) -> [ConfigDictionary.Entry] {
    guard let first = dictionaries.first else { return [] }
    let others = dictionaries.dropFirst().filter { !$0.hasTheKeys(of: first) }
    if others.isEmpty { return first.entries }
    return ConfigDictionary(first.entries + others.flatMap(\.entries)).entries
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

extension ConfigDictionary {
  fileprivate func hasTheKeys(of other: ConfigDictionary) -> Bool {
    entries.count == other.entries.count
      && entries.indices.allSatisfy { entries[$0].key.isExactly(other.entries[$0].key) }
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
