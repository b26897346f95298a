import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport

extension Conversion {
  /// Counts the texts of the catalogues without converting them. The memory use does not depend on
  /// their number.
  ///
  /// - Returns: The combined statistics of all catalogues, and the errors found while reading them.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  package func statistics() throws(Diagnostic) -> (CatalogStatistics, [Diagnostic]) {
    var statistics: CatalogStatistics?
    var diagnostics: [Diagnostic] = []
    var first: CatalogHeader?
    var count = 0
    var request =
      refusesUnknownLanguages
      ? chosenLanguages.map { LanguageRequest($0, declared: declaredLanguages ?? []) } : nil
    for catalog in catalogs {
      var stream = try stream(of: catalog)
      let header = try stream.header()
      if let first, let conflict = LayeredCatalog.masterConflict(header, first) {
        diagnostics.append(conflict)
      }
      first = first ?? header
      request?.add(header.masterLanguage)
      var updated =
        statistics
        ?? CatalogStatistics(
          masterLanguage: header.masterLanguage, languages: chosenLanguages ?? declaredLanguages)
      // Only one reference to the statistics remains, so they are not copied when they are changed.
      statistics = nil
      while let text = try stream.next() {
        if request != nil { for language in text.languages { request?.add(language) } }
        updated.add(Text(text), annotations: text.annotations)
        count += 1
        if count % 256 == 0 { progress?(stream.progress) }
      }
      statistics = updated
      diagnostics += stream.takeDiagnostics().filter { $0.severity == .error }
    }
    try request?.check()
    guard let statistics else {
      throw Diagnostic(.error, "no-catalogue", "no catalogue is specified", kind: .usage)
    }
    return (statistics, diagnostics)
  }
}
