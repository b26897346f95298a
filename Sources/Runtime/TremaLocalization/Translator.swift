public import Foundation
public import TremaMessages
internal import TremaSupport

/// Finds texts by their keys, in the languages of one user, and puts arguments into them.
///
/// A value: make one for a user, a bundle or a test, change it, pass it on. What the files say is
/// read once and shared by all.
public struct Translator: Sendable {
  /// The result of a look-up.
  public enum Mode: Hashable, Sendable {
    case texts
    /// Shows keys in place of texts, so that one can see where a text comes from.
    case keys
  }

  /// The languages wanted, best first, as BCP 47 tags in any case; nil for those of the user.
  ///
  /// Each falls back on its parents (`de-CH`, then `de`), and all of them on ``masterLanguage``.
  public var languages: [String]? { didSet { identity = Self.newIdentity() } }

  /// The language that has every text. When nil it is the development region of the bundle, else
  /// English, else the first in alphabetical order, whichever the bundle has.
  public var masterLanguage: String? { didSet { identity = Self.newIdentity() } }

  /// The bundle of texts unless a call names another one.
  public var bundle: Bundle { didSet { identity = Self.newIdentity() } }

  /// The table to look into unless a call names another one; nil for `Localizable`, then `messages`.
  public var table: String? { didSet { identity = Self.newIdentity() } }

  /// The result of look-ups.
  public var mode: Mode { didSet { identity = Self.newIdentity() } }

  /// Is told of every text that is missing or does not go with its arguments, on the thread that
  /// asked for the text. It may translate.
  public var onProblem: @Sendable (TranslationProblem) -> Void

  /// Two translators with one identity look into the same shelves. It changes with everything that
  /// decides what a key means, and no number is given twice.
  private(set) var identity: Int

  private static let identities = RelaxedNumber(1)

  private static func newIdentity() -> Int { identities.add(1) }

  /// Creates a translator.
  ///
  /// - Parameters:
  /// - languages: the preferred languages, the first one first; `nil` is those of the system.
  /// - masterLanguage: the last language that is looked up.
  /// - table: the table of texts.
  /// - onProblem: is called with each problem, on the thread of the look-up.
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
    identity = Self.newIdentity()
  }

  /// The text for `key` with `arguments` in place of its placeholders.
  ///
  /// Without arguments a text is returned as it is in the table, so that
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

  /// Returns a text with the arguments of an array.
  public func translate(
    _ key: String, arguments: [any TextArgument], table: String? = nil, bundle: Bundle? = nil
  ) -> String {
    withArguments(arguments) { text(key, $0, table: table, bundle: bundle) }
  }

  func text(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>, table: String?,
    bundle: Bundle?
  ) -> String {
    if mode == .keys { return key }
    return Self.quickText(
      key, arguments, in: .ofProcess, translator: identity, table: table, bundle: bundle)
      ?? search(key, Array(arguments), table: table, bundle: bundle)
  }

  /// Returns the text that most calls ask for: one of the first table, with matching arguments, which
  /// this thread has looked up before.
  ///
  /// - Parameter translator: the identity of one that shows texts.
  /// - Returns: nil when one has to look closer; nothing was reported then.
  static func quickText(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>,
    in process: SharedTranslator, translator: Int, table: String?, bundle: Bundle?
  ) -> String? {
    ThreadLookupCache.text(
      key, arguments, in: process, translator: translator, bundle: bundle, table: table)
  }

  private func search(
    _ key: String, _ arguments: [FormatArgument], table: String?, bundle: Bundle?
  ) -> String {
    let wanted = (bundle: bundle ?? self.bundle, table: table ?? self.table)
    func report(
      _ reason: TranslationProblem.Reason, _ table: String?, _ language: LanguageTag?
    ) {
      onProblem(
        TranslationProblem(
          reason: reason, key: key, table: table, language: language,
          bundlePath: BundlePaths.path(of: wanted.bundle)))
    }
    let process = SharedTranslator.ofProcess
    let generation = process.generation.value
    let known = ThreadLookupCache.shelf(
      in: process, translator: identity, bundle: bundle, table: table)
    let shelf =
      known
      ?? LookupChain.shelf(
        for: LookupChain.Request(
          bundlePath: BundlePaths.path(of: wanted.bundle),
          languages: languages ?? UserLanguages.preferred, master: masterLanguage,
          table: wanted.table),
        in: wanted.bundle, report: { report($0, wanted.table, nil) })
    defer {
      if known == nil {
        ThreadLookupCache.keep(
          shelf, in: process, translator: identity, bundle: bundle, table: table,
          generation: generation)
      }
    }
    for place in shelf.places {
      guard let table = place.file.table(report: { report($0, place.table, place.language) })
      else { continue }
      // Nothing to do for most texts.
      if arguments.isEmpty, let text = table.plainText(key) { return text }
      let entry = table.entry(key) { report(.malformedPlural($0), place.table, place.language) }
      guard let entry else { continue }
      let message = entry.message
      if arguments.isEmpty, !message.hasBranches, message.takesArguments { return entry.text }
      let (shown, problems) = message.formatted(with: arguments, in: place.locale)
      for problem in problems { report(.format(problem), place.table, place.language) }
      return shown
    }
    report(.missingText, wanted.table, nil)
    return "?\(key)?"
  }

  /// The languages that the bundle has folders for, in alphabetical order: for a list to choose from.
  public var availableLanguages: [LanguageTag] { LanguageFolders(bundle).languages }
}

