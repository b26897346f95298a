import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A reader for a table's first row, which determines what the columns mean. They may be in any
/// order and have other columns between them. Titles are case-insensitive.
///
/// As in trema-core, a title that matches a word exactly has priority over a title that contains
/// the word.
struct SheetHeaderReader {
  /// The hint for a table without the required columns.
  private static let expected =
    "title the columns in the first row: 'Key', 'Status', 'Master (de)', 'Value (fr)' and 'Context' "
    + "for the texts of one language, or 'Key', 'Context' and one for each language: 'de', 'fr'"

  private let sheet: TextSheet
  private let options: ReadingOptions
  private let titles: [ColumnTitle]
  /// The columns whose meaning has been determined.
  private var assignedColumns: Set<Int> = []
  /// The columns that are not read because of a reported problem.
  private(set) var rejectedColumns: Set<Int> = []
  private(set) var findings: FindingList

  /// Parses the titles of a row.
  ///
  ///   - - Parameter row: The first row of the table.
  init(_ sheet: TextSheet, _ row: TableRow, _ options: ReadingOptions) {
    self.sheet = sheet
    self.options = options
    findings = FindingList(options.maxFindings)
    titles = row.cells.map(ColumnTitle.init)
  }

  /// Determines the columns. A `Value` column indicates the layout for one language.
  ///
  /// - Throws: An `.unreadable` diagnostic if there is no key column, or no column with texts.
  mutating func header() throws(Diagnostic) -> SheetHeader {
    guard let key = take("key") else { throw missingColumn("there is no 'Key' column") }
    let context = take("context")
    // The exact title `Value` has priority over a title that contains the word and has a language.
    let values = titles.filter { isUnassigned($0) && $0.name == "value" }
    let value =
      values.first
      ?? titles.first {
        isUnassigned($0) && $0.name.contains("value") && $0.qualifyingLanguage != nil
      }
    var header = SheetHeader(
      keyColumn: key.cell.column, contextColumn: context?.cell.column, languages: [])
    header.isGuarded = titles.contains { $0.remark == FormulaGuard.remark }
    if let limit = titles.first(where: {
      isUnassigned($0) && $0.name == "limit" && $0.qualifier == nil
    }) {
      assignedColumns.insert(limit.cell.column)
      header.limit = limit.cell.column
    }
    if let value {
      // The layout for one language has a single `Value` column.
      for other in values.dropFirst() {
        assignedColumns.insert(other.cell.column)
        reject(
          other, for: value, "duplicate-column", "the table has a second column of values",
          hint: "remove one of them, or title each with its language alone: 'fr', 'it'")
      }
      try readTranslation(value, into: &header)
    } else {
      readLanguages(into: &header)
    }
    guard !header.languages.isEmpty else {
      throw missingColumn("there is no column with the texts of a language")
    }
    return header
  }

  /// Returns whether the meaning of a column has not been determined yet.
  private func isUnassigned(_ title: ColumnTitle) -> Bool {
    !assignedColumns.contains(title.cell.column)
  }

  /// Returns the column whose title is exactly a word or, if there is none, the first column whose
  /// title contains it. Reports further columns with the same title.
  private mutating func take(_ word: String) -> ColumnTitle? {
    let exactMatches = titles.filter {
      isUnassigned($0) && $0.name == word && $0.qualifyingLanguage == nil
    }
    for other in exactMatches.dropFirst() {
      assignedColumns.insert(other.cell.column)
      reject(
        other, for: exactMatches[0], "duplicate-column",
        "the table has a second column '\(other.cell.text)'",
        hint: "remove one of them")
    }
    let title =
      exactMatches.first
      ?? titles.first {
        isUnassigned($0) && $0.name.contains(word) && $0.qualifyingLanguage == nil
          && $0.language == nil
      }
    if let title { assignedColumns.insert(title.cell.column) }
    return title
  }

  // MARK: One language

  /// Determines the columns in the layout for one language: status, original and translation.
  ///
  /// - Parameter value: The column of the translations.
  private mutating func readTranslation(
    _ value: ColumnTitle, into header: inout SheetHeader
  ) throws(Diagnostic) {
    assignedColumns.insert(value.cell.column)
    let language = try language(of: value, else: options.language)
    // The exact title `Status` has priority over a title that contains the word.
    let status = titles.first { isUnassigned($0) && $0.name == "status" } ?? take("status")
    if let status { assignedColumns.insert(status.cell.column) }
    let master =
      titles.first { isUnassigned($0) && $0.name == "master" }
      ?? titles.first {
        isUnassigned($0) && $0.name.contains("master") && $0.qualifyingLanguage != nil
      }
    if let master {
      assignedColumns.insert(master.cell.column)
      let masterLanguage = try self.language(of: master, else: options.masterLanguage)
      // If the original had the language of the translation, a text would have two values in one
      // language.
      if masterLanguage == language {
        reject(
          master, for: value, "duplicate-language",
          "the original and the translation are both in '\(language)'",
          hint: "correct the language in one of the titles")
      } else {
        header.languages.append(
          SheetHeader.LanguageColumn(language: masterLanguage, column: master.cell.column))
      }
      header.masterLanguage = masterLanguage
    }
    header.languages.append(
      SheetHeader.LanguageColumn(
        language: language, column: value.cell.column, status: status?.cell.column))
    header.languages.sort { $0.column < $1.column }
  }

