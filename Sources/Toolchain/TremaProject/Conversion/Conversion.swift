import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// A conversion, which reads catalogues, checks them and writes outputs in one pass over the texts.
package struct Conversion {
  /// The files of one catalogue, and the rules for reading them.
  package struct CatalogInput: Sendable {
    /// The paths of the files. Later files override earlier files.
    package var paths: [String]
    /// The location where each path is specified, or `nil` for a path from the command line.
    package var locations: [SourceLocation?] = []
    /// The catalogue's rule for backslashes.
    package var backslash = BackslashRule.escape
    /// The master language that the files must have, or `nil` for any.
    package var masterLanguage: Located<LanguageTag>?
    /// Whether the last of several texts with the same key, and the last of several values in the
    /// same language, is used, as in older tools.
    package var overridesDuplicates = false

    package init(paths: [String]) { self.paths = paths }
  }

  /// The catalogues to read.
  package var catalogs: [CatalogInput] = []
  /// The outputs to write.
  package var outputs: [ConversionOutput] = []
  /// The outputs of the project that a slice omits.
  var otherOutputs: [ConversionOutput] = []
  /// The slices, one of which must contain a text, or `nil` for all texts. Other texts are not
  /// processed.
  var slices: [Slice]?
  /// The languages that the project declares, or `nil` for the languages of the catalogues.
  package var declaredLanguages: [LanguageTag]?
  /// The requested languages, or `nil` for all languages. Other languages are neither checked nor
  /// written.
  package var chosenLanguages: [LanguageTag]?
  /// The minimum percentage of texts that a language must have to be written if no languages are
  /// declared.
  package var minimumCoverage = 0
  /// The rule for writing a language to the app's outputs, or `nil` to write all languages.
  package var shipping: Shipping?
  /// Whether a requested language that no catalogue contains is an error.
  package var refusesUnknownLanguages = false
  /// Whether languages with only a few texts are treated as intended.
  package var allowsStrayLanguages = false
  /// The check settings.
  package var policy = CheckPolicy()
  /// The terms of the app.
  package var terms: [Term] = []
  /// The files of the app to compare with the texts, or `nil` if there are none.
  package var app: AppFiles?
  /// Whether to search the history of the catalogues for stale translations.
  package var usesHistory = false
  /// The depth of the checks.
  package var depth = Checker.Depth.outputs
  /// Whether to also report losses that affect only translators. This is intended for operations
  /// that are not repeated in every build.
  package var reportsAllLosses = false
  /// Whether to omit texts with errors instead of writing no output.
  package var continuesOnErrors = false
  /// The maximum number of findings of one rule in one file; further findings are only counted. Use
  /// `nil` for no limit if the caller searches the findings.
  package var maxFindings: Int?
  /// The maximum size of a value in bytes; or `nil` for the default limit.
  package var maximumValueSize: Int?
  /// A closure that is called with each checked text and the findings about it.
  package var onText: ((Text, Annotations, [Diagnostic]) -> Void)?
  /// A closure that is called if the conversion begins again because it has found the first variant
  /// of a text. All texts are then passed to ``onText`` again.
  package var onRestart: (() -> Void)?
  /// A closure that is called periodically during the conversion.
  package var progress: ((ReadingProgress) -> Void)?

  package init() {}

  /// The paths of all files that are read.
  package var inputs: [String] {
    catalogs.flatMap(\.paths) + [shipping?.statePath].compactMap(\.self) + (app?.paths ?? [])
  }

  /// The result of a conversion.
  package struct Report: Sendable {
    /// The findings, in the order of the files, with summaries of findings that were only counted.
    package var diagnostics: [Diagnostic] = []
    /// The number of texts in each language that were filled with the master value.
    package var filled: [LanguageTag: Int] = [:]
    /// The number of texts that were read.
    package var textCount = 0
    /// The texts and values that are missing in outputs.
    package var omitted = OmittedTexts()
    /// The number of findings that were suppressed in the source.
    package var suppressedCount = 0
    /// The master language as spelled in the first catalogue.
    package var masterLanguage = ""
    /// The languages of the app.
    package var languages: [LanguageTag] = []
    /// The languages that are written to the app's outputs, or `nil` if the project has no rule for
    /// them.
    package var shippingLanguages: [LanguageTag]?
    /// The omitted languages of the catalogues, with the number of their texts.
    package var omittedLanguages: [(tag: LanguageTag, texts: Int)] = []

    /// Whether there are any errors. The array is accessed by index because findings are expensive
    /// to copy.
    package var hasErrors: Bool {
      diagnostics.indices.contains { diagnostics[$0].severity == .error }
    }
  }

  /// Leaves the texts of store listings out of the outputs for apps, except outputs with their own
  /// selection of texts (`keys` or `tags`).
  ///
  /// - Parameter prefixes: The prefixes of the keys of the listings.
  package mutating func reserve(prefixes: [String]) {
    for index in outputs.indices
    where outputs[index].listing == nil && !outputs[index].includesDrafts
      && !outputs[index].slice.isExplicit
    {
      outputs[index].slice.exceptPrefixes = prefixes
    }
  }

  /// Runs the conversion.
  ///
  /// - Parameter transaction: The transaction that receives the outputs, which the caller commits,
  ///   or `nil` to only check.
  /// - Returns: The result. If it contains an error and ``continuesOnErrors`` is `false`, the files
  ///   in the transaction are incomplete.
  /// - Throws: A diagnostic if a catalogue cannot be read or an output cannot be written.
  package func run(into transaction: OutputTransaction?) throws(Diagnostic) -> Report {
    let openedBefore = transaction?.files.count ?? 0
    var state = try ConversionRun(self, transaction)
    try state.processAll()
    if state.needsVariants {
      // A variant may follow its base, which is then already written. Few projects have variants,
      // so they are not searched for in advance.
      if let transaction { transaction.discard(Array(transaction.files[openedBefore...])) }
      onRestart?()
      state = try ConversionRun(
        self, transaction, variants: readVariants(), stale: state.staleTranslations)
      try state.processAll()
    }
    return try state.finish()
  }

  /// Reads the texts that replace other texts on some platforms.
  func readVariants() throws(Diagnostic) -> TextVariants {
    var variants = TextVariants()
    for catalog in catalogs {
      var stream = try stream(of: catalog)
      // A variant belongs to the slices of its base.
      stream.slices = nil
      _ = try stream.header()
      while let text = try stream.next() {
        let annotations = text.annotations
        if annotations.isVariant { variants.insert(text, annotations) }
      }
    }
    return variants
  }
}

