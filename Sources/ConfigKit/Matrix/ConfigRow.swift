import TremaConfigValues
import TremaSupport

/// A key and its values in all environments.
package struct ConfigRow: Sendable {
  /// The path of the key.
  package let path: ConfigKeyPath
  /// The contract of the key, or `nil` if the schema has no rule for it.
  package let contract: ConfigContract?
  /// The entries in column order, or `nil` for an environment without the key.
  package let cells: [ConfigDictionary.Entry?]
  /// Whether all environments that have the key use the same kind. Integers and real numbers count
  /// as one kind.
  package let isUniform: Bool
  /// Whether the value is a dictionary in all environments that have the key.
  package let isDictionary: Bool
  /// The result of ``readURLs()``, which multiple checks share. Only ``withTexts`` sets it.
  private var cachedURLs: [URLText]?
  /// The result of ``readTexts()``, which multiple checks share. Only ``withTexts`` sets it.
  private var cachedTexts: [Text]?

  /// Creates a row.
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

  /// The URLs and hosts in the values, computed on each access unless the row was created by
  /// ``withTexts``.
  var urls: [URLText] { cachedURLs ?? readURLs() }

  /// The strings in the values, computed on each access unless the row was created by
  /// ``withTexts``.
  var texts: [Text] { cachedTexts ?? readTexts() }

  /// A copy of the row that stores its strings and URLs for all checks.
  var withTexts: ConfigRow {
    var copy = self
    copy.cachedURLs = readURLs()
    copy.cachedTexts = readTexts()
    return copy
  }
}

extension ConfigKind {
  /// The kind used in comparisons: an integer may be used where a real number is expected.
  var widened: ConfigKind { self == .integer ? .real : self }
}

extension ConfigMatrix {
  /// Calls a closure with each key of the merged values in sorted order. A dictionary precedes its
  /// keys.
  ///
  /// Keys whose layers could not be merged are skipped. Keys inside values of different kinds are
  /// also skipped, because an error has been reported for these values.
  package func forEachRow(_ visit: (ConfigRow) -> Void) { forEachRow(excluding: conflicts, visit) }

  /// Calls a closure with each key.
  ///
  /// - Parameter conflicts: The descriptions of the paths to skip.
  func forEachRow(excluding conflicts: Set<String>, _ visit: (ConfigRow) -> Void) {
    walk(
      columns.map(\.value.dictionary), ConfigKeyPath(), contract, excluding: conflicts, visit)
  }

  /// The paths of the keys whose layers could not be merged.
  var conflicts: Set<String> {
    Set(columns.flatMap(\.problems).filter { $0.code == "kind-conflict" }.compactMap(\.key))
  }

  /// Traverses the dictionaries of all environments together. They are sorted, so one pass is
  /// sufficient.
  private func walk(
    _ dictionaries: [ConfigDictionary?], _ path: ConfigKeyPath, _ contract: ConfigContract?,
    excluding conflicts: Set<String>, _ visit: (ConfigRow) -> Void
  ) {
    let entries = dictionaries.map { $0?.entries ?? [] }
    // Indices are used because accessing the first entry of a slice would copy it.
    var next = entries.map { _ in 0 }
    while let key = Self.nextKey(of: entries, next) {
      let cells = entries.indices.map { column -> ConfigDictionary.Entry? in
        let index = next[column]
        guard index < entries[column].count, entries[column][index].key.equalsExactly(key) else {
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
          cells.map { $0?.value.dictionary }, row.path, row.contract, excluding: conflicts, visit)
      }
    }
  }

  /// Returns the row of a path. If its last component is not a key, all cells are `nil`.
  func row(at path: ConfigKeyPath) -> ConfigRow {
    var parent = path
    let key = parent.components.popLast()
    let cells = columns.map { column -> ConfigDictionary.Entry? in
      guard case .key(let key) = key else { return nil }
      return column.value[parent]?.dictionary?.entry(key)
    }
    return ConfigRow(path: path, contract: contract?[path], cells: cells)
  }

  /// Returns the smallest unvisited key, or `nil` at the end.
  ///
  /// - Parameters:
  ///   - entries: The entries of each column.
  ///   - next: The index of each column's first unvisited entry.
  private static func nextKey(of entries: [[ConfigDictionary.Entry]], _ next: [Int]) -> String? {
    var first: String?
    for (column, index) in next.enumerated() where index < entries[column].count {
      let key = entries[column][index].key
      if first.map({ ConfigDictionary.precedes(key, $0) }) ?? true { first = key }
    }
    return first
  }
}

extension ConfigRow {
  /// Returns the URLs and hosts in the values, including those in arrays. A value that multiple
  /// environments share is returned once.
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

  /// Adds the URLs of one environment's value and its parts.
  private static func collect(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?, _ column: Int,
    _ urls: inout [URLText]
  ) {
    switch value.content {
    case .string(let text):
      // A value in a shared layer is parsed once, and its columns are collected.
      let known = urls.indices.first { urls[$0].matches(text, at: value.location, path) }
      if let known {
        urls[known].columns.append(column)
      } else if let reading = URLText.Kind(text, under: path.lastKey ?? "", contract) {
        urls.append(URLText(text, reading, path, at: value.location, contract, column: column))
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
