import TremaDiagnostics
import TremaMessages

extension Losses {
  /// Notes that a file of Apple's has a conversion which the outputs for Apple spell otherwise: `%s` takes
  /// a string of C, and what is written is `%@`, which takes an object.
  mutating func noteSpelling(of message: Message, key: String, at location: SourceLocation?) {
    let isSame = message.allPlaceholders { placeholder in
      PlaceholderDialect.apple.spell(placeholder, position: placeholder.position)
        == placeholder.description
    }
    if !isSame { note(.conversion, key: key, at: location) }
  }
}
