import TremaCatalog
import TremaMessages

/// The differences between the languages that accessors are written in.
enum AccessorLanguage: String, Hashable, Sendable {
  case swift = "Swift"
  case kotlin = "Kotlin"

  func parameter(_ name: String) -> GeneratedName {
    switch self {
    case .swift: SwiftName.parameter(name)
    case .kotlin: KotlinName.parameter(name)
    }
  }

  /// The type of an argument; nil when generated code cannot take it.
  ///
  /// Kotlin's `Int` has 32 bits: a text that reads 64 takes a `Long`.
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

  /// Whether something can be passed for what a message asks for.
  func canPass(_ use: ArgumentUse) -> Bool {
    guard use.number <= TextSignature.mostArguments else { return false }
    guard case .placeholder(let placeholder) = use.demand else { return true }
    if placeholder.takesExtentArguments { return false }
    switch placeholder.type {
    case .text, .integer, .floating, .character: return true
    case .boolean, .hash, .date: return self == .kotlin
    case .pointer, .none: return false
    }
  }
}
