import TremaCatalog
import TremaChecks
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// Adds pseudo-languages to a catalogue.
package struct PseudoFile {
  package var languages: [PseudoLanguage]
  /// How the catalogue reads backslashes.
  package var backslash = BackslashRule.escape
  /// The largest value, in bytes.
  package var maximumValueSize: Int?
  package var progress: ((ReadingProgress) -> Void)?

  package init(_ languages: [PseudoLanguage]) { self.languages = languages }

  /// How many values were made.
  package struct Report: Sendable {
    package var diagnostics: [Diagnostic] = []
    package var values = 0
  }

  /// - Parameters:
  ///   - path: the catalogue.
  ///   - output: where the new one goes; it is for the caller to commit, unless an error is
  ///     reported.
  /// - Throws: when the catalogue cannot be read, or not be written back without a loss.
  package func run(
    _ path: String, to output: String, in transaction: OutputTransaction
  ) throws(Diagnostic) -> Report {
    let input = try InputFile(path: path)
    let options = TremaDecoder.Options(
      backslash: backslash, maximumValueSize: maximumValueSize)
    var decoder = TremaDecoder(
      file: path, options: options, source: input.source(tellingOf: progress))
    var catalogue = try CatalogFormatting.read(&decoder)
    var report = Report()
    report.diagnostics = errors(in: catalogue)
    if !report.diagnostics.isEmpty { return report }
    let master = catalogue.header.masterLanguage
    for index in catalogue.texts.indices {
      for language in languages
      where language.add(to: &catalogue.texts[index], master: master, backslash: backslash) {
        report.values += 1
      }
    }
    if let excess = TremaDecoder.excess(of: catalogue) { throw excess }
    transaction.file(output).bytes = catalogue.encoded()
    return report
  }

  /// Returns the errors of the master's texts: a pseudo-language would have the same.
  private func errors(in catalogue: Catalog) -> [Diagnostic] {
    let master = catalogue.header.masterLanguage
    guard let tag = LanguageTag(master) else {
      return [
        Diagnostic(
          .error, "invalid-language", "'\(master)' is not a language tag",
          at: SourceLocation(file: catalogue.header.file, start: catalogue.header.masterPosition),
          hint: "write a tag such as 'de', 'pt-BR' or 'zh-Hans'", subject: master)
      ]
    }
    var checker = Checker(CheckScope(master: tag))
    var found: [Diagnostic] = []
    for var text in catalogue.texts {
      let index = text.index(ofLanguage: master)
      text.values = index.map { [text.values[$0]] } ?? []
      found += checker.examine(text, annotations: Annotations(text.context))
    }
    return (found + checker.finish()).filter { $0.severity == .error }
  }
}
