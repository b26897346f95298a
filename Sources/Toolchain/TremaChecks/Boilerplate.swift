import TremaCatalog
import TremaSupport

/// Recognizes texts that differ in each language or are not translated: credits, licenses and
/// pangrams. Prose checks do not examine them.
///
/// GNOME's translators enter their names for `translator-credits`, KDE's for `Your names`.
enum Boilerplate {
  /// The keys of credits in lowercase, without characters other than letters.
  private static let credits: Set<String> = [
    "translatorcredits", "translatorscredits", "translationcredits", "yournames", "youremails",
  ]

  /// Phrases that occur in licenses and references to licenses.
  private static let licences: [StaticString] = [
    "General Public License", "Public Licence", "WITHOUT ANY WARRANTY", "WITHOUT WARRANTY",
    "Apache License", "MIT License", "Permission is hereby granted", "Free Software Foundation",
  ]

  /// Returns whether the source of a master value is boilerplate.
  ///
  /// - Parameter source: The source in UTF-8.
  static func isMaster(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    // The limit exceeds the length of the longest credit with its separators.
    if source.count <= 24 { return credits.contains(folded(source)) }
    return licences.contains { source.contains($0) } || source.count <= 100 && hasAllLetters(source)
  }

  /// Returns whether the bytes contain every letter of the English alphabet, as in the pangram "The
  /// quick brown fox jumps over the lazy dog".
  private static func hasAllLetters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // A bit for each letter: the lower five bits of its code are 1 to 26 in both cases.
    let found = bytes.reduce(0 as UInt32) { found, byte in
      ASCII.isLetter(byte) ? found | 1 << (byte & 0x1F) : found
    }
    return found == 0x07FF_FFFE
  }

  /// Returns the ASCII letters of the bytes in lowercase, without any other characters.
  private static func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes.filter(ASCII.isLetter).map(ASCII.lowercased), as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the buffer contains a byte sequence.
  ///
  /// - Parameter words: A short sequence. The time is proportional to the product of both lengths.
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
