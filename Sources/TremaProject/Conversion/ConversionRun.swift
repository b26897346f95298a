import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaDiagnostics
import TremaFormats
import TremaMessages

/// The state of one ``Conversion``.
struct ConversionRun {
  private let plan: Conversion
  private let transaction: OutputTransaction?
  private var streams: [LayeredCatalogue] = []
  private var streamIndex = 0
  private var checker: Checker
  private var resources: [ResourceOutput] = []
  private var accessors: [AccessorOutput] = []
  private var report = Conversion.Report()
  /// What formats could not say, by their names.
  private var losses: [String: Losses] = [:]
  private var hasErrors = false
  /// As the first catalogue spells it.
  private let masterLanguage: String
  /// The languages to keep; nil for all.
  private let chosen: Set<LanguageTag>?
  private var languages = LanguageTable()

  init(_ plan: Conversion, _ transaction: OutputTransaction?) throws(Diagnostic) {
    self.plan = plan
    self.transaction = transaction
    chosen = plan.chosenLanguages.map(Set.init)
    var headers: [CatalogHeader] = []
    var diagnostics: [Diagnostic] = []
    for catalogue in plan.catalogues {
      var options = TremaDecoder.Options()
      options.backslash = catalogue.backslash
      if let size = plan.maximumValueSize { options.limits.held = size }
      var stream = try LayeredCatalogue(catalogue.open(), options: options)
      let header = try stream.header()
      if let first = headers.first, let conflict = LayeredCatalogue.masterConflict(header, first) {
        diagnostics.append(conflict)
      }
      headers.append(header)
      streams.append(stream)
    }
    guard let header = headers.first else {
      throw Diagnostic(.error, "no-catalogue", "no catalogue is named", kind: .usage)
    }
    masterLanguage = header.masterLanguage
    let master = LanguageTag(header.masterLanguage)
    if master == nil { diagnostics.append(Self.invalidMaster(header)) }
    var scope = CheckScope(master: master)
    scope.languages = plan.chosenLanguages ?? plan.declaredLanguages
    scope.allowsStrays = plan.allowsStrays || plan.chosenLanguages != nil
    scope.targets = plan.outputs.compactMap(\.checkTarget).uniqued()
    checker = Checker(scope, severities: plan.severities)
    note(checker.configure(diagnostics))
    if let master { try open(header, master) }
  }

  private static func invalidMaster(_ header: CatalogHeader) -> Diagnostic {
    Diagnostic(
      .error, "invalid-language", "'\(header.masterLanguage)' is not a language tag",
      at: SourceLocation(file: header.file, start: header.masterPosition),
      hint: "write a tag such as 'de', 'pt-BR' or 'zh-Hans'", subject: header.masterLanguage)
  }

  private mutating func open(_ header: CatalogHeader, _ master: LanguageTag) throws(Diagnostic) {
    let source = header.file.split(separator: "/").last.map(String.init) ?? header.file
    let name = source == "-" ? "standard input" : source
    var wanted = plan.chosenLanguages ?? plan.declaredLanguages
    let fills = plan.outputs.contains { $0.selection.fallback == .master }
    if wanted == nil, fills, transaction != nil {
      // What is filled depends on all languages, so they must be known before the first text.
      wanted = try spokenLanguages(master)
    }
    for output in plan.outputs {
      switch output.kind {
      case .resources(let format):
        guard let transaction else { continue }
        resources.append(
          try ResourceOutput(
            output, format: format, source: name, master: master, wanted: wanted,
            transaction: transaction))
      case .swift(var options):
        options.sourceName = name
        accessors.append(
          try AccessorOutput(output, options, header, transaction: transaction))
      }
    }
  }

  /// A pass over the catalogue for its languages alone.
  private func spokenLanguages(_ master: LanguageTag) throws(Diagnostic) -> [LanguageTag] {
    var first = plan
    first.outputs = []
    first.severities = [:]
    var run = try ConversionRun(first, nil)
    try run.takeAll()
    return run.checker.spokenLanguages()
  }

  mutating func takeAll() throws(Diagnostic) {
    while let (text, annotations) = try next() {
      try take(text, annotations)
      // Asking the clock and the kernel for each text would take longer than the texts.
      guard report.texts % 256 == 0 else { continue }
      plan.progress?(streams.map(\.progress).reduce(ReadingProgress(), +))
      try transaction?.checkSignals()
    }
  }

  private mutating func next() throws(Diagnostic) -> (Text, Annotations)? {
    while streamIndex < streams.count {
      let text = try streams[streamIndex].next()
      note(checker.configure(streams[streamIndex].takeDiagnostics()))
      if let text { return (text, Annotations(text.context)) }
      streamIndex += 1
    }
    return nil
  }

  private mutating func take(_ original: Text, _ annotations: Annotations) throws(Diagnostic) {
    let text = narrowed(original)
    report.texts += 1
    let found = checker.examine(text, annotations: annotations)
    note(found)
    var isGood = !found.contains { $0.severity == .error }
    guard isGood, plan.keepsGoing || !hasErrors else { return }
    for accessor in accessors {
      let found = checker.configure(accessor.append(text, annotations: annotations))
      note(found)
      if found.contains(where: { $0.severity == .error }) { isGood = false }
    }
    guard isGood else { return }
    var differences: [Diagnostic] = []
    let outline = TextOutline(text, annotations: annotations, master: masterLanguage)
    let features = resources.isEmpty ? [] : Feature.features(of: text, annotations)
    for resource in resources {
      resource.noteLosses(features, of: text)
      differences += try resource.append(text, outline: outline)
      note(checker.configure(resource.takeProblems()))
    }
    if annotations.ignored[WritingDifference.code] == nil, !differences.isEmpty {
      // Every language has the key, and several outputs the same value.
      note(checker.configure(differences.uniqued()))
    }
    for accessor in accessors { try accessor.spill() }
  }

  /// The text without the languages that were not asked for. Those that are no language stay: they
  /// are errors wherever they stand.
  private mutating func narrowed(_ text: Text) -> Text {
    guard let chosen else { return text }
    var text = text
    text.values.removeAll { value in
      guard let tag = languages.language(of: value.language).tag else { return false }
      return !chosen.contains(tag) && tag != checker.scope.master
    }
    return text
  }

  private mutating func note(_ diagnostics: [Diagnostic]) {
    if diagnostics.isEmpty { return }
    hasErrors = hasErrors || diagnostics.contains { $0.severity == .error }
    report.diagnostics += diagnostics
  }

  mutating func finish() throws(Diagnostic) -> Conversion.Report {
    note(checker.finish())
    if !hasErrors || plan.keepsGoing {
      let spoken = checker.spokenLanguages()
      for resource in resources {
        report.filled.merge(try resource.finish(spoken: spoken)) { max($0, $1) }
        note(checker.configure(resource.takeProblems()))
        losses[resource.formatName, default: Losses()].merge(resource.losses)
      }
      for accessor in accessors { accessor.finish() }
      for (format, losses) in losses.sorted(by: { $0.key < $1.key }) {
        let told = plan.tellsAllLosses ? losses : losses.thatChangeMeaning
        note(checker.configure(told.diagnostics("\(format) cannot say", of: format)))
      }
    }
    report.diagnostics.sort(by: Diagnostic.inReadingOrder)
    return report
  }
}

extension Array where Element: Hashable {
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
