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
  let transaction: OutputTransaction?
  /// The catalogues.
  var streams: [LayeredCatalog] = []
  /// The index of the catalogue that is being read.
  var streamIndex = 0
  /// The checks of texts.
  var checker: Checker
  /// The outputs that contain each text.
  var slices: SliceSelector
  /// The targets of the outputs by slice.
  let slicedTargets: SlicedTargets
  /// The outputs that are being written.
  var outputs = OpenOutputs()
  /// The lists of languages that are being written.
  var languageLists: [LanguageListOutput] = []
  /// The result so far.
  var report = Conversion.Report()
  /// The losses, by format name.
  var losses: [String: UnsupportedFeatures] = [:]
  /// Whether any error has been found.
  var hasErrors = false
  /// Whether texts without values and annotations have no effect on any output.
  var skipsEmptyTexts = false
  /// The number of texts when progress was last reported.
  var textsAtLastReport = 0
  /// The number of collected findings at which they are reduced to the findings to report.
  var reductionThreshold = 10_000
  /// The master language as spelled in the first catalogue.
  let masterLanguage: String
  /// The languages to keep, or `nil` for all languages.
  let requestedLanguages: Set<LanguageTag>?
  /// The arrays whose elements are not all in the same outputs.
  var arrays: SlicedArrays
  /// The languages in which texts are needed.
  var requirements: LanguageRequirements
  /// The languages by spelling.
  var languages = LanguageTable()
  /// The texts that other texts refer to on each platform with variants, and on the others (`nil`).
  /// There are none before the first reference is found.
  var references: [AppPlatform?: TextReferences] = [:]
  /// The texts that replace others on some platforms, or `nil` if they have not been read.
  var variants: TextVariants?
  /// Whether processing ended at a variant because the variants have not been read.
  var needsVariants = false
  /// The variants of the current text that can be written.
  var replacements: [TextReplacement] = []
  /// The comparison with the files of the app, or `nil` if there are none or only some languages
  /// are checked.
  var app: AppExamination?
  /// The languages from the command line, which are verified at the end, or `nil` if there are none
  /// or any language is permitted.
  var request: LanguageRequest?

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
    requirements = LanguageRequirements(plan.outputs)
    arrays = SlicedArrays(plan.outputs)
    slices = SliceSelector(plan.outputs)
    slicedTargets = SlicedTargets(plan.outputs)
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
    scope.slicedTargets = slicedTargets.all
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
  mutating func note(problems: [Diagnostic]) {
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
      if app != nil {
        let shown = shown(text, on: .ios)
        if let found = app?.examine(shown, annotations) { note(checker.configure(found)) }
      }
      return
    }
    try take(narrowed(text, to: requestedLanguages), annotations)
  }

  /// Checks a text and writes it unless it has errors.
  private mutating func take(_ text: TextView, _ annotations: Annotations) throws(Diagnostic) {
    report.textCount += 1
    let selected = slices.select(text, annotations)
    // The variants are checked first, so that the results of the text are those of the last check.
    replacements = try examineVariants(of: text, selected)
    for variant in replacements {
      slices.note(variant.text, replacing: selected, on: variant.platforms)
    }
    let brokenArrays = arrays.examine(text, annotations, in: selected)
    if !brokenArrays.isEmpty { note(checker.configure(brokenArrays)) }
    let broken =
      annotations.isReference
      ? try brokenReferences(in: text, selected, replacedBy: replacements) : []
    let found = checker.examine(
      text, annotations: annotations, targets: targets(of: text, selected),
      slices: selected.map(slicedTargets.slices(ofOutputs:)),
      requiredLanguages: requirements.languages(
        ofOutputs: selected, replacedBy: replacements.map { ($0.text, $0.platforms) }),
      brokenReferences: broken)
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

  /// Returns the targets whose rules apply to a text, or `nil` for all targets.
  ///
  /// - Parameters:
  ///   - text: The text, whose variants are ``replacements``.
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  private func targets(of text: TextView, _ selected: Set<Int>?) -> [CheckTarget]? {
    if replacements.isEmpty { return selected.map(targets(ofOutputs:)) }
    // A listing does not contain a text that its variant replaces in every language.
    let replaced = replacements.filter { Set($0.text.languages).isSuperset(of: text.languages) }
    let indices = (selected ?? Set(plan.outputs.indices)).filter { index in
      let output = plan.outputs[index]
      guard output.listing != nil, let platform = output.slice.platform else { return true }
      return !replaced.contains { $0.platforms.contains(platform) }
    }
    return targets(ofOutputs: indices)
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
    // With a part of the texts, it is unknown whether a pattern has an effect.
    if plan.slices == nil {
      note(
        checker.configure(
          slices.diagnostics() + unmatchedLanguages() + unmatchedDefaultLanguages()))
    }
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