/// The paths of bundles that texts were asked of: on Linux asking a bundle takes longer than all the
/// rest of a look-up.
enum BundlePaths {
  private struct Known {
    // Kept, so that no other bundle takes its address.
    var bundle: Bundle
    var path: String
  }

  private static let known = LockedValue<[ObjectIdentifier: Known]>([:])

  /// More than an app has; a bundle for each call does not fill the memory.
  private static let most = 100

  static func path(of bundle: Bundle) -> String {
    let identity = ObjectIdentifier(bundle)
    if let path = known.withLock({ $0[identity]?.path }) { return path }
    let path = bundle.bundlePath
    let dropped = known.withLock { known -> [ObjectIdentifier: Known] in
      let isFull = known.count >= most
      defer { known[identity] = Known(bundle: bundle, path: path) }
      guard isFull else { return [:] }
      let all = known
      known = [:]
      return all
    }
    // Letting go of bundles runs code of Foundation: not under the lock.
    withExtendedLifetime(dropped) {}
    return path
  }
}

/// The languages that the user of this process wants, best first.
enum UserLanguages {
  /// Asked once: on every platform the system restarts an app whose language was changed.
  static let preferred: [String] = {
    #if os(Linux) || os(Android)
      fromEnvironment(ProcessInfo.processInfo.environment)
    #else
      Locale.preferredLanguages
    #endif
  }()

  /// Foundation on Linux says `en-001` in every environment (Swift 6.3.1), so we read it as
  /// `gettext` does: `LANGUAGE` is a list joined by colons and counts unless the locale is `C`; the
  /// locale is the first one set of `LC_ALL`, `LC_MESSAGES` and `LANG`.
  static func fromEnvironment(_ environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    if locale == "C" || locale == "POSIX" { return [] }
    let list = environment["LANGUAGE"] ?? ""
    return (list.split(separator: ":").map(String.init) + [locale].compactMap(\.self))
      .compactMap(tag)
  }

  /// `de_CH.UTF-8@euro` is `de-CH`, `sr_RS@latin` is `sr-Latn-RS`; `C.UTF-8` is nothing.
  private static func tag(_ locale: String) -> String? {
    let parts = locale.split(separator: "@", maxSplits: 1)
    guard let name = parts.first?.split(separator: ".").first, let tag = LanguageTag(String(name))
    else { return nil }
    guard parts.count == 2, tag.script == nil,
      let script = ["latin": "Latn", "cyrillic": "Cyrl"][parts[1].lowercased()]
    else { return tag.description }
    return ([tag.language, script] + [tag.region].compactMap(\.self)).joined(separator: "-")
  }
}
