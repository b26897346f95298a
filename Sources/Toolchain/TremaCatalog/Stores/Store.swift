import TremaMessages

/// A store that shows listings of apps. The raw value is the name of the output format.
package enum Store: String, CaseIterable, Hashable, Sendable {
  case appStore = "app-store"
  case googlePlay = "google-play"

  /// The name in messages, as the object of a sentence.
  package var title: String {
    switch self {
    case .appStore: "the App Store"
    case .googlePlay: "Google Play"
    }
  }

  /// The prefix of the keys of listings, unless a project sets another.
  package static let defaultPrefix = "store."

  /// Returns a text as it is sent to a store: without white space and line breaks at its ends, and
  /// with line feeds as its line breaks.
  package static func normalized(_ text: String) -> String {
    let isOuter = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !isOuter($0) }),
      let last = bytes.lastIndex(where: { !isOuter($0) })
    else { return "" }
    guard bytes.contains(0x0D) else { return String(text[first...last]) }
    var unified: [UInt8] = []
    var previous: UInt8 = 0
    for byte in bytes[first...last] {
      // A carriage return and a line feed are one line break.
      if byte == 0x0D {
        unified.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        unified.append(byte)
      }
      previous = byte
    }
    return String(decoding: unified, as: UTF8.self)
  }

  /// Returns the length of a text as the stores count it, in UTF-16 code units.
  ///
  /// Source: `Documentation/Formats/StoreListings.md`, "Limits".
  package static func length(_ text: String) -> Int { normalized(text).utf16.count }
}

/// The texts of an app's listing in a store, as an output declares them.
package struct StoreListing: Hashable, Sendable {
  package var store: Store
  /// The beginning of the keys of the listing's texts.
  package var prefix: String
  /// The languages of the listing, or `nil` for the languages of the project. The master language
  /// is always one of them.
  package var languages: [LanguageTag]?
  /// The locales that the project sets for languages.
  package var localeNames: [LanguageTag: String] = [:]
  /// The names of the statuses whose values are in the listing, or `nil` for all statuses.
  package var statuses: Set<String>?

  package init(_ store: Store, prefix: String = Store.defaultPrefix) {
    (self.store, self.prefix) = (store, prefix)
  }

  /// Returns the field of a text, or `nil` if the text is not part of the listing.
  package func field(ofKey key: String) -> StoreField? {
    fieldKey(of: key).flatMap { StoreField(key: $0, in: store) }
  }

  /// Returns the part of a key after the prefix, or `nil` if the key has another prefix.
  package func fieldKey(of key: String) -> String? {
    guard key.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// Returns the locale of a language, or `nil` if the store does not have the language.
  package func locale(of language: LanguageTag) -> String? {
    localeNames[language] ?? store.locale(of: language)
  }
}
