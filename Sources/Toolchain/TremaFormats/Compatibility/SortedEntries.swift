/// Entries that a file holds in the order of Java's `String.compareTo`: by UTF-16 code units.
struct SortedEntries {
  private var entries: [(key: String, line: [UInt8])] = []

  /// - Parameter line: the entry as the file has it.
  mutating func insert(_ key: String, _ line: [UInt8]) { entries.append((key, line)) }

  func lines() -> [[UInt8]] {
    entries.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }.map(\.line)
  }
}

extension FileDescription {
  /// `text_de.json`, and `text.json` too when the language is the default that was asked for.
  func javaPaths(suffix: String) -> [String] {
    let path = "\(table)_\(spelling).\(suffix)"
    return isChosenDefault ? [path, "\(table).\(suffix)"] : [path]
  }
}

extension WritingDifferences {
  /// Java took the text directly in the value, without that of elements in it.
  mutating func noteMarkup(of entry: Entry) {
    guard entry.hasMarkup else { return }
    note("trema-core left out the text inside the elements of this value", at: .value(nil))
  }
}
