/// Keys of which only a part is known: `error_*`, where `*` stands for any characters.
public struct KeyPattern: Hashable, Sendable {
  /// What is constant, around what is not.
  let parts: [[UInt8]]

  init(parts: [[UInt8]]) { self.parts = parts }

  /// - Parameter text: with `*` for any characters.
  public init(_ text: String) {
    parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// As it is written, neighbouring stars as one.
  var text: [UInt8] {
    var text: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0, text.last != UInt8(ascii: "*") { text.append(UInt8(ascii: "*")) }
      text += part
    }
    return text
  }

  /// Whether any part of it is known.
  var isConstantSomewhere: Bool { parts.contains { !$0.isEmpty } }

  func matches(_ key: [UInt8]) -> Bool {
    guard let first = parts.first, let last = parts.last, key.starts(with: first) else {
      return false
    }
    if parts.count == 1 { return key.count == first.count }
    var place = first.count
    let end = key.count - last.count
    guard place <= end, key[end...].elementsEqual(last) else { return false }
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      while place + part.count <= end, !key[place...].starts(with: part) { place += 1 }
      guard place + part.count <= end else { return false }
      place += part.count
    }
    return true
  }
}

/// Names in the order of their bytes, for finding those that a pattern fits.
struct SortedNames {
  private let names: [(bytes: [UInt8], keys: [Int])]

  init(_ table: some Sequence<(key: ArraySlice<UInt8>, value: [Int])>) {
    names = table.map { (Array($0.key), $0.value) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  func keys(fitting pattern: KeyPattern) -> Set<Int> {
    let prefix = pattern.parts.first ?? []
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].bytes.lexicographicallyPrecedes(prefix) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var keys: Set<Int> = []
    while low < names.count, names[low].bytes.starts(with: prefix) {
      if pattern.matches(names[low].bytes) { keys.formUnion(names[low].keys) }
      low += 1
    }
    return keys
  }
}
