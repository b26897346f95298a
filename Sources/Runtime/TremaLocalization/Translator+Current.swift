internal import Foundation
public import TremaMessages
internal import TremaSupport

// So that an app can make its own types arguments without a second import.
/// An argument of a text.
public typealias TextArgument = TremaMessages.TextArgument
/// An argument of a format.
public typealias FormatArgument = TremaMessages.FormatArgument

extension Translator {
  private final class OfTask: Sendable {
    let translator: Translator

    init(_ translator: Translator) { self.translator = translator }
  }

  @TaskLocal private static var ofTask: OfTask?

  /// The translator of the process. Set it at launch, or later: texts change at the next call.
  public static var shared: Translator {
    get { SharedTranslator.ofProcess.translator }
    set { SharedTranslator.ofProcess.translator = newValue }
  }

  /// The translator of this task if there is one, else ``shared``; the one that the function
  /// ``translate(_:_:table:bundle:)`` asks.
  public static var current: Translator {
    SharedTranslator.ofProcess.isOvershadowed ? ofTask?.translator ?? shared : shared
  }

  /// Returns the text of the function ``translate(_:_:table:bundle:)``.
  static func currentText(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>, table: String?,
    bundle: Bundle?
  ) -> String {
    let process = SharedTranslator.ofProcess
    if !process.isOvershadowed,
      let text = quickText(
        key, arguments, in: process, translator: process.identity, table: table, bundle: bundle)
    {
      return text
    }
    return current.text(key, arguments, table: table, bundle: bundle)
  }

  /// Changes the language of the process. Texts that are on the screen are not drawn again: tell
  /// your views.
  ///
  /// - Parameter languages: best first; nil for those of the user.
  public static func switchLanguages(to languages: [String]?) {
    SharedTranslator.ofProcess.setLanguages(languages)
  }

  /// Forgets what was read from files, for an app that has just downloaded new texts.
  public static func reload() { LookupChain.forgetAll() }

  /// Makes this the current translator while `operation` runs.
  ///
  /// It reaches child tasks, not threads and not `Task.detached`.
  ///
  /// - Parameter operation: what is to run with this translator.
  /// - Returns: what `operation` returns.
  public func asCurrent<Result>(_ operation: () throws -> Result) rethrows -> Result {
    SharedTranslator.ofProcess.isOvershadowed = true
    return try Self.$ofTask.withValue(OfTask(self), operation: operation)
  }

  /// Makes this the current translator while `operation` runs, on the actor of the caller.
  ///
  /// It reaches child tasks, not threads and not `Task.detached`.
  ///
  /// - Parameters:
  ///   - isolation: the actor that `operation` runs on.
  ///   - operation: what is to run with this translator.
  /// - Returns: what `operation` returns.
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    SharedTranslator.ofProcess.isOvershadowed = true
    return try await Self.$ofTask.withValue(
      OfTask(self), operation: operation, isolation: isolation)
  }
}
