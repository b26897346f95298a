import TremaCatalog
import TremaDiagnostics
import TremaJSON
import TremaMessages
import TremaSupport

/// The translation progress of each language in each output of a project.
package struct CoverageMatrix: Sendable {
  /// Outputs that contain the same texts in the same languages.
  package struct Column: Sendable {
    /// The name of the outputs in the project file, or `nil` if they have none.
    package var name: String?
    /// The names of the formats.
    package var formats: [String]
    /// The folder of the first output.
    package var directory: String
    /// The languages that the outputs contain in addition to the master language.
    package var languages: RequiredLanguages.Output
    /// The statistics of the texts.
    package var statistics: CatalogStatistics

    package init(
      name: String?, formats: [String], directory: String, languages: RequiredLanguages.Output,
      statistics: CatalogStatistics
    ) {
      self.name = name
      self.formats = formats
      self.directory = directory
      self.languages = languages
      self.statistics = statistics
    }

  }

  /// The columns, in the order of the project file.
  package var columns: [Column]
  /// The languages that ship in addition to the master language, or `nil` for all.
  package var shippingLanguages: Set<LanguageTag>?

  package init(_ columns: [Column], shippingLanguages: Set<LanguageTag>?) {
    self.columns = columns
    self.shippingLanguages = shippingLanguages
  }

  /// Returns a table with a row for each language.
  package func text() -> [UInt8] {
    if columns.isEmpty { return Array("no outputs for apps\n".utf8) }
    let languages = Dictionary(
      grouping: columns.flatMap { $0.statistics.languages.map { ($0.isMaster, $0.name) } },
      by: \.1
    ).map { name, entries in (isMaster: entries[0].0, name: name) }
      .sorted { a, b in
        a.isMaster == b.isMaster
          ? a.name.utf8.lexicographicallyPrecedes(b.name.utf8) : a.isMaster
      }
    var table = TerminalTable([.leading] + columns.map { _ in .trailing })
    table.append(["language"] + columns.map { TerminalText.escaped(title($0)) })
    var isAnyHeld = false
    for (_, name) in languages {
      let cells = columns.map { cell(name, $0) }
      if cells.contains(where: { $0.hasSuffix("held") }) { isAnyHeld = true }
      table.append([TerminalText.escaped(name)] + cells)
    }
    var lines = table.lines
    if isAnyHeld { lines += ["", "held: the language is not written yet"] }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Returns the heading of a column: the name, or the formats and the folder. The formats follow a
  /// name that several columns have, and the folder follows if they have the same formats too.
  private func title(_ column: Column) -> String {
    let formats = column.formats.joined(separator: "+")
    guard let name = column.name else { return "\(formats) \(column.directory)" }
    let others = columns.filter { $0.name == name }
    if others.count == 1 { return name }
    let isUnique = others.count { $0.formats == column.formats } == 1
    return "\(name) \(formats)" + (isUnique ? "" : " \(column.directory)")
  }

  /// Returns the cell of a language: a percentage, or `-` if the outputs do not contain it.
  private func cell(_ name: String, _ column: Column) -> String {
    guard let language = column.statistics.languages.first(where: { $0.name == name }),
      contains(language, column)
    else { return "-" }
    return "\(language.percent) %" + (isHeld(language) ? " held" : "")
  }

  /// Returns whether the outputs of a column contain a language, now or when it ships.
  private func contains(_ language: CatalogStatistics.Language, _ column: Column) -> Bool {
    language.isMaster || LanguageTag(language.name).map(column.languages.contains) ?? false
  }

  /// Returns whether a language is not written because too few of its texts are translated.
  private func isHeld(_ language: CatalogStatistics.Language) -> Bool {
    guard let shippingLanguages, !language.isMaster else { return false }
    return !(LanguageTag(language.name).map(shippingLanguages.contains) ?? false)
  }

  /// Returns the matrix as JSON; `Documentation/Statistics.md` describes the members.
  package func json() -> [UInt8] {
    var output = JSONOutput()
    output.object { output in
      output.member("version", 1)
      output.name("outputs")
      output.array { output in
        for column in columns { write(column, to: &output) }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes a column.
  private func write(_ column: Column, to output: inout JSONOutput) {
    output.object { output in
      if let name = column.name { output.member("name", name) }
      output.name("formats")
      output.array { output in
        for format in column.formats { output.string(format) }
      }
      output.member("directory", column.directory)
      output.member("texts", column.statistics.texts)
      output.name("languages")
      output.array { output in
        for language in column.statistics.languages where contains(language, column) {
          output.object { output in
            output.member("language", language.name)
            output.member("percent", language.percent)
            output.name("isWritten")
            output.literal(isHeld(language) ? "false" : "true")
          }
        }
      }
    }
  }
}
