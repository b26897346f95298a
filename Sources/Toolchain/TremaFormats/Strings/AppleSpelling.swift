import TremaMessages
import TremaSupport

extension UnsupportedFeatures {
  /// Notes a conversion in an Apple file that outputs for Apple write differently: `%s`, which takes a C string,
  /// is written as `%@`, which takes an object.
  mutating func noteSpelling(of message: Message, key: String, at location: SourceLocation?) {
    let isSame = message.allPlaceholders { placeholder in
      PlaceholderDialect.apple.spell(placeholder, position: placeholder.position)
        == placeholder.description
    }
    if !isSame { note(.conversion, key: key, at: location) }
  }
}
