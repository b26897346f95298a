import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

/// Reads catalogues, checks them and writes outputs, in one pass over the texts.
package struct Conversion {
  /// Files that make one catalogue, and how its backslashes are read.
  package struct Catalogue: Sendable {
    package var paths: [String]
    /// The place at which each of them is named, if that is in a file.
    package var locations: [SourceLocation?] = []
    package var backslash = BackslashRule.escape
    /// Whether the last of several texts with one key counts, and the last value of a language, as in
    /// older tools.
    package var overridesDuplicates = false

    package init(paths: [String]) { self.paths = paths }
  }

  package var catalogues: [Catalogue] = []
  package var outputs: [ConversionOutput] = []
  /// The languages the project declares; nil when the catalogue itself decides.
  package var declaredLanguages: [LanguageTag]?
  /// The languages asked for; nil for all. What they leave out is neither checked nor written.
  package var chosenLanguages: [LanguageTag]?
  /// The smallest share of the texts, in percent, that a language must have to be written if no languages
  /// are declared.
  package var minimumCoverage = 0
  /// Whether a chosen language that no catalogue has is an error.
  package var refusesUnknownLanguages = false
  /// Languages that a few texts alone have are meant.
  package var allowsStrays = false
  /// The policy of the project for the checks.
  package var policy = CheckPolicy()
  /// The terms of the app.
  package var terms: [Term] = []
  /// Whether the history of the catalogues is asked for translations that have become stale.
  package var asksHistory = false
  /// Which checks are run.
  package var depth = Checker.Depth.outputs
  /// Whether losses that only translators notice are reported, too: for work that is not repeated at every build.
  package var tellsAllLosses = false
  /// Texts with errors are left out, instead of everything.
  package var keepsGoing = false
  /// How many findings of one rule in one file are made; the others are counted. Nil for all, which those
  /// need who look for some among them.
  package var maxFindings: Int?
  /// The largest value, in bytes.
  package var maximumValueSize: Int?
  /// Receives every text that is checked, with the findings about it.
  package var onText: ((Text, Annotations, [Diagnostic]) -> Void)?
  /// Is told now and then how far the work is.
  package var progress: ((ReadingProgress) -> Void)?

  package init() {}

  /// The result of a conversion.
  package struct Report: Sendable {
    /// In the order of the files, and with what means those that are not made.
    package var diagnostics: [Diagnostic] = []
    /// How many values each language got from the master.
    package var filled: [LanguageTag: Int] = [:]
    package var texts = 0
    /// The texts and values that outputs do not have.
    package var leftOut = LeftOutTexts()
    /// How many findings were excused.
    package var excused = 0
    /// The language that the others are translated from, as the first catalogue spells it.
    package var masterLanguage = ""
    /// The languages that the app is to speak.
    package var languages: [LanguageTag] = []
    /// The languages of the catalogue that were left out, and how many texts have each.
    package var omittedLanguages: [(tag: LanguageTag, texts: Int)] = []

    // By index: a finding is large to copy.
    package var hasErrors: Bool {
      diagnostics.indices.contains { diagnostics[$0].severity == .error }
    }
  }

  /// - Parameter transaction: takes the outputs; it is for the caller to commit. Nil to check only.
  /// - Returns: the findings. When an error is among them and `keepsGoing` is not set, the
  ///   transaction holds incomplete files.
  /// - Throws: when a catalogue cannot be read or an output not be written.
  package func run(into transaction: OutputTransaction?) throws(Diagnostic) -> Report {
    var state = try ConversionRun(self, transaction)
    try state.takeAll()
    return try state.finish()
  }
}

extension Conversion.Catalogue {
  func open() throws(Diagnostic) -> [InputFile] {
    var files: [InputFile] = []
    for (index, path) in paths.enumerated() {
      do throws(Diagnostic) {
        files.append(try InputFile(path: path))
      } catch {
        var diagnostic = error
        if index < locations.count, let place = locations[index] {
          diagnostic.related.append(Diagnostic.Related("it is named here", at: place))
        }
        throw diagnostic
      }
    }
    return files
  }
}

extension Conversion {
  /// Returns the stale translations by the history of the catalogs; `nil` when they are not needed, or
  /// there is no history.
  func staleTranslations() throws(Diagnostic) -> StaleTranslations? {
    guard asksHistory, Checker.finds("stale-translation", under: policy) else { return nil }
    var stale: StaleTranslations?
    for catalogue in catalogues {
      let options = decoding(of: catalogue)
      for path in catalogue.paths {
        guard let found = try CatalogHistory(of: path).staleTranslations(options) else {
          continue
        }
        stale = (stale ?? [:]).merging(found) { $0.merging($1) { first, _ in first } }
      }
    }
    return stale
  }
}

/// The versions of a catalogue in git.
struct CatalogHistory {
  /// So many versions are looked at; what is older than all of them is not known.
  static let mostVersions = 1000

  struct Version {
    var commit: String
    var day: String
    /// The path from the root of the repository; files are renamed.
    var path: String
  }

  private let repository: GitRepository
  private let path: String

  init(of path: String) {
    self.path = path
    repository = GitRepository(containing: path)
  }

  /// The verified translations that the master has left behind; nil when there is no history.
  ///
  /// - Throws: when the catalogue cannot be read.
  func staleTranslations(_ options: TremaDecoder.Options) throws(Diagnostic) -> StaleTranslations? {
    guard path != "-", repository.exists else { return nil }
    let now = try InputFile(path: path).contents(limit: InputFile.largest)
    guard TranslationHistory.mayTell(now), let versions = try? versions(), !versions.isEmpty else {
      return nil
    }
    var history = TranslationHistory(of: now, options: options)
    var change = MasterChange()
    for version in versions {
      guard let bytes = try? repository.blob("\(version.commit):\(version.path)") else { break }
      history.goBack(to: bytes, undoing: change)
      change = MasterChange(commit: String(version.commit.prefix(9)), day: version.day)
    }
    return history.stale
  }

  /// The newest first.
  private func versions() throws(Diagnostic) -> [Version] {
    let log = try repository.run([
      "-c", "core.quotePath=false", "log", "--first-parent", "--follow", "-z", "--name-only",
      "--max-count=\(Self.mostVersions)", "--format=%x01%H %cs%x02", "--",
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
