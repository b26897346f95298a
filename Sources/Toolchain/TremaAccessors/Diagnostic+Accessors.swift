import TremaCatalog
import TremaMessages
import TremaSupport

extension Diagnostic {
  /// Returns the note about a member whose name had to be changed to be a valid identifier.
  ///
  /// - Parameters:
  ///   - text: The text that the member is generated for.
  ///   - name: The name of the member, after the change.
  ///   - repair: The reason for the change, as a clause.
  static func renamedAccessor(
    _ text: TextView, to name: String, reason repair: String, in language: AccessorLanguage
  ) -> Self {
    Diagnostic(
      .note, "renamed-accessor",
      "key '\(text.key.shortened)' is named '\(name.shortened)' in \(language.rawValue): \(repair)",
      at: text.location(text.keyPosition), subject: text.key)
  }

  /// Returns the note about a parameter whose name had to be changed to be a valid identifier.
  static func renamedArgument(
    _ repair: Parameter.NameAdjustment, of text: TextView, in language: AccessorLanguage
  ) -> Self {
    Diagnostic(
      .note, "renamed-accessor",
      "argument \(repair.number) of '\(text.key.shortened)' is named '\(repair.name)' in "
        + "\(language.rawValue): \(repair.reason)",
      at: text.contextLocation ?? text.location(text.keyPosition),
      subject: "\(text.key) \(repair.number)")
  }

  /// Returns the error about a member that would shadow a name in the bundle expression.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - text: The text that the member is generated for.
  ///   - bundle: The bundle expression, in Swift.
  static func hiddenBundle(_ name: String, of text: TextView, bundle: String) -> Self {
    var diagnostic = Diagnostic(
      .error, "name-collision",
      "the Swift name of key '\(text.key.shortened)' would shadow '\(name.shortened)' in the "
        + "bundle expression '\(bundle)'",
      at: text.location(text.keyPosition), hint: "rename the key or the bundle", subject: text.key)
    diagnostic.key = text.key
    return diagnostic
  }

  /// Returns the warning about a text that has no member because Compose Multiplatform cannot format
  /// it.
  static func unsupportedMessage(_ text: TextView) -> Self {
    var diagnostic = Diagnostic(
      .warning, "unsupported-message",
      "'\(text.key.shortened)' has no Kotlin member: Compose Multiplatform supports only plurals "
        + "with categories and unformatted arguments",
      at: text.location(text.keyPosition),
      hint:
        "split it into several texts, or format numbers and dates in the app and pass them to %@",
      subject: text.key)
    diagnostic.key = text.key
    return diagnostic
  }

  /// Returns the error about an argument that generated code cannot pass.
  static func unsupportedArgument(
    _ use: ArgumentUse, in value: ValueView, of text: TextView, _ language: AccessorLanguage
  ) -> Self {
    let (reason, hint) = explanation(of: use, language)
    let spelling =
      if case .placeholder(let placeholder) = use.requirement {
        placeholder.description
      } else {
        "{\(use.number - 1)}"
      }
    var diagnostic = Diagnostic(
      .error, "unsupported-placeholder",
      "'\(spelling)' in the '\(value.language)' value of '\(text.key.shortened)' \(reason)",
      at: text.location(value.textPosition, of: value), hint: hint,
      subject: "\(text.key) \(value.language)")
    diagnostic.key = text.key
    diagnostic.language = value.language
    return diagnostic
  }

  /// Returns the reason why generated code cannot pass an argument, as a predicate, and a hint.
  private static func explanation(
    of use: ArgumentUse, _ language: AccessorLanguage
  ) -> (reason: String, hint: String) {
    let tooHigh = (
      reason: "uses an argument number above \(TextSignature.maxArguments)",
      hint: "use argument numbers from 1 to \(TextSignature.maxArguments)"
    )
    guard case .placeholder(let placeholder) = use.requirement else { return tooHigh }
    if placeholder.takesWidthOrPrecisionArguments {
      return ("takes its width from an argument", "use a number as the width")
    }
    switch placeholder.type {
    case .pointer:
      return (
        "requires a pointer, which generated \(language.rawValue) code cannot pass",
        "use %@ "
          + "instead"
      )
    case .none: return ("is a line break on Android and writes to memory in C", "write \\n")
    case _ where use.number > TextSignature.maxArguments: return tooHigh
    case .boolean:
      return ("requires a Boolean value", "use two texts, or pass a string with %@")
    case .hash: return ("requires a hash code", "use %@ instead")
    case .date: return ("requires a date", "format the date in the app, and pass it with %@")
    case .text, .integer, .floating, .character: return tooHigh
    }
  }
}
