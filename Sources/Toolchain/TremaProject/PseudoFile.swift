import TremaCatalog
import TremaChecks
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// Adds pseudo-languages to a catalog.
package struct PseudoFile {
  /// The pseudo-languages to add.
  package var languages: [PseudoLanguage]
  /// The catalog's rule for backslashes.
  package var backslash = BackslashRule.escape
  /// The maximum size of a value in bytes; or `nil` for the default limit.
  package var maximumValueSize: Int?
  /// A closure that is called periodically while the catalog is read.
  package var progress: ((ReadingProgress) -> Void)?

  package init(_ languages: [PseudoLanguage]) { self.languages = languages }

  /// The result of adding pseudo-languages.
  package struct Report: Sendable {
    /// The errors that prevented values from being added. If there are any, the output is not
    /// written.
    package var diagnostics: [Diagnostic] = []
    /// The number of added values.
    package var valueCount = 0
  }

  /// Adds values of the pseudo-languages to all texts.
  ///
  /// - Parameters:
  ///   - path: The path of the catalog.
  ///   - output: The path of the new catalog.
  ///   - transaction: The transaction that receives the output. The caller commits it unless an
  ///     error is reported.
  /// - Throws: A diagnostic if the catalog cannot be read, or cannot be written back without loss.
  package func run(
    _ path: String, to output: String, in transaction: OutputTransaction
  ) throws(Diagnostic) -> Report {
    let input = try InputFile(path: path)
    let options = TremaDecoder.Options(
      backslash: backslash, maximumValueSize: maximumValueSize)
    var decoder = TremaDecoder(
      file: path, options: options, source: input.source(reporting: progress))
    var catalog = try CatalogFormatting.read(&decoder)
    var report = Report()
    report.diagnostics = errors(in: catalog)
    if !report.diagnostics.isEmpty { return report }
    let master = catalog.header.masterLanguage
    for index in catalog.texts.indices {
      for language in languages
      where language.add(to: &catalog.texts[index], master: master, backslash: backslash) {
        report.valueCount += 1
      }
    }
    if let excess = TremaDecoder.exceededLimit(of: catalog) { throw excess }
    transaction.file(output).bytes = catalog.encoded()
    return report
  }

  /// Returns the errors in the master values, which the generated values would also have.
  private func errors(in catalog: Catalog) -> [Diagnostic] {
    let master = catalog.header.masterLanguage
    guard let tag = LanguageTag(master) else {
      return [
        Diagnostic(
          .error, "invalid-language", "'\(master)' is not a language tag",
          at: SourceLocation(file: catalog.header.file, start: catalog.header.masterPosition),
          hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'", subject: master)
      ]
    }
    var checker = Checker(CheckScope(master: tag))
    var found: [Diagnostic] = []
    for var text in catalog.texts {
      let index = text.index(ofLanguage: master)
      text.values = index.map { [text.values[$0]] } ?? []
      found += checker.examine(text, annotations: Annotations(text.context))
    }
    return (found + checker.finish()).filter { $0.severity == .error }
  }
}
