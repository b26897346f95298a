import TremaCatalog
import TremaMessages
import TremaSupport

/// A comparison of the catalogues with a file of the app. Each check has its own file;
/// ``AppExamination`` lists them all.
protocol AppCheck: Sendable {
  /// Returns the findings about a text.
  ///
  /// - Parameters:
  ///   - text: The text, with its wording for Apple platforms.
  ///   - key: The key of the text in UTF-8.
  ///   - annotations: The annotations of the text's context.
  mutating func examine(_ text: TextView, key: [UInt8], _ annotations: Annotations) -> [Diagnostic]

  /// Returns the findings that depend on all texts, after the last text was examined.
  ///
  /// - Parameters:
  ///   - languages: The languages of the project, in order.
  ///   - master: The master language.
  func finish(languages: [LanguageTag], master: LanguageTag) -> [Diagnostic]
}

extension AppCheck {
  func examine(_ text: TextView, key: [UInt8], _ annotations: Annotations) -> [Diagnostic] { [] }
  func finish(languages: [LanguageTag], master: LanguageTag) -> [Diagnostic] { [] }
}

/// The comparison of the catalogues with the files of the app.
struct AppExamination {
  /// The problems of the files, which are reported at the end.
  private var problems: [Diagnostic] = []
  private var checks: [any AppCheck] = []

  /// Reads the files. A file that cannot be read is reported by ``finish(languages:master:)``.
  init(_ app: AppFiles) {
    if let file = app.infoPlist, let list = read(file, InfoPlist.init) {
      problems += list.problems
      checks += [
        UsageDescriptionCheck(list, tables: app.tables(.infoPlist), app: app),
        BundleLanguagesCheck(list: list, app: app),
      ]
    }
    if let file = app.gradle,
      let lists = read(file, { (bytes, path) in GradleLanguageLists(bytes, file: path) })
    {
      checks.append(GradleLanguagesCheck(lists: lists, app: app))
    }
    let shortcuts = app.tables(.appShortcuts)
    if !shortcuts.isEmpty { checks.append(ShortcutPhraseCheck(tables: shortcuts)) }
  }

  /// The maximum size of a file in bytes.
  private static let fileLimit = 1 << 24

  /// Reads a file.
  ///
  /// - Returns: `nil` if the file cannot be read, which is reported.
  private mutating func read<Contents>(
    _ file: AppFiles.File, _ make: ([UInt8], String) throws(Diagnostic) -> Contents
  ) -> Contents? {
    do throws(Diagnostic) {
      return try make(
        try InputFile(regular: file.path).contents(limit: Self.fileLimit), file.path)
    } catch {
      var problem = error
      if let location = file.location {
        problem.related.append(Diagnostic.Related("specified here", at: location))
      }
      problems.append(problem)
      return nil
    }
  }

  /// Returns the findings about a text.
  ///
  /// - Parameter text: The text, with its wording for Apple platforms.
  mutating func examine(_ text: TextView, _ annotations: Annotations) -> [Diagnostic] {
    if checks.isEmpty { return [] }
    let key = text.withKey(Array.init)
    var found: [Diagnostic] = []
    for index in checks.indices { found += checks[index].examine(text, key: key, annotations) }
    return found
  }

  /// Returns the findings that depend on all texts, and the problems of the files.
  func finish(languages: [LanguageTag], master: LanguageTag) -> [Diagnostic] {
    problems + checks.flatMap { $0.finish(languages: languages, master: master) }
  }
}

extension Sequence {
  /// Returns the elements in quotation marks, as part of a message: `'de', 'fr'`.
  func quotedList() -> String { map { "'\($0)'" }.joined(separator: ", ") }
}
