import TremaDiagnostics

/// One key of a configuration, in all environments beside each other.
public struct ConfigRow: Sendable {
  public let path: ConfigKeyPath
  /// What the schema says of it; nil where it names no such key.
  public let contract: ConfigContract?
  /// In the order of the columns; nil where an environment has no such key.
  public let cells: [ConfigDictionary.Entry?]
  /// What ``readURLs()`` has read, for several checks to look at.
  private var readURLTexts: [URLText]?

  init(
    path: ConfigKeyPath, contract: ConfigContract?, cells: [ConfigDictionary.Entry?]
  ) {
    (self.path, self.contract, self.cells) = (path, contract, cells)
  }

  var urls: [URLText] { readURLTexts ?? readURLs() }

  /// The same with its URLs, read once for all that ask for them.
  var withURLs: ConfigRow {
    var copy = self
    copy.readURLTexts = readURLs()
    return copy
  }

  /// Whether the environments that have it agree on what kind of value it is.
  public var isUniform: Bool {
    var first: ConfigKind?
    for cell in cells {
      guard let kind = cell?.value.kind.widened else { continue }
      if first != nil, first != kind { return false }
      first = kind
    }
    return true
  }

  /// Whether it is a dictionary wherever it is set.
  public var isDictionary: Bool {
    cells.allSatisfy { $0.map { $0.value.kind == .dictionary } ?? true }
  }
}

extension ConfigKind {
  /// An integer may stand where a real number does.
  var widened: ConfigKind { self == .integer ? .real : self }
}

extension ConfigMatrix {
  /// Every key that an environment has, in order, a dictionary before what is in it. Keys in which
  /// layers could not be merged are left out, and what is inside those that differ in kind: what is
  /// wrong with them has been said.
  public func forEachRow(_ visit: (ConfigRow) -> Void) { forEachRow(apart: conflicts, visit) }

  /// - Parameter conflicts: the keys to leave out.
  func forEachRow(apart conflicts: Set<String>, _ visit: (ConfigRow) -> Void) {
    walk(
      columns.map(\.value.dictionary), ConfigKeyPath(), contract, apart: conflicts, visit)
  }

  /// The keys in which layers could not be merged.
  var conflicts: Set<String> {
    Set(columns.flatMap(\.problems).filter { $0.code == "kind-conflict" }.compactMap(\.key))
  }

  /// All dictionaries are sorted, so that one walk meets all keys.
  private func walk(
    _ dictionaries: [ConfigDictionary?], _ path: ConfigKeyPath, _ contract: ConfigContract?,
    apart conflicts: Set<String>, _ visit: (ConfigRow) -> Void
  ) {
    var rest = dictionaries.map { $0?.entries[...] ?? [] }
    while let key = Self.first(of: rest) {
      let cells = rest.indices.map { column in
        rest[column].first.flatMap { $0.key.isExactly(key) ? $0 : nil }
      }
      for column in cells.indices where cells[column] != nil { rest[column].removeFirst() }
      let row = ConfigRow(path: path.appending(key), contract: contract?[key], cells: cells)
      if !conflicts.isEmpty, conflicts.contains(row.path.description) { continue }
      visit(row)
      if row.isDictionary {
        walk(
          cells.map { $0?.value.dictionary }, row.path, row.contract, apart: conflicts, visit)
      }
    }
  }

  private static func first(of rest: [ArraySlice<ConfigDictionary.Entry>]) -> String? {
    var first: String?
    for entries in rest {
      guard let key = entries.first?.key else { continue }
      if first.map({ ConfigDictionary.precedes(key, $0) }) ?? true { first = key }
    }
    return first
  }
}

extension ConfigRow {
  /// The same without what is inside of its values, to be kept.
  var withoutValues: ConfigRow {
    ConfigRow(
      path: path, contract: contract,
      cells: cells.map { cell in
        cell.map { ConfigDictionary.Entry($0.key, at: $0.keyPlace, ConfigValue(.null)) }
      })
  }
}
