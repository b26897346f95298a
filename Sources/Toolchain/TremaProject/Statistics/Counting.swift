import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

extension Conversion {
  /// Counts the texts of the catalogues without converting them. In each language, only the texts
  /// are counted that an output with this language contains. The memory use does not depend on
  /// their number.
  ///
  /// - Returns: The combined statistics of all catalogues, and the errors found while reading them.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  package func statistics() throws(Diagnostic) -> (CatalogStatistics, [Diagnostic]) {
    let (statistics, diagnostics) = try statistics(of: [OutputTexts(outputs, countsAll: true)])
    return (statistics[0], diagnostics)
  }

  /// Returns the decision about the languages that are written, for all outputs of the project.
  ///
  /// - Throws: A diagnostic if a catalogue or the state file cannot be read.
  func decision(
    of shipping: Shipping, master: LanguageTag
  ) throws(Diagnostic) -> Shipping.Decision {
    var whole = self
    whole.outputs = shipping.outputs
    (whole.slices, whole.chosenLanguages) = (nil, nil)
    let coverage: [(tag: LanguageTag, percent: Int)] = try whole.statistics().0.languages
      .compactMap { language in LanguageTag(language.name).map { ($0, language.percent) } }
    var decision = try shipping.decision(coverage, master: master)
    // Translators get every language.
    if whole.outputs.allSatisfy(\.includesDrafts) { decision.diagnostics = [] }
    return decision
  }

  /// Counts the texts of each output. Outputs with the same name, folder, texts and languages are
  /// counted together; accessors and files for translators are not counted.
  ///
  /// - Returns: The matrix, and the errors found while reading the catalogues.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  package func coverageMatrix() throws(Diagnostic) -> (CoverageMatrix, [Diagnostic]) {
    var groups: [[ConversionOutput]] = []
    for output in outputs where output.reachesUsers {
      let index = groups.firstIndex {
        $0[0].name == output.name && $0[0].directory == output.directory
          && $0[0].languages == output.languages
          && $0[0].slice.selectsSameTexts(as: output.slice)
      }
      if let index { groups[index].append(output) } else { groups.append([output]) }
    }
    let (statistics, diagnostics) = try statistics(
      of: groups.map { OutputTexts([$0[0]], countsAll: false) }
        + [OutputTexts(outputs, countsAll: true)])
    // An output may have no text in a language of another output.
    let languages = statistics.last?.languages.map(\.name) ?? []
    let columns = zip(groups, statistics).map { outputs, statistics in
      var statistics = statistics
      statistics.include(languages)
      return CoverageMatrix.Column(
        name: outputs[0].name, formats: outputs.map(\.formatName),
        directory: outputs[0].directory,
        languages: RequiredLanguages.Output(outputs[0].languages, listing: outputs[0].listing),
        statistics: statistics)
    }
    var shippingLanguages: Set<LanguageTag>?
    if let shipping, let master = statistics.first.flatMap({ LanguageTag($0.masterLanguage) }) {
      shippingLanguages = Set(try decision(of: shipping, master: master).languages)
    }
    return (CoverageMatrix(columns, shippingLanguages: shippingLanguages), diagnostics)
  }

  /// The texts of some outputs, with the languages in which they are needed.
  private struct OutputTexts {
    private var slices: SliceSelector
    private var requirements: LanguageRequirements
    /// Whether texts that no output contains are counted in the master language.
    private let countsAll: Bool

    init(_ outputs: [ConversionOutput], countsAll: Bool) {
      slices = SliceSelector(outputs)
      requirements = LanguageRequirements(outputs)
      self.countsAll = countsAll
    }

    /// Adds a text to statistics.
    mutating func add(
      _ text: TextView, _ annotations: Annotations, variants: [TextVariants.Variant],
      to statistics: inout CatalogStatistics
    ) {
      let selected = slices.select(text, annotations)
      if !countsAll, selected?.isEmpty ?? false { return }
      statistics.add(
        Text(text), annotations: annotations,
        in: requirements.languages(
          ofOutputs: selected, replacedBy: variants.map { ($0.text, $0.platforms) }))
    }
  }

  /// Counts texts.
  ///
  /// - Parameter parts: The texts of each result.
  /// - Returns: The statistics of each part, and the errors found while reading the catalogues.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  private func statistics(
    of parts: [OutputTexts]
  ) throws(Diagnostic) -> ([CatalogStatistics], [Diagnostic]) {
    if let result = try statistics(of: parts, variants: nil) { return result }
    // A variant may follow its base, so all variants are read first if there are any.
    return try statistics(of: parts, variants: readVariants()) ?? ([], [])
  }

  /// Counts texts.
  ///
  /// - Parameter variants: The variants of the catalogues, or `nil` if they have not been read.
  /// - Returns: `nil` if a variant has been found, but the variants have not been read.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  private func statistics(
    of parts: [OutputTexts], variants: TextVariants?
  ) throws(Diagnostic) -> ([CatalogStatistics], [Diagnostic])? {
    var parts = parts
    var variants = variants
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
        statistics = parts.map { _ in
          CatalogStatistics(
            masterLanguage: header.masterLanguage, languages: chosenLanguages ?? declaredLanguages)
        }
      }
      first = first ?? header
      request?.add(header.masterLanguage)
      while let text = try stream.next() {
        if request != nil { for language in text.languages { request?.add(language) } }
        let annotations = text.annotations
        // A language can do without a variant, but may have values only in variants.
        if annotations.isVariant {
          if outputs.isEmpty { continue }
          if variants == nil { return nil }
          for index in parts.indices { statistics[index].include(text.languages) }
          continue
        }
        let replacing = variants?.takeVariants(of: text) ?? []
        for index in parts.indices {
          parts[index].add(text, annotations, variants: replacing, to: &statistics[index])
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
