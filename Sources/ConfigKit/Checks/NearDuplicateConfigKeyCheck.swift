import TremaConfigValues
import TremaDiagnostics

/// Reports two keys of one dictionary that are in different files and differ only in case or
/// Unicode normalization.
struct NearDuplicateConfigKeyCheck: ConfigCheck {
  /// The rule of the check.
  static let rule = Rule(
    .warning, "near-duplicate-key", "Two keys differ only in case or Unicode composition.",
    why:
      "Keys are compared exactly. Two files that spell a key differently set two keys, and each "
      + "environment has only one of them.",
    example: """
      <key>debugMenu</key><true/>                   Configuration-development.plist
      <key>debugmenu</key><true/>                   Configuration-staging.plist
      """,
    fix: "Use the same spelling in both files.")
  static var rules: [Rule] { [rule] }

  /// Checks the dictionaries of all environments together.
  static func check(_ matrix: ConfigMatrix, into findings: inout ConfigFindings) {
    look(
      at: matrix.columns.compactMap(\.value.dictionary), ConfigKeyPath(), matrix,
      excluding: matrix.conflicts, &findings)
  }

  /// Checks the keys at one path, then the keys of their dictionaries.
  ///
  /// - Parameters:
  ///   - dictionaries: The dictionaries of all environments at the path.
  ///   - conflicts: The paths to skip.
  private static func look(
    at dictionaries: [ConfigDictionary], _ path: ConfigKeyPath, _ matrix: ConfigMatrix,
    excluding conflicts: Set<String>, _ findings: inout ConfigFindings
  ) {
    var known: [FoldedKey: ConfigKeyPath] = [:]
    for entry in entries(of: dictionaries) {
      let path = path.appending(entry.key)
      if !conflicts.isEmpty, conflicts.contains(path.description) { continue }
      if let first = known.updateValue(path, forKey: FoldedKey(entry.key)) {
        // Later keys are all compared with the first one.
        known[FoldedKey(entry.key)] = first
        report(matrix.row(at: path), matrix.row(at: first), matrix, &findings)
      }
      guard entry.value.kind == .dictionary else { continue }
      let values = dictionaries.compactMap { $0[entry.key] }
      let inside = values.compactMap(\.dictionary)
      // Values that are dictionaries only in some environments have already been reported.
      if inside.count == values.count {
        look(at: inside, path, matrix, excluding: conflicts, &findings)
      }
    }
  }

  /// Returns the first entry of each key, sorted by key.
  private static func entries(of dictionaries: [ConfigDictionary]) -> [ConfigDictionary.Entry] {
    guard let first = dictionaries.first else { return [] }
    // In most cases all environments have the same keys, so nothing has to be merged.
    let others = dictionaries.dropFirst().filter { !$0.hasSameKeys(of: first) }
    if others.isEmpty { return first.entries }
    return ConfigDictionary(first.entries + others.flatMap(\.entries)).entries
  }

  /// Reports two keys in different files. Similar keys in the same file are reported when it is
  /// read.
  private static func report(
    _ row: ConfigRow, _ first: ConfigRow, _ matrix: ConfigMatrix,
    _ findings: inout ConfigFindings
  ) {
    let keys = (first.cells.compactMap(\.self).first, row.cells.compactMap(\.self).first)
    guard let before = keys.0, let entry = keys.1,
      !before.keyLocation.name.equalsExactly(entry.keyLocation.name)
    else { return }
    // If only one of the keys is known, the other one is reported as unknown.
    let base = matrix.base?.value
    /// Returns whether the schema or the base has the key.
    func isKnown(_ row: ConfigRow) -> Bool { row.contract != nil || base?[row.path] != nil }
    guard isKnown(first) == isKnown(row) else { return }
    findings.remove(UnknownKeyCheck.rule, for: row.path)
    let columns = row.cells.indices.filter { row.cells[$0] != nil }
    findings.report(
      rule, "the keys '\(first.path)' and '\(row.path)' differ only in case or Unicode composition",
      about: row.path,
      at: entry.keyLocation, in: matrix.names(columns),
      hint: "use the same spelling, or rename one of them",
      related: before.keyLocation.diagnosticLocation.map {
        [.init("the other key", at: $0, role: .duplicate)]
      } ?? []
    )
  }
}

extension ConfigDictionary {
  /// Returns whether the two dictionaries have the same keys.
  fileprivate func hasSameKeys(of other: ConfigDictionary) -> Bool {
    entries.count == other.entries.count
      && entries.indices.allSatisfy { entries[$0].key.equalsExactly(other.entries[$0].key) }
  }
}

/// A key without regard to case and Unicode normalization. Canonically equivalent keys are equal.
private struct FoldedKey: Hashable {
  /// The key in lowercase.
  private let text: String

  /// Folds a key. An ASCII key without uppercase letters is used unchanged.
  init(_ key: String) {
    text =
      key.utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      ? key : key.lowercased()
  }
}
