import TremaFormats
import TremaSupport

extension Import {
  /// Files with the same name, one for each language.
  package struct Table: Hashable, Sendable {
    /// The format of the files.
    package var format: ReadableFormat
    /// The files' path, with `*` instead of the language.
    package var pattern: String
    /// The number of files.
    package var fileCount = 0
    /// The number of distinct keys in the files.
    package var textCount = 0
    /// The languages: the master language first, then the others, sorted.
    package var languages: [String] = []
  }

  /// A feature in a file, or in a table's files, that a catalog can't express.
  package struct FileLoss: Hashable, Sendable {
    /// The file's path, or a table's pattern.
    package var file: String
    /// The number of files.
    package var fileCount = 1
    /// The feature, as part of the message.
    package var description: String
    /// The number of texts that lose the feature.
    package var count: Int
    /// The key of the first of these texts.
    package var key: String
  }

  /// Combines the conflicts from an import into a new catalog into one error per pair of tables.
  ///
  /// - Parameters:
  ///   - diagnostics: The diagnostics of the import.
  ///   - sources: The imported files.
  ///   - master: The master language.
  /// - Returns: The other diagnostics, followed by the combined errors.
  func summarized(
    _ diagnostics: [Diagnostic], _ sources: [ImportSource], master: String
  ) -> [Diagnostic] {
    let patterns = Dictionary(sources.map { ($0.path, $0.pattern) }) { first, _ in first }
    let repeatOriginals = Set(sources.filter(\.format.isForTranslators).map(\.pattern))
    func table(_ location: SourceLocation?) -> String {
      location.map { patterns[$0.file] ?? $0.file } ?? ""
    }
    var groups: [[String]: [Diagnostic]] = [:]
    var order: [[String]] = []
    var others: [Diagnostic] = []
    for diagnostic in diagnostics {
      guard diagnostic.code == "import-conflict", let first = diagnostic.related.first else {
        others.append(diagnostic)
        continue
      }
      let tables = [table(diagnostic.location), table(first.location)]
      if groups[tables] == nil { order.append(tables) }
      groups[tables, default: []].append(diagnostic)
    }
    return others
      + order.flatMap { tables -> [Diagnostic] in
        let conflicts = groups[tables] ?? []
        guard var summary = conflicts.first, conflicts.count > 1 || tables[0] == tables[1] else {
          return conflicts
        }
        var known: Set<ExactKey> = []
        let keys = conflicts.compactMap(\.key).filter { known.insert(ExactKey($0)).inserted }
        if tables[0] == tables[1] {
          summary.message =
            conflicts.count == 1
            ? "\(Self.list(keys)) in '\(summary.language ?? master)' differs between the files of "
              + "'\(tables[0])'; the one imported first is kept"
            : "\(conflicts.count) values differ between the files of '\(tables[0])'; those imported "
              + "first are kept: \(Self.list(keys))"
          summary.hint = "correct the outdated values, and import again"
          // An outdated copy of the original next to translations is not a loss, because the
          // translations are still imported.
          if repeatOriginals.contains(tables[0]), conflicts.allSatisfy({ $0.language == master }) {
            summary.severity = .warning
          }
        } else {
          summary.message =
            "\(conflicts.count) values of '\(tables[0])' differ from those of '\(tables[1])', which was "
            + "imported first and keeps its values: \(Self.list(keys))"
          summary.hint = Self.separateImportHint(tables[0], name: "Other", master: master)
        }
        summary.subject = tables.joined(separator: " ")
        return [summary]
      }
  }
}

extension Import.Report {
  /// Sets the imported tables, and the features that a catalog cannot express.
  mutating func describe(
    _ readings: [(source: ImportSource, FormatReading)], master: String
  ) {
    var order: [String] = []
    var tables: [String: (table: Import.Table, keys: Set<ExactKey>, languages: Set<String>)] = [:]
    for (source, reading) in readings {
      if tables[source.pattern] == nil {
        order.append(source.pattern)
        tables[source.pattern] = (
          Import.Table(format: source.format, pattern: source.pattern), [], []
        )
      }
      tables[source.pattern]?.table.fileCount += 1
      for text in reading.texts {
        tables[source.pattern]?.keys.insert(ExactKey(text.key))
        for value in text.values { tables[source.pattern]?.languages.insert(value.language) }
      }
    }
    describeLosses(readings)
    self.tables = order.compactMap { pattern in
      guard let entry = tables[pattern] else { return nil }
      var (table, languages) = (entry.table, entry.languages)
      table.textCount = entry.keys.count
      let isMaster = languages.remove(master) != nil
      table.languages = (isMaster ? [master] : []) + languages.sorted()
      return table
    }
  }

  /// Lists lost features by file, or by table if more than three of its files lose the same
  /// feature.
  private mutating func describeLosses(_ readings: [(source: ImportSource, FormatReading)]) {
    let mostFiles = 3
    for (pattern, readings) in Dictionary(grouping: readings, by: \.source.pattern)
      .sorted(by: { $0.key < $1.key })
    {
      for feature in Feature.allCases {
        let found = readings.compactMap { source, reading in
          reading.losses[feature].map {
            Import.FileLoss(
              file: source.path, description: reading.losses.lossDescription(feature),
              count: $0.count, key: $0.key)
          }
        }
        guard found.count > mostFiles, var sum = found.first else {
          losses += found
          continue
        }
        (sum.file, sum.fileCount) = (pattern, found.count)
        sum.count = found.reduce(0) { $0 + $1.count }
        losses.append(sum)
      }
    }
  }
}
