import TremaCatalog
import TremaDiagnostics
import TremaMessages

extension Diagnostic {
  static func renamed(_ text: Text, to name: String, because repair: String) -> Self {
    Diagnostic(
      .note, "renamed-accessor", "the Swift name of key '\(text.key)' is \(name): \(repair)",
      at: text.location(text.keyPosition), subject: text.key)
  }

  static func renamedArgument(
    _ number: Int, of text: Text, to name: String, because repair: String
  ) -> Self {
    Diagnostic(
      .note, "renamed-accessor",
      "the Swift name of argument \(number) of '\(text.key)' is \(name): \(repair)",
      at: text.context.map(text.location(ofContext:)) ?? text.location(text.keyPosition),
      subject: "\(text.key) \(number)")
  }

  static func hidesBundle(_ name: String, of text: Text, bundle: String) -> Self {
    Diagnostic(
      .error, "name-collision",
      "the Swift name of key '\(text.key)' would hide '\(name)' of the bundle '\(bundle)'",
      at: text.location(text.keyPosition), hint: "rename one of the two", subject: text.key)
  }

  static func unsupported(_ placeholder: Placeholder, in value: Value, of text: Text) -> Self {
    let (reason, hint) = explanation(of: placeholder)
    return Diagnostic(
      .error, "unsupported-placeholder",
      "'\(placeholder)' of key '\(text.key)', language '\(value.language)', \(reason)",
      at: text.location(value.textPosition, of: value), hint: hint,
      subject: "\(text.key) \(value.language)")
  }

  private static func explanation(
    of placeholder: Placeholder
  ) -> (reason: String, hint: String) {
    if placeholder.takesExtentArguments {
      return ("takes its width from an argument", "write the width as a number")
    }
    switch placeholder.type {
    case .pointer:
      return ("asks for an address, which Swift does not pass", "show a text with %@")
    case .boolean:
      return ("asks for a truth value", "make it two texts, or show a text with %@")
    case .hash: return ("asks for a hash code", "show a text with %@")
    case .date: return ("asks for a date", "format the date in the app and show it with %@")
    case .none: return ("is a line break on Android and writes to memory in C", "write \\n")
    case .text, .integer, .floating, .character:
      return ("asks for an argument beyond \(Argument.maximum)", "number arguments from 1")
    }
  }
}
