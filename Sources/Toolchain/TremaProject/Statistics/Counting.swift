import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

extension Conversion {
  /// Counts the texts of the catalogues without converting them. The memory use does not depend on
  /// their number.
  ///
  /// - Returns: The combined statistics of all catalogues, and the errors found while reading them.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  package func statistics() throws(Diagnostic) -> (CatalogStatistics, [Diagnostic]) {
    let (statistics, diagnostics) = try statistics(of: [nil])
    return (statistics[0], diagnostics)
  }

  /// Returns the languages of the catalogues with their percentages of translated texts.
  ///
  /// - Throws: A diagnostic if a catalogue cannot be read.
  func coverage() throws(Diagnostic) -> [(tag: LanguageTag, percent: Int)] {
    try statistics().0.languages.compactMap { language in
      LanguageTag(language.name).map { ($0, language.percent) }
    }
  }

  /// Counts the texts of each output. Outputs with the same name, folder, texts and languages are
  /// counted together; accessors and files for translators are not counted.
  ///
  /// - Returns: The matrix, and the errors found while reading the catalogues.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  package func coverageMatrix() throws(Diagnostic) -> (CoverageMatrix, [Diagnostic]) {
    var groups: [[ConversionOutput]] = []
    for output in outputs where !output.hasNoTexts && !output.includesDrafts {
      let index = groups.firstIndex {
        $0[0].name == output.name && $0[0].directory == output.directory
          && $0[0].languages == output.languages
          && $0[0].slice.selectsSameTexts(as: output.slice)
      }
      if let index { groups[index].append(output) } else { groups.append([output]) }
    }
    let (statistics, diagnostics) = try statistics(of: groups.map { $0[0].slice })
    let columns = zip(groups, statistics).map { outputs, statistics in
      CoverageMatrix.Column(
        name: outputs[0].name, formats: outputs.map(\.formatName),
        directory: outputs[0].directory, languages: outputs[0].languages.map(Set.init),
        statistics: statistics)
    }
    let shipping = try self.shipping.map { (shipping) throws(Diagnostic) in
      Set(try ShippingState.read(shipping.statePath)?.languages ?? [])
    }
    return (CoverageMatrix(columns, shippingLanguages: shipping), diagnostics)
  }

  /// Counts the texts in slices.
  ///
  /// - Parameter slices: The slices, where `nil` contains all texts.
  /// - Returns: The statistics of each slice, and the errors found while reading the catalogues.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  private func statistics(
    of slices: [Slice?]
  ) throws(Diagnostic) -> ([CatalogStatistics], [Diagnostic]) {
    var statistics: [CatalogStatistics] = []
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
      if first == nil {
        statistics = slices.map { _ in
          CatalogStatistics(
            masterLanguage: header.masterLanguage, languages: chosenLanguages ?? declaredLanguages)
        }
      }
      first = first ?? header
      request?.add(header.masterLanguage)
      while let text = try stream.next() {
        if request != nil { for language in text.languages { request?.add(language) } }
        let annotations = text.annotations
        // A language can do without a variant.
        if annotations.isVariant { continue }
        for (index, slice) in slices.enumerated() {
          guard slice?.contains(text.withKey(Array.init), annotations) ?? true else { continue }
          statistics[index].add(Text(text), annotations: annotations)
        }
        count += 1
        if count % 256 == 0 { progress?(stream.progress) }
      }
      diagnostics += stream.takeDiagnostics().filter { $0.severity == .error }
    }
    try request?.check()
    guard first != nil else {
      throw Diagnostic(.error, "no-catalogue", "no catalogue is specified", kind: .usage)
    }
    return (statistics, diagnostics)
  }
}
