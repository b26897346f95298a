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
  private var catalogues: [CatalogueOutput] = []
  private var accessors: [AccessorOutput] = []
  private var report = Conversion.Report()
  /// What formats could not say, by their names.
  private var losses: [String: Losses] = [:]
  private var hasErrors = false
  /// Whether no output has anything of a text without values of which nothing is said.
  private var skipsEmptyTexts = false
  /// How many texts there were when the clock was asked last.
  private var textsAtPause = 0
  /// How many findings may gather before those that are not told are left out.
  private var mostHeld = 10_000
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
      var stream = try plan.stream(of: catalogue)
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
    for target in plan.outputs.flatMap(\.checkTargets) where !scope.targets.contains(target) {
      scope.targets.append(target)
    }
    scope.terms = plan.terms
    if let stale = try plan.staleTranslations() { scope.stale = stale }
    checker = Checker(
      scope, depth: plan.depth, policy: plan.policy, limit: plan.mostFindings)
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
    if wanted == nil, transaction != nil, plan.outputs.contains(where: \.needsLanguages) {
      // They must be known before the first text.
      wanted = try spokenLanguages(master)
    }
    for output in plan.outputs {
      try open(output, source: name, header: header, master: master, languages: wanted)
    }
    skipsEmptyTexts = catalogues.isEmpty && resources.allSatisfy { !$0.hearsOfMissing }
  }

  private mutating func open(
    _ output: ConversionOutput, source: String, header: CatalogHeader, master: LanguageTag,
    languages: [LanguageTag]?
  ) throws(Diagnostic) {
    switch output.kind {
    case .resources(let format):
      guard let transaction else { return }
      var output = output
      output.hasPluralFile =
        format == .strings && plan.outputs.contains { $0.makes(.stringsdict, of: output) }
      output.hasTextFile =
        format == .stringsdict && plan.outputs.contains { $0.makes(.strings, of: output) }
      resources.append(
        try ResourceOutput(
          output, format: format, source: source, master: master, wanted: languages,
          transaction: transaction))
    case .catalogue(let format):
      guard let transaction else { return }
      catalogues.append(
        try CatalogueOutput(
          output, format: format, source: source, master: master, languages: languages ?? [],
          transaction: transaction))
    case .swift(var options):
      options.sourceName = source
      let accessors: any AccessorWriter =
        output.compatibility == .girders
        ? GirdersAccessors(type: options.type)
        : SwiftAccessors(options: options, masterLanguage: header.masterLanguage)
      self.accessors.append(
        try AccessorOutput(
          accessors, fileName: "\(options.type).swift", output, transaction: transaction))
    case .kotlin(var options):
      options.sourceName = source
      accessors.append(
        try AccessorOutput(
          KotlinAccessors(options: options, masterLanguage: header.masterLanguage),
          fileName: "\(options.type).kt", output, transaction: transaction))
    }
  }

  /// A pass over the catalogue for its languages alone.
  private func spokenLanguages(_ master: LanguageTag) throws(Diagnostic) -> [LanguageTag] {
    var first = plan
    first.outputs = []
    first.policy = CheckPolicy()
    first.depth = .languages
    first.onText = nil
    var run = try ConversionRun(first, nil)
    try run.takeAll()
    return run.checker.spokenLanguages()
  }

  mutating func takeAll() throws(Diagnostic) {
    readPlainTexts()
    while let item = try next() {
      switch item {
      case .plain(let run):
        try take(run, streams[streamIndex].plainTexts)
        try pause()
      case .texts(let texts):
        for index in texts.indices {
          try take(texts[index])
          try pause()
        }
      }
    }
  }

  /// Asking the clock and the kernel for each text would take longer than the texts.
  private mutating func pause() throws(Diagnostic) {
    guard report.texts >= textsAtPause + 256 else { return }
    textsAtPause = report.texts
    plan.progress?(streams.map(\.progress).reduce(ReadingProgress(), +))
    try transaction?.checkSignals()
  }

  /// Asks for plain texts, where all that is done with texts can be done with those as well.
  private mutating func readPlainTexts() {
    guard plan.readsPlainTexts, chosen == nil, plan.onText == nil, catalogues.isEmpty,
      resources.allSatisfy(\.takesPlainTexts), let filter = checker.plainTextFilter()
    else { return }
    for index in streams.indices { streams[index].readPlainTexts(filter) }
  }

  private mutating func next() throws(Diagnostic) -> TremaItem? {
    while streamIndex < streams.count {
      let item = try streams[streamIndex].nextItem()
      let odd = streams[streamIndex].takeDiagnostics()
      if !odd.isEmpty { note(checker.configure(odd)) }
      if let item { return item }
      note(checker.configure(streams[streamIndex].takeRests()))
      streamIndex += 1
    }
    return nil
  }

  private mutating func take(_ run: PlainTextRun, _ texts: PlainTexts) throws(Diagnostic) {
    report.texts += run.texts.count
    report.plainTexts += run.texts.count
    let hadErrors = hasErrors
    let (found, refused) = checker.examine(run, of: texts)
    note(found)
    guard plan.keepsGoing || !hadErrors else { return }
    var run = run
    if let first = refused.first {
      // As if each had come by itself: what stands before the first bad one goes on.
      run.texts = run.texts[..<first] + (plan.keepsGoing ? good(run.texts[first...], refused) : [])
    }
    if !accessors.isEmpty { run.texts = appendToAccessors(run.texts, texts) }
    for resource in resources {
      try resource.append(run, of: texts)
      let problems = resource.takeProblems()
      if !problems.isEmpty { note(checker.configure(problems)) }
    }
    for accessor in accessors { try accessor.spill() }
  }

  private func good(_ texts: ArraySlice<PlainText>, _ refused: [Int]) -> [PlainText] {
    let refused = Set(refused)
    return texts.indices.filter { !refused.contains($0) }.map { texts[$0] }
  }

  /// - Returns: the texts that all accessors could say, up to the first error where that ends it.
  private mutating func appendToAccessors(
    _ run: ArraySlice<PlainText>, _ texts: PlainTexts
  ) -> ArraySlice<PlainText> {
    var told: [(text: Int, found: [Diagnostic])] = []
    PlainMember.with(run, of: texts, masterLanguage: masterLanguage) { members in
      for index in accessors.indices {
        var next = accessors[index].append(plain: members, from: 0)
        while next < members.count {
          let text = run[run.startIndex + next]
          let whole = texts.text(text, inLanguage: masterLanguage)
          let found = accessors[index].append(plain: whole)
          if !found.isEmpty { told.append((next, found)) }
          next = accessors[index].append(plain: members, from: next + 1)
        }
      }
    }
    if told.isEmpty { return run }
    // As if each text had come by itself, and been written to all outputs before the next.
    told = told.indices.sorted { (told[$0].text, $0) < (told[$1].text, $1) }.map { told[$0] }
    var bad: Set<Int> = []
    for (text, found) in told {
      if !plan.keepsGoing, let first = bad.first, text > first { break }
      note(checker.configure(found))
      if checker.foundErrors { bad.insert(text) }
    }
    if bad.isEmpty { return run }
    let end = plan.keepsGoing ? run.count : bad.min() ?? run.count
    return (0..<end).filter { !bad.contains($0) }.map { run[run.startIndex + $0] }[...]
  }

  private mutating func take(_ text: Text) throws(Diagnostic) {
    let annotations = Annotations(text.context)
    // A text is large to copy.
    if let chosen {
      try take(narrowed(text, to: chosen), annotations)
    } else {
      try take(text, annotations)
    }
  }

  private mutating func take(_ text: Text, _ annotations: Annotations) throws(Diagnostic) {
    report.texts += 1
    plan.onText?(text, annotations)
    note(checker.examine(text, annotations: annotations))
    if checker.letsPass {
      streams[streamIndex].letPass(text.values.map(\.language), master: checker.masterIndex)
    }
    var isGood = !checker.foundErrors
    guard isGood, plan.keepsGoing || !hasErrors else { return }
    if accessors.isEmpty, catalogues.isEmpty, resources.isEmpty { return }
    for accessor in accessors {
      note(checker.configure(accessor.append(text, annotations: annotations)))
      if checker.foundErrors { isGood = false }
    }
    guard isGood else { return }
    if text.values.isEmpty, skipsEmptyTexts, annotations.sayNothing {
      for accessor in accessors { try accessor.spill() }
      return
    }
    var differences: [Diagnostic] = []
    let outline = TextOutline(
      text, annotations: annotations, master: masterLanguage, signature: checker.signature)
    let features =
      resources.isEmpty && catalogues.isEmpty ? [] : Feature.features(of: text, outline)
    for catalogue in catalogues {
      try catalogue.append(text, outline: outline, features: features)
      note(checker.configure(catalogue.takeProblems()))
    }
    for resource in resources {
      if !features.isEmpty { resource.noteLosses(features, of: text, outline) }
      differences += try resource.append(text, outline: outline)
      let problems = resource.takeProblems()
      if !problems.isEmpty { note(checker.configure(problems)) }
    }
    if annotations.ignored[WritingDifference.code] == nil, !differences.isEmpty {
      // Every language has the key, and several outputs the same value.
      note(checker.configure(differences.uniqued()))
    }
    for accessor in accessors { try accessor.spill() }
  }

  /// The text without the languages that were not asked for. Those that are no language stay: they
  /// are errors wherever they stand.
  private mutating func narrowed(_ text: Text, to chosen: Set<LanguageTag>) -> Text {
    var text = text
    text.values.removeAll { value in
      guard let tag = languages.language(of: value.language).tag else { return false }
      return !chosen.contains(tag) && tag != checker.scope.master
    }
    return text
  }

  /// Takes what the checker has just found.
  private mutating func note(_ diagnostics: [Diagnostic]) {
    if checker.foundErrors { hasErrors = true }
    if diagnostics.isEmpty { return }
    report.diagnostics += diagnostics
    // Such as came out of order may be more than are told.
    guard plan.mostFindings != nil, report.diagnostics.count > mostHeld else { return }
    report.diagnostics = report.diagnostics.limited(to: plan.mostFindings)
    mostHeld = max(mostHeld, 2 * report.diagnostics.count)
  }

  mutating func finish() throws(Diagnostic) -> Conversion.Report {
    note(checker.finish())
    report.masterLanguage = masterLanguage
    report.languages = checker.spokenLanguages()
    if !hasErrors || plan.keepsGoing {
      let spoken = report.languages
      for resource in resources {
        report.filled.merge(try resource.finish(spoken: spoken)) { max($0, $1) }
        note(checker.configure(resource.takeProblems()))
        losses[resource.formatName, default: Losses()].merge(resource.losses)
      }
      for catalogue in catalogues {
        catalogue.finish()
        note(checker.configure(catalogue.takeProblems()))
        report.filled.merge(catalogue.filled) { max($0, $1) }
        losses[catalogue.formatName, default: Losses()].merge(catalogue.losses)
      }
      for accessor in accessors { accessor.finish() }
      for (format, losses) in losses.sorted(by: { $0.key < $1.key }) {
        let told = plan.tellsAllLosses ? losses : losses.thatChangeMeaning
        note(checker.configure(told.diagnostics("\(format) cannot say", of: format)))
      }
    }
    note(checker.takeRests())
    report.diagnostics = report.diagnostics.inReadingOrder().limited(to: plan.mostFindings)
    return report
  }
}

extension Array where Element: Hashable {
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
