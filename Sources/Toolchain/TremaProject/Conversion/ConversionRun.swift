import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// The state of a running ``Conversion``.
struct ConversionRun {
  /// The conversion to run.
  let plan: Conversion
  /// The transaction that receives the outputs, or `nil` to only check.
  private let transaction: OutputTransaction?
  /// The catalogues.
  private var streams: [LayeredCatalog] = []
  /// The index of the catalogue that is being read.
  private var streamIndex = 0
  /// The checks of texts.
  var checker: Checker
  /// The outputs that contain each text.
  private var slices: SliceSelector
  /// The outputs that are being written.
  private var outputs = OpenOutputs()
  /// The lists of languages that are being written.
  private var languageLists: [LanguageListOutput] = []
  /// The result so far.
  var report = Conversion.Report()
  /// The losses, by format name.
  private var losses: [String: UnsupportedFeatures] = [:]
  /// Whether any error has been found.
  var hasErrors = false
  /// Whether texts without values and annotations have no effect on any output.
  private var skipsEmptyTexts = false
  /// The number of texts when progress was last reported.
  private var textsAtLastReport = 0
  /// The number of collected findings at which they are reduced to the findings to report.
  private var reductionThreshold = 10_000
  /// The master language as spelled in the first catalogue.
  let masterLanguage: String
  /// The languages to keep, or `nil` for all languages.
  let requestedLanguages: Set<LanguageTag>?
  /// The languages that all outputs together restrict their texts to, or `nil` if one of them
  /// contains every language.
  private let languagesOfAllOutputs: [LanguageTag]?
  /// The languages by spelling.
  private var languages = LanguageTable()
  /// The texts that other texts refer to on each platform with variants, and on the others (`nil`).
  /// There are none before the first reference is found.
  private var references: [AppPlatform?: TextReferences] = [:]
  /// The texts that replace others on some platforms, or `nil` if they have not been read.
  var variants: TextVariants?
  /// Whether processing ended at a variant because the variants have not been read.
  var needsVariants = false
  /// The variants of the current text that can be written.
  var replacements: [TextReplacement] = []
  /// The comparison with the files of the app, or `nil` if there are none or only some languages
  /// are checked.
  private var app: AppExamination?
  /// The languages from the command line, which are verified at the end, or `nil` if there are none
  /// or any language is permitted.
  private var request: LanguageRequest?

  /// Opens the catalogues and the outputs.
  ///
  /// - Parameters:
  ///   - plan: The conversion to run.
  ///   - transaction: The transaction that receives the outputs, or `nil` to only check.
  ///   - variants: The variants of the catalogues, or `nil` if they have not been read.
  ///   - stale: The stale translations, or `nil` if they have not been determined.
  /// - Throws: A diagnostic if a catalogue or an output cannot be opened.
  init(
    _ plan: Conversion, _ transaction: OutputTransaction?, variants: TextVariants? = nil,
    stale: StaleTranslations? = nil
  ) throws(Diagnostic) {
    self.plan = plan
    self.variants = variants
    self.transaction = transaction
    requestedLanguages = plan.chosenLanguages.map(Set.init)
    languagesOfAllOutputs = Conversion.languages(of: plan.outputs)
    slices = SliceSelector(plan.outputs)
    var headers: [CatalogHeader] = []
    var diagnostics: [Diagnostic] = []
    // The headers of all catalogues are read first, because all must have the same master language.
    for catalog in plan.catalogs {
      var stream = try plan.stream(of: catalog)
      let header = try stream.header()
      if let first = headers.first, let conflict = LayeredCatalog.masterConflict(header, first) {
        diagnostics.append(conflict)
      }
      headers.append(header)
      streams.append(stream)
    }
    guard let header = headers.first else {
      throw Diagnostic(.error, "no-catalogue", "no catalogue is specified", kind: .usage)
    }
    masterLanguage = header.masterLanguage
    let master = LanguageTag(header.masterLanguage)
    if master == nil { diagnostics.append(Self.invalidMaster(header)) }
    var scope = CheckScope(master: master)
    scope.languages = plan.chosenLanguages ?? plan.declaredLanguages
    scope.minimumCoverage = plan.minimumCoverage
    scope.allowsStrayLanguages = plan.allowsStrayLanguages || plan.chosenLanguages != nil
    for target in plan.outputs.flatMap(\.checkTargets) where !scope.targets.contains(target) {
      scope.targets.append(target)
    }
    scope.terms = plan.terms
    if let stale {
      scope.staleTranslations = stale
    } else if let stale = try plan.staleTranslations() {
      scope.staleTranslations = stale
    }
    checker = Checker(
      scope, depth: plan.depth, policy: plan.policy, limit: plan.maxFindings)
    note(checker.configure(diagnostics))
    // Without a valid master language, nothing can be written, even if the finding is suppressed.
    if master == nil { hasErrors = true }
    if plan.refusesUnknownLanguages, let chosen = plan.chosenLanguages {
      request = LanguageRequest(chosen, declared: plan.declaredLanguages ?? [])
      for header in headers { request?.add(header.masterLanguage) }
    }
    if plan.chosenLanguages == nil { app = plan.app.map(AppExamination.init) }
    if let master { try open(header, master) }
  }

