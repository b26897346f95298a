import TremaMessages
import TremaSupport

extension UnsupportedFeatures {
  /// Records a conversion in an Apple file that trema's outputs for Apple spell differently. For
  /// example, `%s`, which requires a C string, is written as `%@`, which requires an object.
  mutating func noteSpelling(of message: Message, key: String, at location: SourceLocation?) {
    let isSame = message.allPlaceholders { placeholder in
      PlaceholderDialect.apple.spell(placeholder, position: placeholder.position)
        == placeholder.description
    }
    if !isSame { note(.conversion, key: key, at: location) }
  }
}