  /// Returns the language in a title or, if there is none, the fallback.
  ///
  /// - Throws: An `.unreadable` diagnostic if there is neither, or if it is not a language tag.
  private func language(
    of title: ColumnTitle, else fallback: String?
  ) throws(Diagnostic) -> LanguageTag {
    let text = title.cell.text
    guard let qualifier = title.qualifier, !qualifier.isEmpty else {
      if let fallback = fallback.flatMap(LanguageTag.init) { return fallback }
      throw sheet.finding(
        .error, "missing-language", "the column '\(text)' has no language",
        at: title.cell, hint: "add it in parentheses: '\(text) (fr)'", kind: .unreadable)
    }
    guard let language = title.qualifyingLanguage else {
      throw sheet.finding(
        .error, "invalid-language", "'\(qualifier)' is not a language tag", at: title.cell,
        hint: Self.hint(LanguageNames.tag(of: qualifier.lowercased())), subject: qualifier,
        kind: .unreadable)
    }
    return language
  }

  /// Returns the hint for a title that is not a language tag.
  ///
  /// - Parameter tag: The tag that was probably intended.
  private static func hint(_ tag: String?) -> String {
    tag.map { "use its tag: '\($0)'" } ?? "use a tag such as 'de', 'pt-BR' or 'zh-Hans'"
  }

  // MARK: All languages

  /// Determines the columns in the layout for all languages.
  private mutating func readLanguages(into header: inout SheetHeader) {
    var titlesByLanguage: [LanguageTag: ColumnTitle] = [:]
    let statuses = statusColumns()
    // Status columns have been determined above. Any other title may be a language.
    for title in titles where isUnassigned(title) && title.name != "status" {
      guard let language = title.language else {
        guard let suggestion = title.intendedTag else { continue }
        assignedColumns.insert(title.cell.column)
        var tag: String?
        if case .tag(let intended) = suggestion { tag = intended }
        rejectedColumns.insert(title.cell.column)
        findings.add(
          .error, "invalid-language", "'\(title.cell.text)' is not a language tag",
          at: title.cell, of: sheet, hint: Self.hint(tag), subject: title.cell.text)
        continue
      }
      assignedColumns.insert(title.cell.column)
      if let first = titlesByLanguage[language] {
        reject(
          title, for: first, "duplicate-language",
          "the table has a second column for '\(language)'",
          hint: "remove one of them")
        continue
      }
      titlesByLanguage[language] = title
      header.languages.append(
        SheetHeader.LanguageColumn(
          language: language, column: title.cell.column, status: statuses[language]))
    }
    // With a single language, the `Status` column needs no language in its title.
    if header.languages.count == 1, header.languages[0].status == nil {
      header.languages[0].status = take("status")?.cell.column
    }
  }

  /// Returns the status columns, such as `Status (de)`, by language, and reports duplicates.
  private mutating func statusColumns() -> [LanguageTag: Int] {
    var titlesByLanguage: [LanguageTag: ColumnTitle] = [:]
    for title in titles where title.name == "status" {
      guard let language = title.qualifyingLanguage else { continue }
      assignedColumns.insert(title.cell.column)
      if let first = titlesByLanguage[language] {
        reject(
          title, for: first, "duplicate-language",
          "the table has a second status column for '\(language)'",
          hint: "remove one of them")
      } else {
        titlesByLanguage[language] = title
      }
    }
    return titlesByLanguage.mapValues(\.cell.column)
  }

  // MARK: Problems

  /// Reports a column that is not read because a different column has priority.
  ///
  /// - Parameters:
  ///   - title: The column that is not read.
  ///   - first: The column that has priority.
  private mutating func reject(
    _ title: ColumnTitle, for first: ColumnTitle, _ code: String,
    _ message: @autoclosure () -> String, hint: String
  ) {
    rejectedColumns.insert(title.cell.column)
    let sheet = sheet
    findings.add(
      .error, code, "\(message()) (see \(sheet.table.name(of: first.cell)))", at: title.cell,
      of: sheet, hint: hint, subject: title.cell.text,
      related: sheet.related("the other column is here", at: first.cell))
  }

  /// Returns the diagnostic for a missing column, which lists the existing titles.
  private func missingColumn(_ message: String) -> Diagnostic {
    let named = titles.filter { !$0.cell.text.isBlank }.prefix(20)
    let names = named.map { "'\($0.cell.text)'" }
    let cell = titles.first?.cell ?? TableCell("", column: 1, at: .start)
    return sheet.finding(
      .error, "missing-column",
      names.isEmpty ? message : "\(message) among \(names.joined(separator: ", "))", at: cell,
      hint: Self.expected, kind: .unreadable)
  }
}