  /// The stale translations, which need not be determined again.
  var staleTranslations: StaleTranslations? { checker.scope.staleTranslations }

  /// Returns the error for an invalid master language.
  private static func invalidMaster(_ header: CatalogHeader) -> Diagnostic {
    Diagnostic(
      .error, "invalid-language", "'\(header.masterLanguage)' is not a language tag",
      at: SourceLocation(file: header.file, start: header.masterPosition),
      hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'", subject: header.masterLanguage)
  }

  /// Opens all outputs.
  private mutating func open(_ header: CatalogHeader, _ master: LanguageTag) throws(Diagnostic) {
    let source = header.file.split(separator: "/").last.map(String.init) ?? header.file
    let name = source == "-" ? "standard input" : source
    var targetLanguages = plan.chosenLanguages ?? plan.declaredLanguages
    if targetLanguages == nil, transaction != nil, plan.outputs.contains(where: \.needsLanguages) {
      // The languages must be known before the first text, which requires a separate pass.
      targetLanguages = try supportedLanguages(master)
    }
    var shippingLanguages: Set<LanguageTag>?
    if transaction != nil, let shipping = plan.shipping {
      let decision = try shipping.decision(plan.coverage(), master: master)
      note(checker.configure(decision.diagnostics))
      report.shippingLanguages = decision.languages
      shippingLanguages = Set(decision.languages)
      // Undeclared languages would otherwise be written without a decision.
      targetLanguages = targetLanguages ?? decision.languages
    }
    // Resource and catalogue outputs are opened only if something is written. Accessors also report
    // findings if nothing is written.
    for (number, output) in plan.outputs.enumerated() {
      var output = output
      output.number = number
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

  /// Reads and processes all texts.
  mutating func processAll() throws(Diagnostic) {
    while !needsVariants, let text = try next() {
      try take(text)
      try reportProgress()
    }
    guard plan.depth != .languages, !needsVariants else { return }
    try takeOtherVariants()
  }

  /// Reports progress and handles signals, once per 256 texts. System calls for each text would
  /// take longer than the conversion.
  private mutating func reportProgress() throws(Diagnostic) {
    guard report.textCount >= textsAtLastReport + 256 else { return }
    textsAtLastReport = report.textCount
    plan.progress?(streams.map(\.progress).reduce(ReadingProgress(), +))
    try transaction?.checkSignals()
  }

  /// Returns the next text of all catalogues, or `nil` after the last text. It is valid until the
  /// next call.
  private mutating func next() throws(Diagnostic) -> TextView? {
    while streamIndex < streams.count {
      let text = try streams[streamIndex].next()
      let odd = streams[streamIndex].takeDiagnostics()
      if !odd.isEmpty { note(checker.configure(odd)) }
      if let text { return text }
      note(checker.configure(streams[streamIndex].takeOmittedSummary()))
      streamIndex += 1
    }
    return nil
  }

  /// Reports the problems that prevented texts from being written, and counts the omitted texts.
  private mutating func note(problems: [Diagnostic]) {
    if problems.isEmpty { return }
    note(checker.configure(problems))
    for (key, languages) in Dictionary(grouping: problems, by: \.key) where key != nil {
      report.omitted.add(1, in: languages.compactMap(\.language))
    }
  }

  /// Processes a text, reduced to the requested languages.
  private mutating func take(_ text: TextView) throws(Diagnostic) {
    let annotations = text.annotations
    if annotations.isVariant { return takeVariant(text, annotations) }
    guard let requestedLanguages else {
      try take(text, annotations)
      if let found = app?.examine(text, annotations) { note(checker.configure(found)) }
      return
    }
    try take(narrowed(text, to: requestedLanguages), annotations)
  }

  /// Checks a text and writes it unless it has errors.
  private mutating func take(_ text: TextView, _ annotations: Annotations) throws(Diagnostic) {
    report.textCount += 1
    let selected = slices.select(text, annotations)
    // The variants are checked first, so that the results of the text are those of the last check.
    replacements = examineVariants(of: text, selected)
    let found = checker.examine(
      text, annotations: annotations, targets: selected.map(targets(ofOutputs:)),
      requiredLanguages: selected.map(languages(ofOutputs:)) ?? languagesOfAllOutputs)
    if let onText = plan.onText { onText(Text(text), annotations, found) }
    for variant in replacements {
      plan.onText?(Text(variant.text), variant.annotations, variant.findings)
      if variant.isRefused { report.omitted.add(1, in: variant.text.languages) }
    }
    replacements.removeAll(where: \.isRefused)
    note(found)
    // If only translations have errors, only these translations are omitted, and the text is
    // written in the other languages.
    if plan.continuesOnErrors, checker.foundErrors, let refused = checker.languagesWithErrors,
      !refused.contains(masterLanguage)
    {
      var omittedParts = checker.omittedParts
      omittedParts.values.formUnion(
        (0..<text.valueCount).filter { refused.contains(text[$0].language) })
      try write(text, annotations, to: selected, signature: nil, omittedParts)
      return try writeVariants(of: text, selected: selected)
    }
    if checker.foundErrors { report.omitted.add(1, in: text.languages) }
    guard !checker.foundErrors, plan.continuesOnErrors || !hasErrors else { return }
    try write(
      text, annotations, to: selected, signature: checker.signature, checker.omittedParts)
    try writeVariants(of: text, selected: selected)
  }

  /// Returns the targets of the outputs with the given indices.
  func targets(ofOutputs indices: Set<Int>) -> [CheckTarget] {
    indices.sorted().flatMap { plan.outputs[$0].checkTargets }
  }

  /// Returns the languages that the outputs with the given indices restrict their texts to, or
  /// `nil` if one of them contains every language.
  private func languages(ofOutputs indices: Set<Int>) -> [LanguageTag]? {
    Conversion.languages(of: indices.map { plan.outputs[$0] })
  }

  /// Writes a text to the outputs that can contain it.
  ///
  /// - Parameters:
  ///   - text: The text to write.
  ///   - annotations: The annotations of the text's context.
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  ///   - signature: The arguments of the text, or `nil` to determine them again for the values that
  ///     are written.
  ///   - omittedParts: The outputs and values that the text is invalid for.
  mutating func write(
    _ text: TextView, _ annotations: Annotations, to selected: Set<Int>?,
    signature: OrderedSignature?, _ omittedParts: OmittedParts
  ) throws(Diagnostic) {
    let outputs = selected.map(self.outputs.selecting) ?? self.outputs
    if outputs.isEmpty { return }
    if omittedParts.isEmpty {
      return try write(text, annotations, to: outputs, signature: signature)
    }
    // A text that is invalid for all outputs is omitted as a whole.
    if omittedParts.isWholeText { return report.omitted.add(1, in: text.languages) }
    let groups = outputs.groups(without: omittedParts)
    let isEverywhere = groups.map(\.outputs.count).reduce(0, +) == outputs.count
    var missing = isEverywhere ? [] : Set(0..<text.valueCount)
    // Outputs with the same invalid values receive the same part of the text.
    for (outputs, values) in groups {
      missing.formUnion(values)
      let part = text.keeping((0..<text.valueCount).filter { !values.contains($0) })
      try write(part, annotations, to: outputs, signature: values.isEmpty ? signature : nil)
    }
    report.omitted.add(1, in: missing.sorted().map { text[$0].language })
  }

  /// Writes a text to some outputs.
  private mutating func write(
    _ text: TextView, _ annotations: Annotations, to outputs: OpenOutputs,
    signature: OrderedSignature?
  ) throws(Diagnostic) {
    var (isValid, isComplete) = (true, true)
    // References are read on demand because few catalogues have any.
    if annotations.isReference { try readReferences() }
    let shown = simplified(text, annotations, for: Features(), on: nil) ?? text
    var found: [Diagnostic] = []
    for accessor in outputs.accessors where !annotations.isVariation {
      found += accessor.append(shown, annotations: annotations)
    }
    if !found.isEmpty {
      // A text that cannot have an accessor is incomplete, even if the finding is suppressed.
      if found.contains(where: { $0.severity == .error }) { isComplete = false }
      // Several outputs in the same language have the same findings.
      note(checker.configure(found.uniqued()))
      if checker.foundErrors { isValid = false }
    }
    if !isComplete { report.omitted.add(1, in: text.languages) }
    guard isValid else { return }
    if text.valueCount == 0, skipsEmptyTexts, annotations.isEmpty, replacements.isEmpty {
      for accessor in outputs.accessors { try accessor.flushIfNeeded() }
      return
    }
    var differences: [Diagnostic] = []
    let outline = TextOutline(
      text, annotations: annotations, master: masterLanguage, signature: signature)
    let features =
      outputs.resources.isEmpty && outputs.catalogs.isEmpty && outputs.listings.isEmpty
      ? [] : Feature.features(of: text, outline)
    let written = WrittenText(text, outline, features)
    for catalog in outputs.catalogs {
      let written = self.written(
        written, annotations, by: catalog.plan, supporting: catalog.supportedFeatures)
      try catalog.append(
        Text(written.text), outline: written.outline, features: written.features)
      note(checker.configure(catalog.takeProblems()))
    }
    for resource in outputs.resources {
      let written = self.written(
        written, annotations, by: resource.plan, supporting: resource.supportedFeatures)
      if !written.features.isEmpty {
        resource.noteLosses(written.features, of: written.text, written.outline)
      }
      if annotations.isVariation, !resource.supportedFeatures.contains(.variation) { continue }
      differences += try resource.append(written.text, outline: written.outline)
      note(problems: resource.takeProblems())
    }
    for listing in outputs.listings where !annotations.isVariation {
      let written = self.written(
        written, annotations, by: listing.plan, supporting: ListingOutput.supportedFeatures)
      try listing.append(written.text, features: written.features)
    }
    if !differences.isEmpty, annotations.ignored[WritingDifference.code] == nil {
      // Differences of keys are found once per language, and differences of values once per output.
      note(checker.configure(differences.uniqued()))
    }
    for accessor in outputs.accessors { try accessor.flushIfNeeded() }
  }

  /// Returns a text in the form in which an output contains it.
  ///
  /// - Parameters:
  ///   - text: The text to write.
  ///   - annotations: The annotations of the text's context.
  ///   - output: The output.
  ///   - supported: The features that the format supports.
  private func written(
    _ text: WrittenText, _ annotations: Annotations, by output: ConversionOutput,
    supporting supported: Features
  ) -> WrittenText {
    if replacements.isEmpty, !annotations.isMarkup, !annotations.isReference { return text }
    var written = text
    if !replacements.isEmpty {
      written.replace(by: replacements, in: output, master: masterLanguage)
    }
    if let simple = simplified(
      written.text, annotations, for: supported, on: output.slice.platform)
    {
      written.setText(simple, numbers: text.outline.numbers, master: masterLanguage)
    }
    return written
  }

  /// Returns a text without features that a format does not support.
  ///
  /// - Parameters:
  ///   - text: The text to simplify.
  ///   - annotations: The annotations of the text's context.
  ///   - supported: The features that the format supports.
  ///   - platform: The platform of the output, or `nil` if it belongs to none.
  /// - Returns: `nil` if the text does not change.
  private func simplified(
    _ text: TextView, _ annotations: Annotations, for supported: Features, on platform: AppPlatform?
  ) -> TextView? {
    guard
      annotations.isMarkup && !supported.contains(.tags)
        || annotations.isReference && !supported.contains(.reference)
    else { return nil }
    let simple = Text(text).simplified(for: supported, annotations, backslash: text.batch.backslash)
    {
      references[platform] ?? references[nil] ?? TextReferences(master: masterLanguage)
    }
    return TextBatch.view(of: simple)
  }

  /// Reads the catalogues again to find the texts that other texts refer to.
  private mutating func readReferences() throws(Diagnostic) {
    guard references.isEmpty else { return }
    let variants = self.variants ?? TextVariants()
    let platforms = [nil] + variants.platforms.map(Optional.some)
    for platform in platforms { references[platform] = TextReferences(master: masterLanguage) }
    for catalog in plan.catalogs {
      var stream = try plan.stream(of: catalog)
      stream.slices = nil
      _ = try stream.header()
      while let text = try stream.next() {
        if !variants.isEmpty, text.annotations.isVariant { continue }
        for platform in platforms {
          references[platform]?.insert(
            platform.map { variants.replaced(text, on: $0) } ?? Text(text))
        }
      }
    }
  }

  /// Returns a text without the languages that are not requested. Values with an invalid language
  /// are kept, because they are reported as errors.
  mutating func narrowed(_ text: TextView, to chosen: Set<LanguageTag>) -> TextView {
    var retained: [Int] = []
    for number in 0..<text.valueCount {
      let language = text[number].language
      request?.add(language)
      let tag = languages.language(of: language).tag
      if tag.map({ chosen.contains($0) || $0 == checker.scope.master }) ?? true {
        retained.append(number)
      }
    }
    return retained.count == text.valueCount ? text : text.keeping(retained)
  }

  /// Adds the diagnostics of the last check to the result.
  mutating func note(_ diagnostics: [Diagnostic]) {
    if checker.foundErrors { hasErrors = true }
    if diagnostics.isEmpty { return }
    report.diagnostics += diagnostics
    // Findings that were created out of order may exceed the limit. Occasional reduction bounds the
    // memory.
    guard plan.maxFindings != nil, report.diagnostics.count > reductionThreshold else { return }
    report.diagnostics = report.diagnostics.limited(to: plan.maxFindings)
    reductionThreshold = max(reductionThreshold, 2 * report.diagnostics.count)
  }

  /// Ends the outputs and returns the result.
  ///
  /// - Throws: A diagnostic if a requested language is unknown, or a file cannot be written.
  mutating func finish() throws(Diagnostic) -> Conversion.Report {
    try request?.check()
    note(checker.finish())
    note(checker.configure(slices.diagnostics()))
    if let app, let master = checker.scope.master {
      note(
        checker.configure(app.finish(languages: try appLanguages(), master: master)))
    }
    report.masterLanguage = masterLanguage
    report.languages = checker.supportedLanguages()
    if !checker.scope.allowsStrayLanguages { report.omittedLanguages = checker.omittedLanguages() }
    // If there are errors, the outputs are incomplete and will be discarded, unless texts with
    // errors are omitted.
    if !hasErrors || plan.continuesOnErrors {
      let reportedLanguages = report.languages
      for resource in outputs.resources {
        report.filled.merge(try resource.finish(languages: reportedLanguages)) { max($0, $1) }
        note(checker.configure(resource.takeProblems()))
        losses[resource.formatName, default: UnsupportedFeatures()].merge(resource.losses)
      }
      for catalog in outputs.catalogs {
        catalog.finish()
        note(checker.configure(catalog.takeProblems()))
        report.filled.merge(catalog.filled) { max($0, $1) }
        losses[catalog.formatName, default: UnsupportedFeatures()].merge(catalog.losses)
      }
      for listing in outputs.listings {
        listing.finish(languages: reportedLanguages)
        losses[listing.plan.formatName, default: UnsupportedFeatures()].merge(listing.losses)
      }
      for accessor in outputs.accessors { accessor.finish() }
      for list in languageLists { list.finish(languages: try appLanguages()) }
      for (format, losses) in losses.sorted(by: { $0.key < $1.key }) {
        let reportedLosses = plan.reportsAllLosses ? losses : losses.meaningChanges
        let findings = reportedLosses.diagnostics("\(format) cannot represent", of: format)
        note(checker.configure(findings))
      }
    }
    note(checker.takeOmittedSummary())
    report.suppressedCount = checker.suppressedCount
    report.diagnostics = report.diagnostics.inReadingOrder().limited(to: plan.maxFindings)
    return report
  }
}

extension ConversionRun {
  /// Returns the languages of the app: the languages that ship, or all supported languages.
  ///
  /// - Throws: A diagnostic if the list of shipping languages cannot be read.
  private func appLanguages() throws(Diagnostic) -> [LanguageTag] {
    let languages = checker.supportedLanguages()
    var shipping = report.shippingLanguages
    if shipping == nil { shipping = try plan.shipping?.recordedLanguages() }
    guard let shipping else { return languages }
    return languages.filter { shipping.contains($0) || $0 == checker.scope.master }
  }
}

extension Array where Element: Hashable {
  /// Returns the elements without duplicates, in the order of their first occurrences.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
