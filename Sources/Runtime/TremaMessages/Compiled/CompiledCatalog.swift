/// One table's texts in one language, in the format written by `trema convert --format compiled`.
///
/// Opening a file checks only the header and the bounds of its parts, so it takes the same time
/// however large the file is. Later accesses do not trust the content either: each offset is
/// checked against the length before a byte is read, and a lookup visits at most 16 slots. Damaged
/// bytes cause wrong or missing texts and errors, but never traps or out-of-bounds accesses.
/// `verify()` checks the whole file.
package struct CompiledCatalog: Sendable {
  /// The file's bytes.
  let bytes: CompiledBytes
  /// The number of texts. Texts are numbered from 0.
  package let count: Int
  /// The hash function with the seed of the file.
  let hash: CompiledHash
  /// The number of slots that a search can start in.
  let bucketCount: UInt32
  /// The maximum number of slots that a search visits.
  let probeLimit: Int
  /// The offset of the entries.
  let entriesOffset: Int
  /// The heap's offset.
  let heapOffset: Int
  /// The language tag's range.
  private let languageRange: (start: UInt64, length: UInt64)

  /// Opens a file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `CompiledProblem` if the file has a different format or version, if its length does
  ///   not match the stored length, or if its parts are not at the required offsets.
  package init(_ bytes: CompiledBytes) throws(CompiledProblem) {
    let header = try CompiledHeader(bytes)
    self.bytes = bytes
    count = Int(truncatingIfNeeded: header.count)
    languageRange = header.language
    hash = CompiledHash(seed: header.seed)
    bucketCount = header.bucketCount
    probeLimit = Int(truncatingIfNeeded: header.probeLimit)
    entriesOffset = header.entriesOffset
    heapOffset = header.heapOffset
  }

  /// The language tag of the texts, which may be invalid if the file is damaged.
  package var language: String { string(languageRange.start, languageRange.length) ?? "" }

  // MARK: lookup

  /// Returns the number of the text with a key, which is compared byte for byte, or `nil` if there
  /// is none.
  package func find(_ key: String) -> Int? {
    if let found = key.utf8.withContiguousStorageIfAvailable({ find(UnsafeRawBufferPointer($0)) }) {
      return found
    }
    var copy = key
    return copy.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the number of the text with a UTF-8 key, or `nil` if there is none.
  package func find(_ key: UnsafeRawBufferPointer) -> Int? {
    let hash = hash(key)
    let fingerprint = CompiledHash.fingerprint(hash)
    let firstSlot = CompiledHash.home(hash, of: bucketCount)
    for slot in firstSlot..<firstSlot + probeLimit {
      let offset = CompiledLayout.headerSize + slot * CompiledLayout.slotSize
      guard offset < entriesOffset, let word = bytes.longWord(at: offset) else { return nil }
      let number = UInt32(truncatingIfNeeded: word >> 32)
      // The search can stop at an empty slot because keys with the same home slot are stored in
      // consecutive slots.
      if number == CompiledLayout.noEntry { return nil }
      guard UInt32(truncatingIfNeeded: word) == fingerprint else { continue }
      let entry = Int(truncatingIfNeeded: number)
      if let record = record(entry), let found = bytes.range(record.start, record.keyLength),
        Self.areEqual(found, key)
      {
        return entry
      }
    }
    return nil
  }

  /// Returns whether two byte sequences are equal.
  private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    var index = 0
    while a.count - index >= 8 {
      // Bounds: index + 8 <= both counts.
      let difference =
        a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if difference != 0 { return false }
      index += 8
    }
    if index == a.count { return true }
    if a.count >= 8 {
      // The last 8 bytes may overlap the bytes that have already been compared.
      return a.loadUnaligned(fromByteOffset: a.count - 8, as: UInt64.self)
        == b.loadUnaligned(fromByteOffset: a.count - 8, as: UInt64.self)
    }
    return a.elementsEqual(b)
  }

  // MARK: entries

  /// The locations of an entry's parts. Offsets and lengths are in bytes.
  struct Record {
    var start, keyLength, textLength, patternLength: UInt64

    /// The text's offset.
    var textOffset: UInt64 { start + keyLength }
    /// The pattern's offset.
    var patternOffset: UInt64 { textOffset + textLength }
    /// The offset after the entry.
    var end: UInt64 { patternOffset + patternLength }
  }

  /// Returns an entry's location, or `nil` if there is no such number. The bounds are not checked.
  /// The sums cannot overflow because each part has 32 bits.
  func record(_ entry: Int) -> Record? {
    guard entry >= 0, entry < count else { return nil }
    let offset = entriesOffset + entry * CompiledLayout.entrySize
    guard let first = bytes.longWord(at: offset), let second = bytes.longWord(at: offset + 8) else {
      return nil
    }
    return Record(
      start: first & 0xFFFF_FFFF, keyLength: first >> 32, textLength: second & 0xFFFF_FFFF,
      patternLength: second >> 32)
  }

  /// Returns an entry's key, or `nil` if there is no such number or the entry is damaged.
  package func key(_ entry: Int) -> String? {
    guard let record = record(entry) else { return nil }
    return string(record.start, record.keyLength)
  }

  /// Returns an entry's text as in a `.strings` file, with percent signs and placeholders in that
  /// format's syntax. A message with branches is an ICU message. An untranslated text is empty.
  /// Returns `nil` if there is no such number or the entry is damaged.
  package func text(_ entry: Int) -> String? {
    guard let record = record(entry) else { return nil }
    return string(record.textOffset, record.textLength)
  }

  /// Returns the text of an entry that needs no formatting, or `nil` if the text is empty or has a
  /// pattern.
  package func plainText(_ entry: Int) -> String? {
    guard let record = record(entry), record.patternLength == 0, record.textLength > 0 else {
      return nil
    }
    return string(record.textOffset, record.textLength)
  }

  /// Returns the string in a range, or `nil` if the range is out of bounds.
  private func string(_ start: UInt64, _ length: UInt64) -> String? {
    bytes.range(start, length).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The properties of a text that are known without decoding its pattern.
  package struct Shape: Hashable, Sendable {
    /// Whether the entry has no pattern, so its text needs no formatting.
    package var isPlain: Bool
    /// Whether the text requires arguments.
    package var takesArguments: Bool
    /// Whether the text contains a plural or select.
    package var hasBranches: Bool
  }

  /// Returns an entry's shape, or `nil` if there is no such number or the entry is damaged.
  package func shape(_ entry: Int) -> Shape? {
    guard let record = record(entry) else { return nil }
    if record.patternLength == 0 {
      return Shape(isPlain: true, takesArguments: false, hasBranches: false)
    }
    guard let flags = bytes.range(record.patternOffset, 1)?.first else { return nil }
    return Shape(
      isPlain: false, takesArguments: flags & CompiledPattern.takesArguments != 0,
      hasBranches: flags & CompiledPattern.hasBranches != 0)
  }

  /// Returns the message of an entry, with numbered arguments.
  ///
  /// - Throws: `CompiledProblem` if the entry is damaged or there is no such number.
  package func message(_ entry: Int) throws(CompiledProblem) -> Message {
    guard let record = record(entry) else {
      throw CompiledProblem(at: entriesOffset, "there is no entry \(entry)")
    }
    if record.patternLength == 0 {
      guard let text = string(record.textOffset, record.textLength) else {
        throw outOfBounds(entry, "text")
      }
      return Message(text)
    }
    guard let pattern = bytes.range(record.patternOffset, record.patternLength) else {
      throw outOfBounds(entry, "pattern")
    }
    // The conversion is exact, as the range was checked.
    var decoder = PatternDecoder(pattern, at: Int(truncatingIfNeeded: record.patternOffset))
    return try decoder.decode()
  }

  /// Returns the error for an entry part that is out of bounds.
  func outOfBounds(_ entry: Int, _ part: String) -> CompiledProblem {
    CompiledProblem(
      at: entriesOffset + entry * CompiledLayout.entrySize, "the \(part) is outside the file")
  }
}
