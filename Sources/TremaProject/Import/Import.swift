import TremaCatalog
import TremaDiagnostics
import TremaEditing
import TremaFormats
import TremaMessages

/// Makes or extends a catalogue from files of other formats.
public struct Import {
  /// Files and folders.
  public var paths: [String]
  /// The catalogue; made when it is not there.
  public var catalogue: String
  /// The format of all files; nil to go by their names.
  public var format: ReadableFormat?
  /// The language of files that do not say theirs.
  public var language: LanguageTag?
  /// The master language of a catalogue that is made.
  public var masterLanguage: LanguageTag?
  /// How the catalogue reads backslashes.
  public var backslash = BackslashRule.escape
  /// Conflicts that are applied all the same.
  public var accepted: Set<ImportChange.Group> = []
  /// Is asked what to do with each of the others; nil to keep what the catalogue has.
  public var choose: ((ImportChange, Diagnostic) -> CatalogImport.Choice)?
  /// Whether the report lists the changes that are made.
  public var listsChanges = false
  /// How many findings of one rule in one file are told; nil for all. What is found while files are read
  /// is not made beyond them, and the report has what stands for it.
  public var mostFindings: Int?

  public init(_ paths: [String], into catalogue: String) {
    self.paths = paths
    self.catalogue = catalogue
  }

  public struct Report: Sendable {
    public var diagnostics: [Diagnostic] = []
    public var counts = CatalogImport.Counts()
    public var files = 0
    /// The changes that were made, where they were asked for.
    public var changes: [CatalogImport.Applied] = []
    /// A file came back from translators into a catalogue that was there: what became of each kind
    /// of change is worth telling.
    public var isReturn = false
    /// Somebody chose to quit.
    public var isAbandoned = false
    /// Nothing is different afterwards.
    public var isUnchanged = false
    /// A file could not be read.
    fileprivate var isIncomplete = false
  }

  /// - Parameter transaction: takes the catalogue; it is for the caller to commit, unless an error
  ///   other than a conflict is reported.
  /// - Throws: when a file cannot be read.
  public func run(into transaction: OutputTransaction) throws(Diagnostic) -> Report {
    var report = Report()
    let sources = try sources(&report)
    let existing = try existingCatalogue()
    var losses: [ReadableFormat: Losses] = [:]
    var readings: [(source: ImportSource, FormatReading)] = []
    var master = existing?.header.masterLanguage ?? masterLanguage?.description
    var originals: [ExactKey: Text] = [:]
    for text in existing?.texts ?? [] { originals[ExactKey(text.key)] = text }
    // Files that say their languages come first: they may say which the master is. Those in the
    // master language come next: translations take the types of arguments from them.
    for turn in ReadingTurn.allCases {
      for source in sources where Self.turn(of: source, master: master) == turn {
        try transaction.checkSignals()
        var options = try options(of: source, master: master, originals: originals)
        options.unifiesLineBreaks = existing != nil
        options.isReturned = existing != nil
        let reading: FormatReading
        do {
          reading = try Self.read(source, options)
        } catch {
          // The others have mistakes to report as well.
          report.diagnostics.append(error)
          report.isIncomplete = true
          continue
        }
        master = master ?? reading.masterLanguage
        for text in reading.texts where originals[ExactKey(text.key)] == nil {
          if master.flatMap({ text.index(ofLanguage: $0) }) != nil {
            originals[ExactKey(text.key)] = text
          }
        }
        report.diagnostics += reading.diagnostics
        losses[source.format, default: Losses()].merge(reading.losses)
        readings.append((source, reading))
      }
    }
    if report.isIncomplete { return report }
    report.files = sources.count
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
    }
    report.isReturn = existing != nil && readings.contains { $0.source.format.isForTranslators }
    let errors = report.diagnostics.filter { $0.severity == .error }
    guard errors.allSatisfy({ report.isReturn && Self.isRefusal($0) }) else { return report }
    let original =
      existing ?? Catalog(header: CatalogHeader(file: catalogue, masterLanguage: master))
    var into = CatalogImport(into: original, isExisting: existing != nil, backslash: backslash)
    into.accepted = accepted
    into.choose = choose
    into.lists = listsChanges
    report.diagnostics += dropShadowed(&readings)
    report.diagnostics += invalidMessages(
      of: readings.filter { existing == nil || !$0.source.format.isForTranslators })
    var isUnwritable = false
    for (source, reading) in readings {
      let unwritable = into.add(reading, isForTranslators: source.format.isForTranslators)
      isUnwritable = isUnwritable || !unwritable.isEmpty
      report.diagnostics += unwritable
    }
    guard !isUnwritable else { return report }
    into.finish()
    report.diagnostics += into.diagnostics
    for (format, losses) in losses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      report.diagnostics += losses.diagnostics(
        "a catalogue cannot say", of: format.rawValue)
    }
    report.counts = into.counts
    report.counts.refused += errors.reduce(0) { $0 + max(1, $1.omitted) }
    report.changes = into.applied
    report.isAbandoned = into.isAbandoned
    if report.isAbandoned { return report }
    report.isUnchanged = existing.map { $0 == into.catalogue } ?? false
    if let excess = TremaDecoder.excess(of: into.catalogue) { throw excess }
    var bytes = into.catalogue.encoded()
    if existing != nil, try LineEnds.areReturns(in: InputFile(path: catalogue)) {
      LineEnds.addReturns(to: &bytes)
    }
    transaction.file(catalogue).bytes = bytes
    return report
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
    if source.format.saysItsLanguage { return .saysItsLanguage }
    let master = master.flatMap { LanguageTag($0) }
    return source.isDefault || master != nil && source.language == master ? .master : .translation
  }

  private func options(
    of source: ImportSource, master: String?, originals: [ExactKey: Text]
  ) throws(Diagnostic) -> ReadingOptions {
    var options = ReadingOptions(file: source.path)
    options.masterLanguage = master
    options.originals = originals
    options.backslash = backslash
    options.mostFindings = mostFindings
    let said = source.language?.description ?? (source.isDefault ? master : nil)
    // Of a file that somebody names, somebody knows more than its name says.
    options.language =
      source.isFound ? said ?? language?.description : language?.description ?? said
    if options.language != nil || source.format.maySayItsLanguage { return options }
    throw Diagnostic(
      .error, "usage", "nothing says which language '\(source.path)' is in",
      hint: source.isDefault ? "name the master language: --master en" : "name it: --language fr",
      kind: .usage)
  }

  private static func read(
    _ source: ImportSource, _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let bytes = try InputFile(path: source.path).contents(limit: InputFile.largest)
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
