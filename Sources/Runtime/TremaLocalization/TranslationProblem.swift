internal import Foundation
public import TremaMessages
internal import TremaSupport

/// A problem with a text. The app continues with a fallback; a developer or translator should fix
/// the problem.
public struct TranslationProblem: Hashable, Sendable {
  /// The reason of a translation problem.
  public enum Reason: Hashable, Sendable {
    /// No language of the fallback chain contains the text, or it is empty in all of them.
    case missingText
    /// The text and the arguments do not match.
    case format(FormatProblem)
    /// A file of texts exists but cannot be read completely, with the reason.
    case unreadableTable(String)
    /// A compiled file of texts (`.tremac`) exists but is damaged or has an unsupported version,
    /// with the reason. The text files next to it are used instead.
    case unreadableCompiled(String)
    /// A `.stringsdict` file exists but cannot be read completely, with the reason. The `.strings`
    /// file next to it is used.
    case unreadablePlurals(String)
    /// The entry of the key in the `.stringsdict` file is malformed, with the reason. The text of
    /// the `.strings` file or of the next language is returned instead. Also reported if the
    /// compiled pattern of the text is damaged.
    case malformedPlural(String)
    /// The languages of the bundle cannot be determined, with the reason.
    case unreadableBundle(String)
    /// A requested language is not a language tag and was ignored. The associated value is its
    /// text.
    case invalidLanguage(String)
  }

  /// The reason of the problem.
  public var reason: Reason
  /// The key of the text that was looked up when the problem was found.
  public var key: String
  /// The table of the problem; `nil` if it can be any of the default tables.
  public var table: String?
  /// The language of that table; `nil` if it has none, or the problem does not concern one
  /// language.
  public var language: LanguageTag?
  /// The path of the bundle.
  public var bundlePath: String

  /// A handler that prints each problem once to standard error, only in debug builds. It is the
  /// default of a ``Translator``.
  public static let printOnce: @Sendable (TranslationProblem) -> Void = { problem in
    #if DEBUG
      let line = "\(problem)\n"
      let isNew = printed.withLock { $0.count < 1_000 && $0.insert(line).inserted }
      // Errors are ignored, as there is no other place to report them if standard error is closed.
      if isNew { try? FileHandle.standardError.write(contentsOf: Data(line.utf8)) }
    #endif
  }

  #if DEBUG
    /// The lines that were printed, at most 1,000.
    private static let printed = LockedValue<Set<String>>([])
  #endif
}

extension TranslationProblem: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    let location =
      "table \(table ?? "Localizable or messages")"
      + (language.map { ", language \($0)" } ?? "") + ", bundle \(bundlePath)"
    return switch reason {
    case .missingText: "text '\(key)' is missing (\(location))"
    case .format(let problem): "text '\(key)': \(problem) (\(location))"
    case .unreadableTable(let detail): "strings file \(detail) (\(location))"
    case .unreadableCompiled(let detail): "compiled strings file \(detail) (\(location))"
    case .unreadablePlurals(let detail): "stringsdict file \(detail) (\(location))"
    case .malformedPlural(let detail): "plural '\(key)': \(detail) (\(location))"
    case .unreadableBundle(let detail): "bundle \(detail) (\(location))"
    case .invalidLanguage(let language): "'\(language)' is not a language tag (\(location))"
    }
  }
}
