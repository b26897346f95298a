public import Foundation
public import TremaMessages
internal import TremaSupport

/// A translator that looks up texts by key in a user's languages, and replaces their placeholders
/// with arguments.
///
/// A translator is a value: create one for a user, a bundle or a test, and change or copy it as
/// needed. The content of files is read once and shared by all translators.
public struct Translator: Sendable {
  /// The kind of result that lookups return.
  public enum Mode: Hashable, Sendable {
    /// The texts.
    case texts
    /// The keys instead of the texts, to show where the app uses each key.
    case keys
  }

  /// The preferred languages as BCP 47 tags best first, or `nil` for the user's languages. Tags are
  /// case-insensitive.
  ///
  /// Each language falls back to its parents (`de-CH`, then `de`), and all of them fall back to
  /// ``masterLanguage``.
  public var languages: [String]? { didSet { identity = Self.newIdentity() } }

  /// The language that contains all texts. `nil` means the first of the following that the
  /// bundle contains: the bundle's development region, English, and the first language in
  /// alphabetical order.
  public var masterLanguage: String? { didSet { identity = Self.newIdentity() } }

  /// The bundle for calls that do not pass one.
  public var bundle: Bundle { didSet { identity = Self.newIdentity() } }

  /// The table for calls that do not pass one, or `nil` for `Localizable` and then `messages`.
  public var table: String? { didSet { identity = Self.newIdentity() } }

  /// The kind of result that lookups return: texts or keys.
  public var mode: Mode { didSet { identity = Self.newIdentity() } }

  /// The handler for problems, which is called for each text that is missing or does not match its
  /// arguments. It is called on the thread of the lookup, and may look up texts itself.
  public var onProblem: @Sendable (TranslationProblem) -> Void

  /// A number that identifies the settings. Translators with the same identity use the same chains.
  /// The identity changes whenever a property that affects lookups is set, and is never reused.
  private(set) var identity: Int

  private static let identities = RelaxedNumber(1)

  /// Returns an identity that has not been used before.
  private static func newIdentity() -> Int { identities.add(1) }

  /// Creates a translator.
  ///
  /// - Parameters:
  ///   - languages: The preferred languages, best first, or `nil` for the user's languages.
  ///   - masterLanguage: The language that contains all texts, which is looked up last.
  ///   - table: The table's name, or `nil` for `Localizable` and then `messages`.
  ///   - onProblem: Called with each problem, on the thread of the lookup.
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

  /// Returns the text for a key with its placeholders replaced by arguments.
  ///
  /// If no arguments are passed, the text is returned as in the table, so
  /// `String(format: translate("greeting"), name)` works. In this case, `%%` becomes a single
  /// percent sign only if the text has no placeholders. For a text with plurals or selects, the
  /// `other` branches are returned, and the arguments are reported as missing.
  ///
  /// - Parameters:
  ///   - arguments: The values for the placeholders, in the order of the placeholder numbers.
  ///   - table: The name of the `.strings` and `.stringsdict` files, or `nil` for ``table``.
  ///   - bundle: The bundle that contains the texts, or `nil` for ``bundle``.
  /// - Returns: The text, or `?key?` if it is missing or empty in all languages of the fallback
  ///   chain.
  public func translate(
    _ key: String, _ arguments: any TextArgument..., table: String? = nil, bundle: Bundle? = nil
  ) -> String {
    translate(key, arguments: arguments, table: table, bundle: bundle)
  }

  /// Returns the text for a key with an array of arguments; see ``translate(_:_:table:bundle:)``.
  public func translate(
    _ key: String, arguments: [any TextArgument], table: String? = nil, bundle: Bundle? = nil
  ) -> String {
    withArguments(arguments) { text(key, $0, table: table, bundle: bundle) }
  }

  /// Returns the text for a key, from the cache of the thread if possible.
  func text(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>, table: String?,
    bundle: Bundle?
  ) -> String {
    if mode == .keys { return key }
    return Self.quickText(
      key, arguments, in: .shared, translator: identity, table: table, bundle: bundle)
      ?? search(key, Array(arguments), table: table, bundle: bundle)
  }

  /// Returns the text for the most frequent kind of lookup: a text in the first table that this
  /// thread has already looked up, with matching arguments.
  ///
  /// - Parameter translator: The identity of a translator whose mode is `texts`.
  /// - Returns: The text, or `nil` if a complete lookup is necessary. No problem is reported in
  ///   this case.
  static func quickText(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>,
    in process: SharedTranslator, translator: Int, table: String?, bundle: Bundle?
  ) -> String? {
    ThreadLookupCache.text(
      key, arguments, in: process, translator: translator, bundle: bundle, table: table)
  }

