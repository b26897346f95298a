public import Foundation
public import TremaMessages

/// Finds texts by their keys, in the languages of one user, and puts arguments into them.
///
/// A value: make one for a user, a bundle or a test, change it, pass it on. What the files say is
/// read once and shared by all.
public struct Translator: Sendable {
  public enum Mode: Hashable, Sendable {
    case texts
    /// Shows keys in place of texts, so that one can see where a text comes from.
    case keys
  }

  /// The languages wanted, best first, as BCP 47 tags in any case; nil for those of the user.
  ///
  /// Each falls back on its parents (`de-CH`, then `de`), and all of them on ``masterLanguage``.
  public var languages: [String]?

  /// The language that has every text. When nil it is the development region of the bundle, else
  /// English, else the first in alphabetical order, whichever the bundle has.
  public var masterLanguage: String?

  /// Where texts are looked up unless a call names another bundle.
  public var bundle: Bundle

  /// The table to look into unless a call names another one; nil for `Localizable`, then `messages`.
  public var table: String?

  public var mode: Mode

  /// Is told of every text that is missing or does not go with its arguments, on the thread that
  /// asked for the text. It may translate.
  public var onProblem: @Sendable (TranslationProblem) -> Void

  public init(
    languages: [String]? = nil, masterLanguage: String? = nil, bundle: Bundle = .main,
    table: String? = nil, mode: Mode = .texts,
    onProblem: @escaping @Sendable (TranslationProblem) -> Void = TranslationProblem.printOnce
  ) {
    self.languages = languages
    self.masterLanguage = masterLanguage
    self.bundle = bundle
    self.table = table
    self.mode = mode
    self.onProblem = onProblem
  }

  /// The text for `key` with `arguments` in place of its placeholders.
  ///
  /// Without arguments a text is returned as it stands in the table, so that
  /// `String(format: translate("greeting"), name)` works as it always did; `%%` is one percent sign
  /// only where the text has no placeholders. One with plurals or selects shows its branches
  /// `other`, and the arguments are reported as missing.
  ///
  /// - Parameters:
  ///   - key: the key of the text.
  ///   - arguments: what the placeholders show, in the order of their numbers.
  ///   - table: the name of the `.strings` and `.stringsdict` files, nil for ``table``.
  ///   - bundle: where it is, nil for ``bundle``.
  /// - Returns: the text, or `?key?` when it is missing or empty in every language of the chain.
  public func translate(
    _ key: String, _ arguments: any TextArgument..., table: String? = nil, bundle: Bundle? = nil
  ) -> String {
    translate(key, arguments: arguments, table: table, bundle: bundle)
  }

  /// As above, with the arguments in an array.
  public func translate(
    _ key: String, arguments: [any TextArgument], table: String? = nil, bundle: Bundle? = nil
  ) -> String {
    if mode == .keys { return key }
    let bundle = bundle ?? self.bundle
    var problem = TranslationProblem(
      reason: .missingText, key: key, table: table ?? self.table, language: nil,
      bundlePath: BundlePaths.path(of: bundle))
    func report(_ reason: TranslationProblem.Reason) {
      problem.reason = reason
      onProblem(problem)
    }
    let request = TextShelf.Request(
      bundlePath: problem.bundlePath, languages: languages ?? UserLanguages.preferred,
      master: masterLanguage, table: problem.table)
    let shelf = TextShelf.shelf(for: request, in: bundle) { report($0) }
    let textKey = TextKey(key)
    for place in shelf.places {
      (problem.table, problem.language) = (place.table, place.language)
      guard let table = place.file.table(report: report) else { continue }
      let found: TextTable.Found
      if let plural = table.plural(textKey, report: { report(.malformedPlural($0)) }) {
        found = plural
      } else if let text = table.text(textKey) {
        // Nothing to do for most texts.
        if arguments.isEmpty, !Self.mayTakeArguments(text) { return text }
        found = TextTable.Found(text: text, message: table.message(textKey, text))
      } else {
        continue
      }
      let message = found.message
      if arguments.isEmpty, !message.hasBranches, message.takesArguments { return found.text }
      let (shown, problems) = message.formatted(with: arguments, in: place.locale)
      for problem in problems { report(.format(problem)) }
      return shown
    }
    (problem.table, problem.language) = (request.table, nil)
    report(.missingText)
    return "?\(key)?"
  }

  private static func mayTakeArguments(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }
  }

  /// The languages that the bundle has folders for, in alphabetical order: for a list to choose from.
  public var availableLanguages: [LanguageTag] { LanguageFolders(bundle).languages }
}
