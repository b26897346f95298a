import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// Makes or extends a catalogue from files of other formats.
package struct Import {
  /// Files and folders.
  package var paths: [String]
  /// The catalogue; made when it is not there.
  package var catalogue: String
  /// Files and folders below those that are named, which are left out: their names, or their paths
  /// from there, with `*` for any characters.
  package var excluded: [String] = []
  /// The format of all files; nil to go by their names.
  package var format: ReadableFormat?
  /// The language of files that do not say theirs.
  package var language: LanguageTag?
  /// The master language of a catalogue that is made.
  package var masterLanguage: LanguageTag?
  /// Is asked for the master language of folders that do not tell it; gets the languages that they
  /// have. `nil` to report an error then.
  package var askForMaster: (([LanguageTag]) -> LanguageTag?)?
  /// How the catalogue reads backslashes.
  package var backslash = BackslashRule.escape
  /// Conflicts that are applied all the same.
  package var accepted: Set<ImportChange.Group> = []
  /// Is asked what to do with each of the others; nil to keep what the catalogue has.
  package var choose: ((ImportChange, Diagnostic) -> CatalogImport.Choice)?
  /// Whether the report lists the changes that are made.
  package var listsChanges = false
  /// Whether the report lists all files that are left out, and not only the first ones.
  package var listsAllOmissions = false
  /// How many findings of one rule in one file are told; nil for all. What is found while files are read
  /// is not made beyond them, and the report has what means it.
  package var maxFindings: Int?

  package init(_ paths: [String], into catalogue: String) {
    self.paths = paths
    self.catalogue = catalogue
  }

  package struct Report: Sendable {
    package var diagnostics: [Diagnostic] = []
    package var counts = CatalogImport.Counts()
    package var files = 0
    /// The changes that were made, where they were asked for.
    package var changes: [CatalogImport.Applied] = []
    /// A file came back from translators into a catalogue that was there: what became of each kind
    /// of change is worth telling.
    package var isReturn = false
    /// Whether the user chose to quit.
    package var isAbandoned = false
    /// The catalogue was not there before.
    package internal(set) var isNew = false
    /// Some of the paths are folders, so that it is worth telling what was found in them.
    package internal(set) var hasFolders = false
    package internal(set) var tables: [Table] = []
    package internal(set) var omissions = ImportOmissions()
    package internal(set) var losses: [FileLoss] = []
    /// The language that a new catalogue has as its master without having been told so.
    package internal(set) var masterGuess: MasterLanguageGuess?
    /// A file that was named could not be read.
    fileprivate var isIncomplete = false
  }

  /// - Parameter transaction: takes the catalogue; it is for the caller to commit, unless an error
  ///   other than a conflict is reported.
  /// - Throws: when a file cannot be read.
  package func run(into transaction: OutputTransaction) throws(Diagnostic) -> Report {
    var report = Report()
    var (sources, projectFiles) = try sources(&report)
    if sources.isEmpty { return report }
    let existing = try existingCatalogue()
    report.isNew = existing == nil
    var losses: [ReadableFormat: UnsupportedFeatures] = [:]
    var readings: [(source: ImportSource, FormatReading)] = []
    var master = existing?.header.masterLanguage ?? masterLanguage?.description
    var originals = Originals(existing?.texts ?? [])
    // The errors of files that were named: such a file is imported whole, or not at all.
    var errors: [Diagnostic] = []
    var refusals = 0
    // Files that say their languages come first: they may say which the master is. Those in the
    // master language come next: translations take the types of arguments from them.
    for turn in ReadingTurn.allCases {
      if turn == .master, master == nil, report.hasFolders {
        report.masterGuess = MasterLanguageGuess(sources, projectFiles: projectFiles)
        if report.masterGuess == nil {
          if let asked = askedMaster(sources) {
            master = asked.description
          } else {
            report.masterGuess = MasterLanguageGuess(fullestOf: sources)
          }
        }
        master = master ?? report.masterGuess?.language.description
      }
      if turn == .master { nameDefaults(of: &sources, master: master, &report) }
      for source in sources where Self.turn(of: source, master: master) == turn {
        try transaction.checkSignals()
        var options = try options(
          of: source, master: master,
          originals: originals.seen(from: turn == .translation ? source.pattern : nil))
        options.unifiesLineBreaks = existing != nil
        options.isReturned = existing != nil
        let reading: FormatReading
        do {
          reading = try Self.read(source, options)
        } catch {
          if source.isFound, source.format == .android, error.code == "wrong-root" {
            report.omissions.add(.noTexts, source.path)
            continue
          }
          // The others have mistakes to report as well.
          report.diagnostics.append(error)
          if source.isFound {
            report.omissions.add(.unreadable, source.path)
          } else {
            report.isIncomplete = true
          }
          continue
        }
        if master == nil, let said = reading.masterLanguage, let tag = LanguageTag(said) {
          master = said
          report.masterGuess = MasterLanguageGuess(tag, saidBy: source.path)
        }
        for text in reading.texts where master.flatMap({ text.index(ofLanguage: $0) }) != nil {
          originals.note(text, ofTable: source.pattern)
        }
        let found = reading.diagnostics.filter { $0.severity == .error }
        refusals += found.reduce(0) { $0 + max(1, $1.omitted) }
        if source.isFound {
          if reading.texts.isEmpty, found.isEmpty, reading.losses[.emptyArray] == nil {
            // That it has colours and sizes is no news.
            report.diagnostics += reading.diagnostics.filter { $0.severity > .note }
            report.omissions.add(source.format == .android ? .noTexts : .empty, source.path)
            continue
          }
        } else {
          errors += found
        }
        report.diagnostics += reading.diagnostics
        losses[source.format, default: UnsupportedFeatures()].merge(reading.losses)
        readings.append((source, reading))
      }
    }
    if report.isIncomplete { return report }
    report.files = readings.count
    if readings.isEmpty, existing == nil, sources.allSatisfy(\.isFound) {
      if report.diagnostics.isEmpty { report.diagnostics.append(nothingToImport) }
      return report
    }
    master = master ?? Self.onlyLanguage(of: readings.map(\.1))
    guard let master else {
      throw Diagnostic(
        .error, "usage", "no file says which language the others are translated from",
        hint: "name it: --master en", kind: .usage)
    }
    if let diagnostic = Self.otherMaster(
      readings.map(\.1), than: existing, asked: masterLanguage)
    {
      report.diagnostics.append(diagnostic)
      errors.append(diagnostic)
    }
    report.isReturn = existing != nil && readings.contains { $0.source.format.isForTranslators }
    guard errors.allSatisfy({ report.isReturn && Self.isRefusal($0) }) else { return report }
    if report.hasFolders { report.describe(readings, master: master) }
    if existing == nil { Self.putFullestFirst(&readings) }
    let original =
      existing ?? Catalog(header: CatalogHeader(file: catalogue, masterLanguage: master))
    var into = CatalogImport(into: original, isExisting: existing != nil, backslash: backslash)
    into.accepted = accepted
    into.choose = choose
    into.lists = listsChanges
    report.diagnostics += dropShadowed(&readings)
    report.diagnostics += dropDefaults(&readings, master: master)
    if existing == nil {
      report.diagnostics += dropStranded(&readings, master: master)
      report.diagnostics += severalTables(readings.map(\.source), master: master)
    }
    report.diagnostics += invalidMessages(
      of: readings.filter { existing == nil || !$0.source.format.isForTranslators })
    var isUnwritable = false
    for (source, reading) in readings {
      let unwritable = into.add(reading, isForTranslators: source.format.isForTranslators)
      isUnwritable = isUnwritable || !unwritable.isEmpty && !source.isFound
      refusals += unwritable.count
      report.diagnostics += unwritable
    }
    guard !isUnwritable else { return report }
    into.finish()
    report.diagnostics +=
      existing == nil
      ? summarized(into.diagnostics, readings.map(\.source), master: master) : into.diagnostics
    // The overview of folders lists them.
    let untold = report.hasFolders ? [:] : losses
    for (format, losses) in untold.sorted(by: { $0.key.name < $1.key.name }) {
      report.diagnostics += losses.diagnostics(
        "a catalogue cannot say", of: format.name)
    }
    report.counts = into.counts
    report.counts.refused += refusals
    report.changes = into.applied
    report.isAbandoned = into.isAbandoned
    if report.isAbandoned { return report }
    // Of files of which nothing could be read, no catalog is made.
    if existing == nil, into.catalogue.texts.isEmpty, report.counts.refused > 0 { return report }
    if let excess = TremaDecoder.excess(of: into.catalogue) { throw excess }
    transaction.file(catalogue).bytes = try bytes(of: into.catalogue, replacing: existing)
    return report
  }

  /// Sorts tables by their number of texts: where two have different values for a key, the texts of
  /// the app win over those of a variant or a part of it.
  private static func putFullestFirst(
    _ readings: inout [(source: ImportSource, FormatReading)]
  ) {
    var tables: [String: (place: Int, texts: Int)] = [:]
    for (source, reading) in readings {
      let place = tables.count
      let texts = max(tables[source.pattern]?.texts ?? 0, reading.texts.count)
      tables[source.pattern] = (tables[source.pattern]?.place ?? place, texts)
    }
    func order(_ index: Int) -> (Int, Int, Int) {
      let table = tables[readings[index].source.pattern] ?? (0, 0)
      return (-table.texts, table.place, index)
    }
    readings = readings.indices.sorted { order($0) < order($1) }.map { readings[$0] }
  }

  private func bytes(
    of changed: Catalog, replacing existing: Catalog?
  ) throws(Diagnostic) -> [UInt8] {
    guard let existing else { return changed.encoded() }
    let file = try InputFile(path: catalogue)
    var source: [UInt8] = []
    let next = file.source()
    while let piece = try next() { source += piece }
    var bytes = CatalogPatch.bytes(of: changed, replacing: existing, in: source)
    if try LineEnds.areReturns(in: file) { LineEnds.addReturns(to: &bytes) }
    return bytes
  }

  /// The answer to the one question that folders may leave open.
  private func askedMaster(_ sources: [ImportSource]) -> LanguageTag? {
    guard let askForMaster else { return nil }
    let languages = Set(sources.compactMap(\.language))
    return askForMaster(languages.sorted())
  }

  /// Whether an error is about a single value, or the plurals of a file, which a reader leaves out.
  /// It keeps out no other value: the rest of a translator's work is taken.
  private static func isRefusal(_ error: Diagnostic) -> Bool {
    let codes = [
      "invalid-message", "cell-error", "missing-result", "formula", "formatted-number",
      "plural-forms", "missing-plural-form",
    ]
    return error.kind == .finding && codes.contains(error.code)
  }

  private enum ReadingTurn: CaseIterable { case saysItsLanguage, master, translation }

  private static func turn(of source: ImportSource, master: String?) -> ReadingTurn {
    if source.format.namesLanguages { return .saysItsLanguage }
    let master = master.flatMap { LanguageTag($0) }
    return source.isDefault || master != nil && source.language == master ? .master : .translation
  }

  private func options(
    of source: ImportSource, master: String?, originals: Originals
  ) throws(Diagnostic) -> ReadingOptions {
    var options = ReadingOptions(file: source.path)
    options.masterLanguage = master
    options.originals = originals
    options.backslash = backslash
    options.usesARBEscaping =
      source.format == .arb
      && FlutterSettings.useEscaping(near: OutputFolders.parent(of: source.path))
    options.maxFindings = maxFindings
    let said = source.language?.description ?? (source.isDefault ? master : nil)
    // Options say more of a file that was named than its name.
    options.language =
      source.isFound ? said ?? language?.description : language?.description ?? said
    if options.language != nil || source.format.mayNameLanguages { return options }
    throw Diagnostic(
      .error, "usage", "nothing says which language '\(source.path)' is in",
      hint: source.isDefault ? "name the master language: --master en" : "name it: --language fr",
      kind: .usage)
  }

  private static func read(
    _ source: ImportSource, _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let file =
      source.isFound ? try InputFile(regular: source.path) : try InputFile(path: source.path)
    let bytes = try file.contents(limit: InputFile.largest)
    if source.isFound, bytes.allSatisfy({ $0 <= 0x20 }) { return FormatReading() }
    return try source.format.read(bytes, options)
  }

  /// The catalogue that is there; nil when there is none.
  ///
  /// - Throws: also when it could not be written back as it is.
  private func existingCatalogue() throws(Diagnostic) -> Catalog? {
    guard FolderListing.kind(of: catalogue) != .absent else { return nil }
    var options = TremaDecoder.Options()
    options.backslash = backslash
    var decoder = TremaDecoder(
      file: catalogue, options: options, source: try InputFile(path: catalogue).source())
    return try CatalogFormatting.read(&decoder)
  }

  /// The language of texts that all are in one.
  private static func onlyLanguage(of readings: [FormatReading]) -> String? {
    let languages = Set(readings.flatMap(\.texts).flatMap(\.values).map(\.language))
    return languages.count == 1 ? languages.first : nil
  }

  /// A translation from another language than the catalogue's master would be one of other texts.
  private static func otherMaster(
    _ readings: [FormatReading], than existing: Catalog?, asked: LanguageTag?
  ) -> Diagnostic? {
    guard let header = existing?.header, let own = LanguageTag(header.masterLanguage) else {
      return nil
    }
    let other =
      asked
      ?? readings.compactMap(\.masterLanguage).compactMap { LanguageTag($0) }
      .first { $0 != own }
    guard let other, other != own else { return nil }
    return Diagnostic(
      .error, "master-conflict",
      "the master language of '\(header.file)' is '\(own)', that of the import '\(other)'",
      at: SourceLocation(file: header.file, start: header.masterPosition),
      hint: "import into another catalogue, or change masterLang first")
  }
}
