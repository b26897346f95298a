import TremaCatalog
import TremaSupport

/// Texts that say something else in each language, or stay as they are: credits, licences and samples of
/// all letters. No check of prose is asked about them.
///
/// GNOME has its translators write their names for `translator-credits`, KDE for `Your names`.
enum Boilerplate {
  private static let credits: Set<String> = [
    "translatorcredits", "translatorscredits", "translationcredits", "yournames", "youremails",
  ]

  /// Phrases of licences and of references to licences.
  private static let licences: [StaticString] = [
    "General Public License", "Public Licence", "WITHOUT ANY WARRANTY", "WITHOUT WARRANTY",
    "Apache License", "MIT License", "Permission is hereby granted", "Free Software Foundation",
  ]

  /// - Parameter source: of the master's value.
  static func isMaster(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    // Longer than the longest of the credits.
    if source.count <= 24 { return credits.contains(folded(source)) }
    return licences.contains { source.contains($0) } || source.count <= 100 && hasAllLetters(source)
  }

  /// "The quick brown fox jumps over the lazy dog", and its like.
  private static func hasAllLetters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let found = bytes.reduce(0 as UInt32) { found, byte in
      ASCII.isLetter(byte) ? found | 1 << (byte & 0x1F) : found
    }
    return found == 0x07FF_FFFE
  }

  /// The letters in lower case.
  private static func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes.filter(ASCII.isLetter).map(ASCII.lowercased), as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// - Parameter words: a few bytes.
  fileprivate func contains(_ words: StaticString) -> Bool {
    words.withUTF8Buffer { words in
      guard let first = words.first else { return true }
      var start = 0
      while let index = self[start...].firstIndex(of: first), index + words.count <= count {
        if self[index..<index + words.count].elementsEqual(words) { return true }
        start = index + 1
      }
      return false
    }
  }
}
