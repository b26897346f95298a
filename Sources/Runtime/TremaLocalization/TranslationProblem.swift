internal import Foundation
public import TremaMessages
internal import TremaSupport

/// Why a text is not what it should be. The app goes on; a person should look at it.
public struct TranslationProblem: Hashable, Sendable {
  /// The reason of a translation problem.
  public enum Reason: Hashable, Sendable {
    /// No language of the fallback chain has the text, or it is empty in all of them.
    case missingText
    /// The text and the arguments do not go together.
    case format(FormatProblem)
    /// A file of texts is there and cannot be read, or not to its end; says why.
    case unreadableTable(String)
    /// A compiled file of texts, `.tremac`, is there and cannot be used, or is of another version of
    /// the format; says why. The text files beside it are used.
    case unreadableCompiled(String)
    /// A `.stringsdict` file is there and cannot be read, or not to its end; says why. The `.strings`
    /// file beside it is used.
    case unreadablePlurals(String)
    /// The entry of the key in the `.stringsdict` file is none; says why. A text of the `.strings`
    /// file, or of the next language, is shown in its place. Or the compiled pattern of the text is
    /// damaged.
    case malformedPlural(String)
    /// The languages of the bundle cannot be found out; says why.
    case unreadableBundle(String)
    /// A requested language is not a language tag; it was left out.
    case invalidLanguage(String)
  }

  /// The reason of the problem.
  public var reason: Reason
  /// The text that was asked for when the problem was found.
  public var key: String
  /// The table it was found in, or was to be found in; nil when that could be any of the default.
  public var table: String?
  /// The language of that table; nil when it has none, or the problem is not of one language.
  public var language: LanguageTag?
  /// The path of the bundle.
  public var bundlePath: String

  /// Prints each problem once on standard error, in debug builds only. The default of a
  /// ``Translator``.
  public static let printOnce: @Sendable (TranslationProblem) -> Void = { problem in
    #if DEBUG
      let line = "\(problem)\n"
      let isNew = printed.withLock { $0.count < 1_000 && $0.insert(line).inserted }
      // Nothing is left to complain to when standard error is closed.
      if isNew { try? FileHandle.standardError.write(contentsOf: Data(line.utf8)) }
    #endif
  }

  #if DEBUG
    private static let printed = LockedValue<Set<String>>([])
  #endif
}

extension TranslationProblem: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    let place =
      "table \(table ?? "Localizable or messages")"
      + (language.map { ", language \($0)" } ?? "") + ", bundle \(bundlePath)"
    return switch reason {
    case .missingText: "text '\(key)' is missing (\(place))"
    case .format(let problem): "text '\(key)': \(problem) (\(place))"
    case .unreadableTable(let why): "file of texts \(why) (\(place))"
    case .unreadableCompiled(let why): "compiled file of texts \(why) (\(place))"
    case .unreadablePlurals(let why): "file of plurals \(why) (\(place))"
    case .malformedPlural(let why): "plural '\(key)': \(why) (\(place))"
    case .unreadableBundle(let why): "bundle \(why) (\(place))"
    case .invalidLanguage(let language): "'\(language)' is not a language tag (\(place))"
    }
  }
}
