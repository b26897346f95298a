/// A file's entries in the order of Java's `String.compareTo`, which compares UTF-16 code units.
struct SortedEntries {
  private var entries: [(key: String, line: [UInt8])] = []

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - key: The key to sort by.
  ///   - line: The bytes of the entry.
  mutating func insert(_ key: String, _ line: [UInt8]) { entries.append((key, line)) }

  /// Returns the entries in order.
  func lines() -> [[UInt8]] {
    entries.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }.map(\.line)
  }
}

extension FileDescription {
  /// Returns the paths: `text_de.json` and, for a language that an option made the default,
  /// `text.json`.
  func javaPaths(suffix: String) -> [String] {
    let path = "\(table)_\(spelling).\(suffix)"
    return isChosenDefault ? [path, "\(table).\(suffix)"] : [path]
  }
}

extension WritingDifferences {
  /// Records that Java exported only a value's direct text, without the text in its child elements.
  mutating func noteMarkup(of entry: Entry) {
    guard entry.hasMarkup else { return }
    note("trema-core omitted the text inside the elements of this value", at: .value(nil))
  }
}
