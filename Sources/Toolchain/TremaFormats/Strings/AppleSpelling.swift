import TremaMessages
import TremaSupport

extension UnsupportedFeatures {
  /// Notes a conversion of an Apple file that trema's outputs for Apple spell differently. For
  /// example, `%s`, which expects a C string, is written as `%@`, which expects an object.
  mutating func noteSpelling(of message: Message, key: String, at location: SourceLocation?) {
    let isSame = message.allPlaceholders { placeholder in
      PlaceholderDialect.apple.spell(placeholder, position: placeholder.position)
        == placeholder.description
    }
    if !isSame { note(.conversion, key: key, at: location) }
  }
}
