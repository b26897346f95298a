import TremaSupport

/// Finds the keys closest to misspelled keys. Each misspelled key is compared with all keys.
struct ClosestKeys {
  /// The names of keys in source code.
  private let names: UsageNames
  /// The hints so far, by kind and name.
  private var hints: [[UInt8]: String?] = [:]
  /// The maximum number of misspelled keys to find a hint for. It bounds the time.
  private static let maxSearched = 50

  init(_ names: UsageNames) { self.names = names }

  /// Returns a hint such as `did you mean 'x'?` for an undefined name, or `nil` if no name is close
  /// enough.
  mutating func hint(_ undefined: SourceFindings.UndefinedName) -> String? {
    let query = [undefined.kind.rawValue] + undefined.name
    if let hint = hints[query] { return hint }
    guard hints.count < Self.maxSearched, undefined.name.count < 256 else { return nil }
    let word = String(decoding: undefined.name, as: UTF8.self)
    let candidates: [ArraySlice<UInt8>] =
      switch undefined.kind {
      case .key:
        names.byKey.compactMap {
          names.keys[$0.value].isMissing(in: undefined.space) ? nil : $0.key
        }
      case .swiftAccessor: Array(names.swiftNames.keys)
      case .kotlinAccessor: present(in: names.kotlinMembers, undefined.space)
      case .resource: present(in: names.androidTexts, undefined.space)
      case .arrayResource: present(in: names.androidArrays, undefined.space)
      }
    let length = undefined.name.count
    var similar: [String] = []
    for candidate in candidates where abs(candidate.count - length) <= max(1, length / 3) {
      similar.append(String(decoding: candidate, as: UTF8.self))
    }
    // Dictionaries have no fixed order, so the alphabetically first name wins among equally close
    // ones.
    similar.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let hint = closestMatch(to: word, among: similar).map { "did you mean '\($0)'?" }
    hints[query] = .some(hint)
    return hint
  }

  /// Returns the names of the texts that a name space contains.
  private func present(
    in table: [ArraySlice<UInt8>: [Int]], _ space: NameSpace
  ) -> [ArraySlice<UInt8>] {
    table.compactMap { name, keys in
      keys.contains { !names.keys[$0].isMissing(in: space) } ? name : nil
    }
  }
}
