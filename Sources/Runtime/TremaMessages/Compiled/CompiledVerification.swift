extension CompiledCatalog {
  /// Checks the whole file: the entries, the table and the checksum.
  ///
  /// - Throws: `CompiledProblem` for the first deviation from the output of the writer. The
  ///   checksum is checked last so that damage is reported with its location if possible.
  package func verify() throws(CompiledProblem) {
    let header = try CompiledHeader(bytes)
    let end = try verifyEntries()
    try verifyLanguage(at: end)
    try verifySlots()
    guard
      let rest = bytes.range(
        UInt64(CompiledLayout.checksumStart), UInt64(bytes.count - CompiledLayout.checksumStart))
    else {
      throw CompiledProblem(.length, at: bytes.count, "it ends within its header")
    }
    let checksum = CompiledChecksum.of(rest)
    guard checksum == header.checksum else {
      throw CompiledProblem(
        at: CompiledLayout.Field.checksum,
        "the checksum is \(Self.digits(header.checksum)), but the content has \(Self.digits(checksum))"
      )
    }
  }

  /// Returns an integer as eight hexadecimal digits.
  private static func digits(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Checks all entries.
  ///
  /// - Returns: The offset after the last entry.
  private func verifyEntries() throws(CompiledProblem) -> UInt64 {
    var end = UInt64(heapOffset)
    for entry in 0..<count {
      let offset = entriesOffset + entry * CompiledLayout.entrySize
      guard let record = record(entry) else { throw outOfBounds(entry, "entry") }
      guard record.start == end else {
        throw CompiledProblem(at: offset, "the entry does not begin where the previous one ends")
      }
      end = record.end
      guard let key = bytes.range(record.start, record.keyLength),
        let text = bytes.range(record.textOffset, record.textLength),
        bytes.range(record.patternOffset, record.patternLength) != nil
      else { throw outOfBounds(entry, "entry") }
      try verifyUnicode(key, at: record.start, "the key")
      try verifyUnicode(text, at: record.textOffset, "the text")
      _ = try message(entry)
      guard find(key) == entry else {
        throw CompiledProblem(at: offset, "the entry cannot be found by its key")
      }
    }
    return end
  }

  /// Checks that bytes are UTF-8.
  ///
  /// - Parameter name: The name of the part, for the error.
  private func verifyUnicode(
    _ bytes: UnsafeRawBufferPointer, at offset: UInt64, _ name: String
  ) throws(CompiledProblem) {
    if String(exactly: bytes) != nil { return }
    throw CompiledProblem(at: Int(truncatingIfNeeded: offset), "\(name) is not UTF-8")
  }

  /// Checks the language tag, which must be between the last entry and the end of the file.
  private func verifyLanguage(at end: UInt64) throws(CompiledProblem) {
    typealias Field = CompiledLayout.Field
    guard let start = bytes.word(at: Field.language), UInt64(start) == end,
      end + UInt64(language.utf8.count) == UInt64(bytes.count)
    else {
      throw CompiledProblem(
        at: Field.language, "the language is not between the last entry and the end")
    }
    guard LanguageTag(language)?.description == language else {
      throw CompiledProblem(at: Int(start), "'\(language)' is not a language tag")
    }
  }

  /// Checks the slots. As each entry has already been found by its key, this only detects slots
  /// that no lookup reaches.
  private func verifySlots() throws(CompiledProblem) {
    var used = 0
    for offset in stride(
      from: CompiledLayout.headerSize, to: entriesOffset, by: CompiledLayout.slotSize)
    {
      guard let word = bytes.longWord(at: offset) else { break }
      let number = UInt32(truncatingIfNeeded: word >> 32)
      if number == CompiledLayout.noEntry {
        guard UInt32(truncatingIfNeeded: word) == 0 else {
          throw CompiledProblem(at: offset, "the slot is empty but not zero")
        }
      } else {
        used += 1
      }
    }
    guard used == count else {
      throw CompiledProblem(
        at: CompiledLayout.headerSize, "\(used) slots are used for \(count) entries")
    }
  }
}

/// The CRC-32 checksum of zlib, PNG and ZIP: polynomial 0x04C11DB7, reflected, with all bits
/// inverted before and after. It is implemented here so that the runtime need not link zlib. Tests
/// compare the two.
///
/// See ISO 3309 and RFC 1952, section 8.
enum CompiledChecksum {
  /// Returns the checksum of bytes.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return ~sum
  }

  /// The remainder for each byte value.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
}
