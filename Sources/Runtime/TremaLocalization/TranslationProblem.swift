internal import Foundation
public import TremaMessages
internal import TremaSupport

/// A problem with a text. The app continues with a fallback; a developer or translator should fix
/// the problem.
public struct TranslationProblem: Hashable, Sendable {
  /// The reason for a translation problem.
  public enum Reason: Hashable, Sendable {
    /// No language in the fallback chain contains the text, or it is empty in all of them.
    case missingText
    /// The text and the arguments do not match.
    case format(FormatProblem)
    /// A text file exists but cannot be read completely. The associated value is the reason.
    case unreadableTable(String)
    /// A compiled catalog (`.tremac`) exists but is damaged or has an unsupported version. The
    /// associated value is the reason. The text files next to it are used instead.
    case unreadableCompiled(String)
    /// A `.stringsdict` file exists but cannot be read completely. The associated value is the
    /// reason. The `.strings` file next to it is used.
    case unreadablePlurals(String)
    /// The entry for the key in the `.stringsdict` file is malformed. The associated value is the
    /// reason. The text from the `.strings` file or from the next language is returned instead.
    /// Also reported if the compiled pattern of the text is damaged.
    case malformedPlural(String)
    /// The languages of the bundle cannot be determined. The associated value is the reason.
    case unreadableBundle(String)
    /// A requested language is not a language tag and was ignored. The associated value is the
    /// requested string.
    case invalidLanguage(String)
  }

  /// The reason for the problem.
  public var reason: Reason
  /// The key that was being looked up when the problem was found.
  public var key: String
  /// The problem's table, or `nil` if it can be in any of the default tables.
  public var table: String?
  /// The table's language, or `nil` if the table has none, or if the problem does not concern a
  /// single language.
  public var language: LanguageTag?
  /// The bundle's path.
  public var bundlePath: String

  /// A handler that prints each problem once to standard error, in debug builds only. It is the
  /// default handler of a ``Translator``.
  public static let printOnce: @Sendable (TranslationProblem) -> Void = { problem in
    #if DEBUG
      let line = "\(problem)\n"
      let isNew = printed.withLock { $0.count < 1_000 && $0.insert(line).inserted }
      // Errors are ignored: if standard error is closed, there's nowhere to report them.
      if isNew { try? FileHandle.standardError.write(contentsOf: Data(line.utf8)) }
    #endif
  }

  #if DEBUG
    /// The lines that have been printed, at most 1,000.
    private static let printed = LockedValue<Set<String>>([])
  #endif
}

extension TranslationProblem: CustomStringConvertible {
  /// A textual representation of the error.
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
