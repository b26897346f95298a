import TremaCatalog
import TremaMessages

/// A language that accessors are generated in, with its rules for names and types.
///
/// The raw value is the name of the language in messages.
enum AccessorLanguage: String, Hashable, Sendable {
  case swift = "Swift"
  case kotlin = "Kotlin"

  /// Returns a parameter name, derived from a translator's or developer's words.
  func parameter(_ name: String) -> GeneratedName {
    switch self {
    case .swift: SwiftName.parameter(name)
    case .kotlin: KotlinName.parameter(name)
    }
  }

  /// Returns the type of an argument in generated code, or `nil` if generated code cannot take such
  /// an argument.
  ///
  /// Kotlin's `Int` has 32 bits, so an argument for a 64-bit conversion is a `Long`.
  func type(of argument: TextSignature.Argument) -> String? {
    switch (self, argument.type) {
    case (_, .text): "String"
    case (.swift, .integer): argument.isSigned ? "Int" : "UInt"
    case (.kotlin, .integer): argument.isWide ? "Long" : "Int"
    case (_, .floating): "Double"
    case (.swift, .character): "Character"
    case (.kotlin, .character): "Char"
    case (.swift, .date): "Date"
    case (.kotlin, .date): "java.util.Date"
    case (.kotlin, .boolean): "Boolean"
    case (.kotlin, .hash): "Any"
    case (.swift, .boolean), (.swift, .hash), (_, .pointer), (_, .none): nil
    }
  }

  /// Returns whether generated code can pass the argument that a placeholder uses.
  ///
  /// The argument number must not exceed ``TextSignature/maxArguments``, and the placeholder's
  /// width and precision must not be arguments.
  func canPass(_ use: ArgumentUse) -> Bool {
    guard use.number <= TextSignature.maxArguments else { return false }
    guard case .placeholder(let placeholder) = use.requirement else { return true }
    if placeholder.takesWidthOrPrecisionArguments { return false }
    switch placeholder.type {
    case .text, .integer, .floating, .character: return true
    case .boolean, .hash, .date: return self == .kotlin
    case .pointer, .none: return false
    }
  }
}