extension Conversion.CatalogInput {
  /// Opens the files of the catalogue.
  ///
  /// - Throws: A diagnostic of the kind `.unreadable`, with the location where the path is
  ///   specified.
  func open() throws(Diagnostic) -> [InputFile] {
    var files: [InputFile] = []
    for (index, path) in paths.enumerated() {
      do throws(Diagnostic) {
        files.append(try InputFile(path: path))
      } catch {
        var diagnostic = error
        if index < locations.count, let location = locations[index] {
          diagnostic.related.append(Diagnostic.Related("specified here", at: location))
        }
        throw diagnostic
      }
    }
    return files
  }
}

extension Conversion {
  /// Returns the stale translations according to the history of the catalogues, or `nil` if they
  /// are not needed or there is no history.
  func staleTranslations() throws(Diagnostic) -> StaleTranslations? {
    guard usesHistory, Checker.isEnabled("stale-translation", under: policy) else { return nil }
    var stale: StaleTranslations?
    for catalog in catalogs {
      let options = decoding(of: catalog)
      for path in catalog.paths {
        guard let found = try CatalogHistory(of: path).staleTranslations(options) else {
          continue
        }
        stale = (stale ?? [:]).merging(found) { $0.merging($1) { first, _ in first } }
      }
    }
    return stale
  }
}

/// The versions of a catalogue in Git.
struct CatalogHistory {
  /// The maximum number of versions to examine. Changes in older versions are not detected.
  static let maxVersions = 1000

  /// A version of the catalogue.
  struct Version {
    /// The hash of the commit.
    var commit: String
    /// The date of the commit in ISO 8601 format, such as `2025-01-31`.
    var day: String
    /// The path relative to the root of the repository, which changes if the file was renamed.
    var path: String
  }

  /// The repository of the catalogue.
  private let repository: GitRepository
  /// The path of the catalogue.
  private let path: String

  init(of path: String) {
    self.path = path
    repository = GitRepository(containing: path)
  }

  /// Returns the verified translations whose master value has changed since they were verified, or
  /// `nil` if there is no history.
  ///
  /// - Throws: A diagnostic if the catalogue cannot be read.
  func staleTranslations(_ options: TremaDecoder.Options) throws(Diagnostic) -> StaleTranslations? {
    guard path != "-", repository.exists else { return nil }
    let now = try InputFile(path: path).contents(limit: InputFile.maxWholeFileSize)
    guard TranslationHistory.mightContainVerified(now), let versions = try? versions(),
      !versions.isEmpty
    else {
      return nil
    }
    var history = TranslationHistory(of: now, options: options)
    var change = MasterChange()
    for version in versions {
      guard let bytes = try? repository.blob("\(version.commit):\(version.path)") else { break }
      history.stepBack(to: bytes, undoing: change)
      change = MasterChange(commit: String(version.commit.prefix(9)), day: version.day)
    }
    return history.stale
  }

  /// Returns the versions, newest first. First parents and renames of the file are followed.
  private func versions() throws(Diagnostic) -> [Version] {
    let log = try repository.run([
      "-c", "core.quotePath=false", "log", "--first-parent", "--follow", "-z", "--name-only",
      "--max-count=\(Self.maxVersions)", "--format=%x01%H %cs%x02", "--",
      repository.relative(path),
    ])
    return log.split(separator: 0x01).compactMap { record in
      let parts = record.split(separator: 0x02, maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let names = parts[0].split(separator: UInt8(ascii: " "))
      let path = parts[1].split { $0 == 0 || $0 == UInt8(ascii: "\n") }.first
      guard names.count == 2, let path else { return nil }
      return Version(
        commit: String(decoding: names[0], as: UTF8.self),
        day: String(decoding: names[1], as: UTF8.self),
        path: String(decoding: path, as: UTF8.self))
    }
  }
}
