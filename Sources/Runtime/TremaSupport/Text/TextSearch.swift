/// The search for words in a text, byte by byte.
///
/// Swift's own is part of its regular expressions: a command that calls it has all of them in it, and
/// the loader goes through them at each start. These come before those of the same name.
extension StringProtocol {
  package func contains(_ words: String) -> Bool { firstRange(of: words) != nil }

  /// Where words first stand; at the start when there are none.
  package func firstRange(of words: String) -> Range<Index>? {
    let (bytes, sought) = (utf8, words.utf8)
    guard let first = sought.first else { return startIndex..<startIndex }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: sought) {
        return start..<rest.index(start, offsetBy: sought.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension String {
  // Literals would go to Swift's own otherwise.
  package func contains(_ words: String) -> Bool { firstRange(of: words) != nil }
}

extension [String] {
  /// Swift's own is made for all sequences of all texts, and looks each up by its name at the first call.
  package func joined(separator: String = "") -> String {
    guard var text = first else { return "" }
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
