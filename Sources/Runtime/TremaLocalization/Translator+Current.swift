internal import Foundation
public import TremaMessages
internal import TremaSupport

// These aliases let an app declare its own argument types without a second import.
/// A type whose values can be passed as arguments to a text.
public typealias TextArgument = TremaMessages.TextArgument
/// An argument's value.
public typealias FormatArgument = TremaMessages.FormatArgument

extension Translator {
  /// A reference to a translator, which is cheaper to store as a task-local value than the
  /// translator itself.
  private final class Reference: Sendable {
    let translator: Translator

    init(_ translator: Translator) { self.translator = translator }
  }

  @TaskLocal private static var taskTranslator: Reference?

  /// The process's translator. Set it at launch or later; the next lookup uses the new value.
  public static var shared: Translator {
    get { SharedTranslator.shared.translator }
    set { SharedTranslator.shared.translator = newValue }
  }

  /// The translator of the current task, or ``shared`` if the task has none. The
  /// ``translate(_:_:table:bundle:)`` function uses it.
  public static var current: Translator {
    SharedTranslator.shared.hasTaskTranslators ? taskTranslator?.translator ?? shared : shared
  }

  /// Returns the text for a call to ``translate(_:_:table:bundle:)``.
  static func currentText(
    _ key: String, _ arguments: UnsafeBufferPointer<FormatArgument>, table: String?,
    bundle: Bundle?
  ) -> String {
    let process = SharedTranslator.shared
    if !process.hasTaskTranslators,
      let text = quickText(
        key, arguments, in: process, translator: process.identity, table: table, bundle: bundle)
    {
      return text
    }
    return current.text(key, arguments, table: table, bundle: bundle)
  }

  /// Changes the languages of ``shared``. Texts that are already on the screen are not updated; the
  /// app must reload its views.
  ///
  /// - Parameter languages: The preferred languages as BCP 47 tags, best first, or `nil` for the
  ///   user's languages.
  public static func switchLanguages(to languages: [String]?) {
    SharedTranslator.shared.setLanguages(languages)
  }

  /// Discards all texts that were read from files, for example after the app has downloaded new
  /// files.
  public static func reload() { LookupChain.discardAll() }

  /// Runs a closure with this translator as ``current``.
  ///
  /// The translator also applies to child tasks, but not to other threads or detached tasks.
  public func asCurrent<Result>(_ operation: () throws -> Result) rethrows -> Result {
    SharedTranslator.shared.hasTaskTranslators = true
    return try Self.$taskTranslator.withValue(Reference(self), operation: operation)
  }

  /// Runs an asynchronous closure with this translator as ``current``, on the actor of the caller.
  ///
  /// The translator also applies to child tasks, but not to other threads or detached tasks.
  ///
  /// - Parameter isolation: The actor on which the closure runs.
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    SharedTranslator.shared.hasTaskTranslators = true
    return try await Self.$taskTranslator.withValue(
      Reference(self), operation: operation, isolation: isolation)
  }
}
