extension Annotations {
  /// Returns the items of an annotation whose value is a comma-separated list, such as
  /// `@tags ios, onboarding`. Empty items are skipped.
  ///
  /// - Parameter words: The words in the line, the annotation's name first.
  /// - Returns: `nil` for a list without items, or with whitespace in an item.
  static func items(_ words: [ArraySlice<UInt8>]) -> [String]? {
    var items: [String] = []
    // Whether a comma precedes the next item.
    var isSeparated = true
    for word in words.dropFirst() {
      var rest = word
      while let byte = rest.first {
        if byte == UInt8(ascii: ",") {
          rest = rest.dropFirst()
          isSeparated = true
          continue
        }
        let item = rest.prefix { $0 != UInt8(ascii: ",") }
        guard isSeparated else { return nil }
        items.append(String(decoding: item, as: UTF8.self))
        rest = rest.dropFirst(item.count)
        isSeparated = false
      }
    }
    return items.isEmpty ? nil : items
  }

  /// Returns whether a string is a valid tag: letters and digits of any script, `-`, `_` and `.`.
  package static func isTag(_ text: String) -> Bool {
    // The comma after a tag counts toward the length of the word.
    !text.isEmpty && text.utf8.count < maxWordLength && text.unicodeScalars.allSatisfy(isTagScalar)
  }

  /// Returns whether a tag can contain a Unicode scalar.
  private static func isTagScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": return true
    case _ where scalar.isASCII: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    // Marks are parts of letters in many scripts.
    case .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return scalar.properties.isAlphabetic
    }
  }

  /// Returns the strings without duplicates, in the order of their first occurrences.
  package static func unique(_ texts: [String]) -> [String] {
    if texts.count < 2 { return texts }
    var known: Set<String> = []
    return texts.filter { known.insert($0).inserted }
  }
}
