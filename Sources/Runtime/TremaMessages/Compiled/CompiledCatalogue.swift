/// The texts of one table in one language, as `trema convert --format compiled` wrote them.
///
/// Opening one looks at the header and at the bounds of its parts alone, so that it takes the same
/// time for every size. Nothing is trusted afterwards either: every offset is compared with the
/// length before a byte is read, and a look-up looks at 16 slots at most. Bytes that are damaged
/// give texts that are wrong or missing, and errors; never a trap, never a byte from elsewhere.
/// ``verify()`` looks at all of it.
package struct CompiledCatalogue: Sendable {
  let bytes: CompiledBytes
  /// How many texts there are; they are numbered from 0.
  package let count: Int
  let hash: CompiledHash
  let buckets: UInt32
  let probes: Int
  /// The starts of the entries and of the heap.
  let entries: Int
  let heap: Int
  private let languagePlace: (start: UInt64, length: UInt64)

  /// - Parameter bytes: a whole file.
  /// - Throws: when it is of another format or version, shorter or longer than it says, or when its
  ///   parts do not lie where they must.
  package init(_ bytes: CompiledBytes) throws(CompiledProblem) {
    let header = try CompiledHeader(bytes)
    self.bytes = bytes
    count = Int(truncatingIfNeeded: header.count)
    languagePlace = header.language
    hash = CompiledHash(seed: header.seed)
    buckets = header.buckets
    probes = Int(truncatingIfNeeded: header.probes)
    entries = header.entries
    heap = header.heap
  }

  /// The language of the texts: a language tag, unless the file is damaged.
  package var language: String { string(languagePlace.start, languagePlace.length) ?? "" }

  // MARK: look-up

  /// The number of the text with a key, byte for byte; nil when there is none.
  package func find(_ key: String) -> Int? {
    if let found = key.utf8.withContiguousStorageIfAvailable({ find(UnsafeRawBufferPointer($0)) }) {
      return found
    }
    var copy = key
    return copy.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the entry of a key in bytes.
  package func find(_ key: UnsafeRawBufferPointer) -> Int? {
    let hash = hash(key)
    let mark = CompiledHash.mark(hash)
    let home = CompiledHash.home(hash, of: buckets)
    for slot in home..<home + probes {
      let place = CompiledLayout.headerSize + slot * CompiledLayout.slotSize
      guard place < entries, let word = bytes.longWord(at: place) else { return nil }
      let number = UInt32(truncatingIfNeeded: word >> 32)
      // Keys that share a run of slots are in it without a gap.
      if number == CompiledLayout.noEntry { return nil }
      guard UInt32(truncatingIfNeeded: word) == mark else { continue }
      let entry = Int(truncatingIfNeeded: number)
      if let record = record(entry), let found = bytes.range(record.start, record.keyLength),
        Self.areEqual(found, key)
      {
        return entry
      }
    }
    return nil
  }

  private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    var index = 0
    while a.count - index >= 8 {
      // Bound: index + 8 <= both counts.
      let difference =
        a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if difference != 0 { return false }
      index += 8
    }
    if index == a.count { return true }
    if a.count >= 8 {
      // The last 8, some of which were compared before.
      return a.loadUnaligned(fromByteOffset: a.count - 8, as: UInt64.self)
        == b.loadUnaligned(fromByteOffset: a.count - 8, as: UInt64.self)
    }
    return a.elementsEqual(b)
  }

  // MARK: entries

  /// The places of the parts of an entry.
  struct Record {
    var start, keyLength, textLength, patternLength: UInt64

    var text: UInt64 { start + keyLength }
    var pattern: UInt64 { text + textLength }
    var end: UInt64 { pattern + patternLength }
  }

  /// - Returns: nil for a number that no entry has. The bounds are still to be looked at; sums do
  ///   not overflow, as each part has 32 bits.
  func record(_ entry: Int) -> Record? {
    guard entry >= 0, entry < count else { return nil }
    let place = entries + entry * CompiledLayout.entrySize
    guard let first = bytes.longWord(at: place), let second = bytes.longWord(at: place + 8) else {
      return nil
    }
    return Record(
      start: first & 0xFFFF_FFFF, keyLength: first >> 32, textLength: second & 0xFFFF_FFFF,
      patternLength: second >> 32)
  }

  /// The key of an entry; nil for a number that no entry has, or a damaged one.
  package func key(_ entry: Int) -> String? {
    guard let record = record(entry) else { return nil }
    return string(record.start, record.keyLength)
  }

  /// The text of an entry as `.strings` has it: its percent signs and placeholders as they are
  /// spelled there, a message with branches as ICU text. Empty for a text that is not translated;
  /// nil for a number that no entry has, or a damaged one.
  package func text(_ entry: Int) -> String? {
    guard let record = record(entry) else { return nil }
    return string(record.text, record.textLength)
  }

  /// The text of an entry that is shown with any arguments; `nil` for one that is empty, or has a
  /// pattern.
  package func plainText(_ entry: Int) -> String? {
    guard let record = record(entry), record.patternLength == 0, record.textLength > 0 else {
      return nil
    }
    return string(record.text, record.textLength)
  }

  private func string(_ start: UInt64, _ length: UInt64) -> String? {
    bytes.range(start, length).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The properties of a text that are known before its pattern is read.
  package struct Shape: Hashable, Sendable {
    /// Whether the entry has no pattern: the text is shown with any arguments.
    package var isPlain: Bool
    package var takesArguments: Bool
    /// A plural or a select is in it.
    package var hasBranches: Bool
  }

  /// Returns the shape of an entry; `nil` for a number that no entry has, or a damaged one.
  package func shape(_ entry: Int) -> Shape? {
    guard let record = record(entry) else { return nil }
    if record.patternLength == 0 {
      return Shape(isPlain: true, takesArguments: false, hasBranches: false)
    }
    guard let flags = bytes.range(record.pattern, 1)?.first else { return nil }
    return Shape(
      isPlain: false, takesArguments: flags & CompiledPattern.takesArguments != 0,
      hasBranches: flags & CompiledPattern.hasBranches != 0)
  }

  /// Returns the text of an entry, with all arguments in braces numbered.
  ///
  /// - Throws: when the entry is damaged, or no entry has the number.
  package func message(_ entry: Int) throws(CompiledProblem) -> Message {
    guard let record = record(entry) else {
      throw CompiledProblem(at: entries, "there is no entry \(entry)")
    }
    if record.patternLength == 0 {
      guard let text = string(record.text, record.textLength) else {
        throw outside(entry, "text")
      }
      return Message(text)
    }
    guard let pattern = bytes.range(record.pattern, record.patternLength) else {
      throw outside(entry, "pattern")
    }
    // It fits: the range has been looked at.
    var decoder = PatternDecoder(pattern, at: Int(truncatingIfNeeded: record.pattern))
    return try decoder.whole()
  }

  func outside(_ entry: Int, _ part: String) -> CompiledProblem {
    CompiledProblem(
      at: entries + entry * CompiledLayout.entrySize, "the \(part) lies outside of the file")
  }
}
