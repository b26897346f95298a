import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// The outputs of a conversion are opened before the first text is read.
extension ConversionRun {
  /// Opens all outputs.
  mutating func open(_ header: CatalogHeader, _ master: LanguageTag) throws(Diagnostic) {
    let source = header.file.split(separator: "/").last.map(String.init) ?? header.file
    let name = source == "-" ? "standard input" : source
    var targetLanguages = plan.chosenLanguages ?? plan.declaredLanguages
    if targetLanguages == nil, transaction != nil, plan.outputs.contains(where: \.needsLanguages) {
      // The languages must be known before the first text, which requires a separate pass.
      targetLanguages = try supportedLanguages(master)
    }
    var shippingLanguages: Set<LanguageTag>?
    if transaction != nil, let shipping = plan.shipping {
      let decision = try plan.decision(of: shipping, master: master)
      note(checker.configure(decision.diagnostics))
      report.shippingLanguages = decision.languages
      shippingLanguages = Set(decision.languages)
      // Undeclared languages would otherwise be written without a decision.
      targetLanguages = targetLanguages ?? decision.languages
      // The master language ships even if the project does not declare it.
      if plan.chosenLanguages == nil { targetLanguages = targetLanguages?.including(master) }
    }
    // Resource and catalogue outputs are opened only if something is written. Accessors also report
    // findings if nothing is written.
    for (number, output) in plan.outputs.enumerated() {
      var output = output
      output.number = number
      output.namingTargets = slicedTargets[number]
      var languages = output.languages(among: targetLanguages, master: master)
      if let shippingLanguages, !output.includesDrafts {
        languages = languages?.filter(shippingLanguages.contains)
      }
      try open(
        output, source: name, header: header, master: master, languages: languages)
    }
    skipsEmptyTexts =
      outputs.catalogs.isEmpty && outputs.resources.allSatisfy { !$0.reportsMissing }
  }

  /// Opens one output.
  ///
  /// - Parameters:
  ///   - output: The output to open.
  ///   - source: The name of the catalogue, for the header of files.
  ///   - header: The header of the first catalogue.
  ///   - master: The master language.
  ///   - languages: The languages to write, or `nil` for the languages of the texts.
  private mutating func open(
    _ output: ConversionOutput, source: String, header: CatalogHeader, master: LanguageTag,
    languages: [LanguageTag]?
  ) throws(Diagnostic) {
    switch output.kind {
    case .resources(let format):
      guard let transaction else { return }
      var output = output
      // The writers for Apple's two formats depend on whether the other format is written for the
      // same table.
      output.hasPluralFile =
        format == .strings && plan.outputs.contains { $0.writes(.stringsdict, alongside: output) }
      output.hasTextFile =
        format == .stringsdict && plan.outputs.contains { $0.writes(.strings, alongside: output) }
      outputs.resources.append(
        try ResourceOutput(
          output, format: format, source: source, master: master, wanted: languages,
          transaction: transaction))
    case .catalog(let format):
      guard let transaction else { return }
      outputs.catalogs.append(
        try CatalogOutput(
          output, format: format, source: source, master: master, languages: languages ?? [],
          transaction: transaction))
    case .swift(var options):
      options.sourceName = source
      let accessors: any AccessorWriter =
        output.compatibility == .girders
        ? GirdersAccessors(type: options.type)
        : SwiftAccessors(options: options, masterLanguage: header.masterLanguage)
      outputs.accessors.append(
        try AccessorOutput(
          accessors, fileName: "\(options.type).swift", output, transaction: transaction))
    case .kotlin(var options):
      options.sourceName = source
      outputs.accessors.append(
        try AccessorOutput(
          KotlinAccessors(options: options, masterLanguage: header.masterLanguage),
          fileName: "\(options.type).kt", output, transaction: transaction))
    case .listing:
      guard let transaction, let listing = output.listing else { return }
      outputs.listings.append(
        ListingOutput(output, listing, languages: languages, transaction: transaction))
    case .localeConfig:
      guard let transaction else { return }
      languageLists.append(
        try LanguageListOutput(output, source: source, master: master, transaction: transaction))
    }
  }

  /// Returns the languages of the app, which are determined in a separate pass over the catalogues.
  /// The pass also reads the variants.
  private mutating func supportedLanguages(_ master: LanguageTag) throws(Diagnostic)
    -> [LanguageTag]
  {
    var first = plan
    first.outputs = []
    first.policy = CheckPolicy()
    first.depth = .languages
    first.onText = nil
    first.app = nil
    var run = try ConversionRun(first, nil)
    try run.processAll()
    variants = run.variants ?? TextVariants()
    return run.checker.supportedLanguages()
  }
}
