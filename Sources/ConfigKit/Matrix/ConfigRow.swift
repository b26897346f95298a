import TremaConfigValues
import TremaSupport

/// One key of a configuration, in all environments beside each other.
package struct ConfigRow: Sendable {
  package let path: ConfigKeyPath
  /// The contract of the key; `nil` where the schema names no such key.
  package let contract: ConfigContract?
  /// In the order of the columns; nil where an environment has no such key.
  package let cells: [ConfigDictionary.Entry?]
  /// Whether the environments that have it agree on what kind of value it is.
  package let isUniform: Bool
  /// Whether it is a dictionary wherever it is set.
  package let isDictionary: Bool
  /// The result of ``readURLs()``, shared by several checks.
  private var readURLTexts: [URLText]?
  /// The result of ``readTexts()``; `nil` before its first call.
  private var knownTexts: [Text]?

  init(
    path: ConfigKeyPath, contract: ConfigContract?, cells: [ConfigDictionary.Entry?]
  ) {
    (self.path, self.contract, self.cells) = (path, contract, cells)
    var first: ConfigKind?
    var isUniform = true
    var isDictionary = true
    for index in cells.indices {
      guard let kind = cells[index]?.value.kind.widened else { continue }
      isUniform = isUniform && (first == nil || first == kind)
      isDictionary = isDictionary && kind == .dictionary
      first = kind
    }
    (self.isUniform, self.isDictionary) = (isUniform, isDictionary)
  }

  var urls: [URLText] { readURLTexts ?? readURLs() }

  var texts: [Text] { knownTexts ?? readTexts() }

  /// The same with its texts and URLs, read once for all that ask for them.
  var withTexts: ConfigRow {
    var copy = self
    copy.readURLTexts = readURLs()
    copy.knownTexts = readTexts()
    return copy
  }
}

extension ConfigKind {
  /// An integer may be where a real number does.
  var widened: ConfigKind { self == .integer ? .real : self }
}

extension ConfigMatrix {
  /// Every key that an environment has, in order, a dictionary before what is in it. Keys in which
  /// layers could not be merged are left out, and what is inside those that differ in kind: what is
  /// wrong with them has been said.
  package func forEachRow(_ visit: (ConfigRow) -> Void) { forEachRow(apart: conflicts, visit) }

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
    let entries = dictionaries.map { $0?.entries ?? [] }
    // Numbers, because to look at the first entry of a slice is to copy it.
    var next = entries.map { _ in 0 }
    while let key = Self.first(of: entries, next) {
      let cells = entries.indices.map { column -> ConfigDictionary.Entry? in
        let index = next[column]
        guard index < entries[column].count, entries[column][index].key.isExactly(key) else {
          return nil
        }
        next[column] += 1
        return entries[column][index]
      }
      let row = ConfigRow(path: path.appending(key), contract: contract?[key], cells: cells)
      if !conflicts.isEmpty, conflicts.contains(row.path.description) { continue }
      visit(row)
      if row.isDictionary {
        walk(
          cells.map { $0?.value.dictionary }, row.path, row.contract, apart: conflicts, visit)
      }
    }
  }

  /// The row of one key in a dictionary.
  func row(at path: ConfigKeyPath) -> ConfigRow {
    var parent = path
    let key = parent.components.popLast()
    let cells = columns.map { column -> ConfigDictionary.Entry? in
      guard case .key(let key) = key else { return nil }
      return column.value[parent]?.dictionary?.entry(key)
    }
    return ConfigRow(path: path, contract: contract?[path], cells: cells)
  }

  /// - Parameter next: the number of the first entry of each column that has not been met.
  private static func first(of entries: [[ConfigDictionary.Entry]], _ next: [Int]) -> String? {
    var first: String?
    for (column, index) in next.enumerated() where index < entries[column].count {
      let key = entries[column][index].key
      if first.map({ ConfigDictionary.precedes(key, $0) }) ?? true { first = key }
    }
    return first
  }
}

extension ConfigRow {
  /// The URLs and hosts in its values, also in arrays; each once, though several environments have
  /// it.
  func readURLs() -> [URLText] {
    var urls: [URLText] = []
    for (column, cell) in cells.enumerated() {
      guard let value = cell?.value else { continue }
      switch value.content {
      case .string, .array: Self.collect(value, path, contract, column, &urls)
      default: break
      }
    }
    return urls
  }

  private static func collect(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?, _ column: Int,
    _ urls: inout [URLText]
  ) {
    switch value.content {
    case .string(let text):
      let known = urls.indices.first { urls[$0].isThe(text, at: value.place, path) }
      if let known {
        urls[known].columns.append(column)
      } else if let reading = URLText.Reading(text, under: path.lastKey ?? "", contract) {
        urls.append(URLText(text, reading, path, at: value.place, contract, column: column))
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        collect(value, path.appending(index), contract?.items, column, &urls)
      }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        collect(entry.value, path.appending(entry.key), contract?[entry.key], column, &urls)
      }
    default: break
    }
  }
}
