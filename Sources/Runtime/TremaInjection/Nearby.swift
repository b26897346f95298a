/// Names that look like another.
enum Nearby {
  /// At most three, the nearest first: those a third of the letters away, and those one of which
  /// begins with the other.
  static func names(like name: String, among all: [String]) -> [String] {
    let wanted = Array(name.utf8)
    let near = Set(all).compactMap { other -> (Int, String)? in
      let distance = distance(wanted, Array(other.utf8))
      guard
        other != name,
        distance * 3 <= max(wanted.count, other.utf8.count)
          || other.hasPrefix(name) || name.hasPrefix(other)
      else { return nil }
      return (distance, other)
    }
    return near.sorted { $0 < $1 }.prefix(3).map(\.1)
  }

  /// How many letters must be put in, left out or changed (Levenshtein), in UTF-8 bytes.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let changed = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
