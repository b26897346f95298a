import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// An import, which creates or extends a catalogue from files in other formats.
package struct Import {
  /// The files and folders to import.
  package var paths: [String]
  /// The path of the catalogue, which is created if it does not exist.
  package var catalog: String
  /// The files and folders to exclude. Each is a name, or a path relative to a folder in ``paths``,
  /// where `*` matches any characters.
  package var excluded: [String] = []
  /// The format of all files, or `nil` to determine it from their names.
  package var format: ReadableFormat?
  /// The language of files that do not specify their language.
  package var language: LanguageTag?
  /// The master language of a new catalogue.
  package var masterLanguage: LanguageTag?
  /// The prefix of the keys of store listings.
  package var listingPrefix = Store.defaultPrefix
  /// A closure that prompts the user for the master language if the folders do not determine it. It
  /// is called with the languages of the files. Without a prompt or an answer, the language with
  /// the most texts is used if possible; otherwise an error is reported.
  package var askForMaster: (([LanguageTag]) -> LanguageTag?)?
  /// The catalogue's rule for backslashes.
  package var backslash = BackslashRule.escape
  /// The groups of conflicting changes to apply without asking.
  package var accepted: Set<ImportChange.Group> = []
  /// A closure that prompts the user for a decision about each remaining conflict, or `nil` to keep
  /// the catalogue's values.
  package var choose: ((ImportChange, Diagnostic) -> CatalogImport.Choice)?
  /// Whether the report lists the applied changes.
  package var listsChanges = false
  /// Whether the report lists all omitted files rather than only the first files.
  package var listsAllOmissions = false
  /// The maximum number of reported findings of one rule in one file; `nil` for no limit. Further
  /// findings of the readers are only counted, and the report contains a summary of them.
  package var maxFindings: Int?

  /// Creates an import.
  ///
  /// - Parameters:
  ///   - paths: The files and folders to import.
  ///   - catalog: The path of the catalogue.
  package init(_ paths: [String], into catalog: String) {
    self.paths = paths
    self.catalog = catalog
  }

  /// The result of an import.
  package struct Report: Sendable {
    /// The findings of all steps.
    package var diagnostics: [Diagnostic] = []
    /// The numbers of texts, values and changes.
    package var counts = CatalogImport.Counts()
    /// The number of files that were read.
    package var fileCount = 0
    /// The applied changes, if ``listsChanges`` is set.
    package var changes: [CatalogImport.AppliedChange] = []
    /// Whether a file was returned by translators into an existing catalogue, so the result of each
    /// kind of change should be shown.
    package var hasReturnedFile = false
    /// Whether the user chose to quit.
    package var isAbandoned = false
    /// Whether the import created the catalogue.
    package internal(set) var isNew = false
    /// Whether some of the paths are folders, so the files found in them should be shown.
    package internal(set) var hasFolders = false
    /// The tables that were imported, if there are folders.
    package internal(set) var tables: [Table] = []
    /// The files that were found but omitted.
    package internal(set) var omissions = ImportOmissions()
    /// The features that a catalogue cannot express, if there are folders.
    package internal(set) var losses: [FileLoss] = []
    /// The master language that was chosen for a new catalogue, or `nil` if it was specified.
    package internal(set) var masterGuess: MasterLanguageGuess?
    /// Whether a specified file could not be read.
    fileprivate var isIncomplete = false
  }

  /// Runs the import.
  ///
  /// - Parameter transaction: The transaction that receives the catalogue. The caller commits it
  ///   unless an error other than a conflict is reported.
  /// - Throws: A diagnostic if a specified file or the catalogue cannot be read.
  package func run(into transaction: OutputTransaction) throws(Diagnostic) -> Report {
    var report = Report()
    var (sources, projectFiles) = try sources(&report)
    if sources.isEmpty { return report }
    let existing = try existingCatalog()
    report.isNew = existing == nil
    useLanguages(of: existing, in: &sources)
    var losses: [ReadableFormat: UnsupportedFeatures] = [:]
    var readings: [(source: ImportSource, FormatReading)] = []
    var master = existing?.header.masterLanguage ?? masterLanguage?.description
    var originals = Originals(existing?.texts ?? [])
    // A specified file with errors is imported as a whole or not at all.
    var errors: [Diagnostic] = []
    var refusedCount = 0
    // Files that specify their languages are read first because they may specify the master
    // language. Files in the master language are read next because translations use the types of
    // its arguments.
    for pass in ReadingPass.allCases {
      if pass == .master, master == nil, report.hasFolders {
        report.masterGuess = MasterLanguageGuess(sources, projectFiles: projectFiles)
        if report.masterGuess == nil {
          if let chosen = promptedMaster(sources) {
            master = chosen.description
          } else {
            report.masterGuess = MasterLanguageGuess(mostTextsIn: sources)
          }
        }
        master = master ?? report.masterGuess?.language.description
      }
      if pass == .master { nameDefaults(of: &sources, master: master, &report) }
      for source in sources where Self.pass(of: source, master: master) == pass {
        try transaction.checkSignals()
        var options = try options(
          of: source, master: master,
          originals: originals.scoped(toTable: pass == .translation ? source.pattern : nil))
        options.unifiesLineBreaks = existing != nil
        options.mergesIntoCatalog = existing != nil
        let reading: FormatReading
        do {
          reading = try Self.read(source, options)
        } catch {
          // An XML file in `values` may have a root element other than `resources`, which is an
          // omission rather than an error.
          if source.isDiscovered, source.format.isInValuesFolders, error.code == "wrong-root" {
            report.omissions.add(.noTexts, source.path)
            continue
          }
          // Reading continues so that the errors of other files are also reported.
          report.diagnostics.append(error)
          if source.isDiscovered {
            report.omissions.add(.unreadable, source.path)
          } else {
            report.isIncomplete = true
          }
          continue
        }
        if master == nil, let sourceLanguage = reading.masterLanguage,
          let tag = LanguageTag(sourceLanguage)
        {
          master = sourceLanguage
          report.masterGuess = MasterLanguageGuess(tag, specifiedIn: source.path)
        }
        for text in reading.texts where master.flatMap({ text.index(ofLanguage: $0) }) != nil {
          originals.note(text, ofTable: source.pattern)
        }
        let found = reading.diagnostics.filter { $0.severity == .error }
        refusedCount += found.reduce(0) { $0 + max(1, $1.omitted) }
        if source.isDiscovered {
          if reading.texts.isEmpty, found.isEmpty, reading.losses[.emptyArray] == nil {
            // Resource files without texts are common, so their notes are not reported.
            report.diagnostics += reading.diagnostics.filter { $0.severity > .note }
            report.omissions.add(
              source.format.isInValuesFolders ? .noTexts : .empty, source.path)
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
    // Specified files that cannot be read prevent the import; discovered files do not.
    if report.isIncomplete { return report }
    report.fileCount = readings.count
    if readings.isEmpty, existing == nil, sources.allSatisfy(\.isDiscovered) {
      if report.diagnostics.isEmpty { report.diagnostics.append(nothingToImport) }
      return report
    }
    // Without any other source, the only language of all texts is the master language.
    master = master ?? Self.onlyLanguage(of: readings.map(\.1))
    guard let master else {
      throw Diagnostic(
        .error, "usage", "no file specifies the master language",
        hint: "specify it: --master en", kind: .usage)
    }
    if let diagnostic = Self.masterConflict(
      readings.map(\.1), with: existing, requested: masterLanguage)
    {
      report.diagnostics.append(diagnostic)
      errors.append(diagnostic)
    }
    report.hasReturnedFile =
      existing != nil && readings.contains { $0.source.format.isForTranslators }
    // Any error of a specified file prevents the import. As an exception, individual values of a
    // returned file can be refused.
    guard errors.allSatisfy({ report.hasReturnedFile && Self.isValueError($0) }) else {
      return report
    }
    if report.hasFolders { report.describe(readings, master: master) }
    if existing == nil { Self.sortByTextCount(&readings) }
    let original =
      existing ?? Catalog(header: CatalogHeader(file: catalog, masterLanguage: master))
    var into = CatalogImport(into: original, isExisting: existing != nil, backslash: backslash)
    into.accepted = accepted
    into.choose = choose
    into.recordsChanges = listsChanges
    report.diagnostics += dropShadowed(&readings)
    report.diagnostics += dropDefaults(&readings, master: master)
    if existing == nil {
      report.diagnostics += dropMismatchedTranslations(&readings, master: master)
      report.diagnostics += multipleTables(readings.map(\.source), master: master)
    }
    if let existing { report.diagnostics += invalidSelections(of: readings, in: existing) }
    report.diagnostics += invalidMessages(
      of: readings.filter { existing == nil || !$0.source.format.isForTranslators })
    var isUnwritable = false
    // The texts are imported in the order of the files.
    for (source, reading) in readings {
      let unwritable = into.add(reading, isForTranslators: source.format.isForTranslators)
      isUnwritable = isUnwritable || !unwritable.isEmpty && !source.isDiscovered
      refusedCount += unwritable.count
      report.diagnostics += unwritable
    }
    guard !isUnwritable else { return report }
    into.finish()
    report.diagnostics +=
      existing == nil
      ? summarized(into.diagnostics, readings.map(\.source), master: master) : into.diagnostics
    // The overview of folders contains the losses.
    let unreportedLosses = report.hasFolders ? [:] : losses
    for (format, losses) in unreportedLosses.sorted(by: { $0.key.name < $1.key.name }) {
      report.diagnostics += losses.diagnostics(
        "a catalogue cannot represent", of: format.name)
    }
    report.counts = into.counts
    report.counts.refused += refusedCount
    report.changes = into.applied
    report.isAbandoned = into.isAbandoned
    if report.isAbandoned { return report }
    // No catalogue is created if nothing could be read from the files.
    if existing == nil, into.catalog.texts.isEmpty, report.counts.refused > 0 { return report }
    if let excess = TremaDecoder.exceededLimit(of: into.catalog) { throw excess }
    transaction.file(catalog).bytes = try bytes(of: into.catalog, replacing: existing)
    return report
  }

  /// Sorts tables by their number of texts. If two tables have different values for a key, the
  /// values of the app are kept rather than the values of a variant or a part of it.
  private static func sortByTextCount(
    _ readings: inout [(source: ImportSource, FormatReading)]
  ) {
    var tables: [String: (position: Int, texts: Int)] = [:]
    for (source, reading) in readings {
      let position = tables.count
      let texts = max(tables[source.pattern]?.texts ?? 0, reading.texts.count)
      tables[source.pattern] = (tables[source.pattern]?.position ?? position, texts)
    }
    func order(_ index: Int) -> (Int, Int, Int) {
      let table = tables[readings[index].source.pattern] ?? (0, 0)
      return (-table.texts, table.position, index)
    }
    readings = readings.indices.sorted { order($0) < order($1) }.map { readings[$0] }
  }

  /// Returns the bytes of the changed catalogue. Unchanged parts and the line terminators of an
  /// existing catalogue are kept.
  private func bytes(
    of changed: Catalog, replacing existing: Catalog?
  ) throws(Diagnostic) -> [UInt8] {
    guard let existing else { return changed.encoded() }
    let file = try InputFile(path: catalog)
    var source: [UInt8] = []
    let next = file.source()
    while let piece = try next() { source += piece }
    var bytes = CatalogPatch.bytes(of: changed, replacing: existing, in: source)
    if try LineEnds.usesCRLF(in: file) { LineEnds.addCarriageReturns(to: &bytes) }
    return bytes
  }

  /// Returns the user's answer about the master language, or `nil` without a prompt or an answer.
  private func promptedMaster(_ sources: [ImportSource]) -> LanguageTag? {
    guard let askForMaster else { return nil }
    let languages = Set(sources.compactMap(\.language))
    return askForMaster(languages.sorted())
  }

  /// Returns whether an error is about a single value, or about the plurals of a file, which the
  /// reader omits. Such an error does not prevent the import of a translator's other values.
  private static func isValueError(_ error: Diagnostic) -> Bool {
    let codes = [
      "invalid-message", "cell-error", "missing-result", "formula", "formatted-number",
      "plural-forms", "missing-plural-form",
    ]
    return error.kind == .finding && codes.contains(error.code)
  }

  /// The passes in which files are read.
  private enum ReadingPass: CaseIterable { case namesLanguage, master, translation }

  /// Returns the pass in which a file is read.
  private static func pass(of source: ImportSource, master: String?) -> ReadingPass {
    if source.format.namesLanguages { return .namesLanguage }
    let master = master.flatMap { LanguageTag($0) }
    return source.isDefault || master != nil && source.language == master ? .master : .translation
  }

  /// Returns the options for reading a file.
  ///
  /// - Parameters:
  ///   - source: The file to read.
  ///   - master: The master language, or `nil` if it is unknown.
  ///   - originals: The texts in the master language that have been read.
  /// - Throws: A diagnostic of the kind `.usage` if the language of the file is unknown.
  private func options(
    of source: ImportSource, master: String?, originals: Originals
  ) throws(Diagnostic) -> ReadingOptions {
    var options = ReadingOptions(file: source.path)
    options.masterLanguage = master
    options.originals = originals
    options.backslash = backslash
    options.listingPrefix = listingPrefix
    options.usesARBEscaping =
      source.format == .arb
      && FlutterSettings.useEscaping(near: OutputFolders.parent(of: source.path))
    options.maxFindings = maxFindings
    let sourceLanguage = source.language?.description ?? (source.isDefault ? master : nil)
    // For a specified file, the options are more reliable than its name.
    options.language =
      source.isDiscovered
      ? sourceLanguage ?? language?.description : language?.description ?? sourceLanguage
    if options.language != nil || source.format.canNameLanguages || source.format.store != nil {
      return options
    }
    throw Diagnostic(
      .error, "usage", "the language of '\(source.path)' is unknown",
      hint: source.isDefault
        ? "specify the master language: --master en"
        : "specify it: "
          + "--language fr",
      kind: .usage)
  }

  /// Reads a file. A file from a folder must not be a stream, and may be empty.
  private static func read(
    _ source: ImportSource, _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let file =
      source.isDiscovered ? try InputFile(regular: source.path) : try InputFile(path: source.path)
    let bytes = try file.contents(limit: InputFile.maxWholeFileSize)
    if source.isDiscovered, bytes.allSatisfy({ $0 <= 0x20 }) { return FormatReading() }
    return try source.format.read(bytes, options)
  }

  /// Reads the existing catalogue. Returns `nil` if there is none.
  ///
  /// - Throws: A diagnostic if it cannot be read, or cannot be written back without loss.
  private func existingCatalog() throws(Diagnostic) -> Catalog? {
    guard FolderListing.kind(of: catalog) != .absent else { return nil }
    var options = TremaDecoder.Options()
    options.backslash = backslash
    var decoder = TremaDecoder(
      file: catalog, options: options, source: try InputFile(path: catalog).source())
    return try CatalogFormatting.read(&decoder)
  }

  /// Returns the only language of the texts, or `nil` if there are several.
  private static func onlyLanguage(of readings: [FormatReading]) -> String? {
    let languages = Set(readings.flatMap(\.texts).flatMap(\.values).map(\.language))
    return languages.count == 1 ? languages.first : nil
  }

  /// Returns an error if the files were translated from a language other than the catalogue's
  /// master language, because they would be translations of different texts.
  private static func masterConflict(
    _ readings: [FormatReading], with existing: Catalog?, requested: LanguageTag?
  ) -> Diagnostic? {
    guard let header = existing?.header, let catalogLanguage = LanguageTag(header.masterLanguage)
    else {
      return nil
    }
    let other =
      requested
      ?? readings.compactMap(\.masterLanguage).compactMap { LanguageTag($0) }
      .first { $0 != catalogLanguage }
    guard let other, other != catalogLanguage else { return nil }
    return Diagnostic(
      .error, "master-conflict",
      "the master language of '\(header.file)' is '\(catalogLanguage)', but the import uses "
        + "'\(other)'",
      at: SourceLocation(file: header.file, start: header.masterPosition),
      hint: "import into another catalogue, or change masterLang first")
  }
}