  /// Looks up a text in all tables of the chain, reports problems, and stores the chain in the
  /// thread's cache.
  private func search(
    _ key: String, _ arguments: [FormatArgument], table: String?, bundle: Bundle?
  ) -> String {
    let effective = (bundle: bundle ?? self.bundle, table: table ?? self.table)
    func report(
      _ reason: TranslationProblem.Reason, _ table: String?, _ language: LanguageTag?
    ) {
      onProblem(
        TranslationProblem(
          reason: reason, key: key, table: table, language: language,
          bundlePath: BundlePaths.path(of: effective.bundle)))
    }
    let process = SharedTranslator.shared
    let generation = process.generation.value
    let known = ThreadLookupCache.chain(
      in: process, translator: identity, bundle: bundle, table: table)
    let chain =
      known
      ?? LookupChain.chain(
        for: LookupChain.Request(
          bundlePath: BundlePaths.path(of: effective.bundle),
          languages: languages ?? UserLanguages.preferred, master: masterLanguage,
          table: effective.table),
        in: effective.bundle, report: { report($0, effective.table, nil) })
    defer {
      if known == nil {
        ThreadLookupCache.store(
          chain, in: process, translator: identity, bundle: bundle, table: table,
          generation: generation)
      }
    }
    for chainEntry in chain.entries {
      guard
        let table = chainEntry.file.table(report: {
          report($0, chainEntry.table, chainEntry.language)
        })
      else { continue }
      // Most texts need no formatting.
      if arguments.isEmpty, let text = table.plainText(key) { return text }
      let entry = table.entry(key) {
        report(.malformedPlural($0), chainEntry.table, chainEntry.language)
      }
      guard let entry else { continue }
      let message = entry.message
      if arguments.isEmpty, !message.hasBranches, message.takesArguments { return entry.text }
      let (shown, problems) = message.formatted(with: arguments, in: chainEntry.locale)
      for problem in problems { report(.format(problem), chainEntry.table, chainEntry.language) }
      return shown
    }
    report(.missingText, effective.table, nil)
    return "?\(key)?"
  }

  /// The languages of the bundle in alphabetical order, for example for a language picker.
  public var availableLanguages: [LanguageTag] { LanguageFolders(bundle).languages }
}

/// The paths of bundles that were used for lookups. On Linux, asking a bundle for its path takes
/// longer than the rest of a lookup.
enum BundlePaths {
  private struct Entry {
    // The bundle is retained so that no other bundle gets its identity.
    var bundle: Bundle
    var path: String
  }

  private static let cache = LockedValue<[ObjectIdentifier: Entry]>([:])

  /// The maximum number of paths. It exceeds the number of bundles in an app, and limits memory if
  /// a bundle is created for each call.
  private static let maxPaths = 100

  /// Returns a bundle's path, from the cache if possible.
  static func path(of bundle: Bundle) -> String {
    let identity = ObjectIdentifier(bundle)
    if let path = cache.withLock({ $0[identity]?.path }) { return path }
    let path = bundle.bundlePath
    let dropped = cache.withLock { known -> [ObjectIdentifier: Entry] in
      let isFull = known.count >= maxPaths
      defer { known[identity] = Entry(bundle: bundle, path: path) }
      guard isFull else { return [:] }
      let all = known
      known = [:]
      return all
    }
    // Releasing bundles runs Foundation code, which must not happen under the lock.
    withExtendedLifetime(dropped) {}
    return path
  }
}

/// The preferred languages of the user who runs the process.
enum UserLanguages {
  /// The languages, best first. They are determined once, because all platforms restart an app when
  /// its language changes.
  static let preferred: [String] = {
    #if os(Linux) || os(Android)
      fromEnvironment(ProcessInfo.processInfo.environment)
    #else
      Locale.preferredLanguages
    #endif
  }()

  /// Returns the languages from environment variables.
  ///
  /// Foundation on Linux always returns `en-001` (Swift 6.3.1). The variables are therefore
  /// interpreted as in `gettext`: `LANGUAGE` is a colon-separated list, which is used unless the
  /// locale is `C`. The locale is the first non-empty value of `LC_ALL`, `LC_MESSAGES` and `LANG`.
  static func fromEnvironment(_ environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    if locale == "C" || locale == "POSIX" { return [] }
    let list = environment["LANGUAGE"] ?? ""
    return (list.split(separator: ":").map(String.init) + [locale].compactMap(\.self))
      .compactMap(tag)
  }

  /// Returns a POSIX locale's language tag, or `nil` for a locale without a language:
  /// `de_CH.UTF-8@euro` is `de-CH`, `sr_RS@latin` is `sr-Latn-RS`, and `C.UTF-8` has none.
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
