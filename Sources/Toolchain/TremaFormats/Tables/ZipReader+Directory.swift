import TremaSupport

extension ZipReader {
  /// Returns the byte range of the directory and the number of its entries.
  ///
  /// - Throws: A diagnostic for ZIP64, split archives, and bytes between the directory and the end
  ///   record.
  func directoryRange() throws(Diagnostic) -> (range: Range<Int>, count: Int) {
    let end = try endRecord()
    let locator = end - ZipFormat.zip64LocatorLength
    let isZip64 = locator >= 0 && number32(locator) == ZipFormat.zip64LocatorSignature
    let count = number16(end + 10)
    let size = number32(end + 12)
    let start = number32(end + 16)
    // Maximum values indicate that the actual values are stored in a ZIP64 record.
    if isZip64 || count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
      throw unsupportedZip64()
    }
    // Disk numbers are 0 in an archive that is not split.
    guard number16(end + 4) == 0, number16(end + 6) == 0, number16(end + 8) == count else {
      throw unreadable(
        "unsupported-zip", "the file is one part of a split ZIP archive",
        hint: "save it as one file")
    }
    guard start + size == end else {
      throw invalid("the directory does not end where the end record begins", at: end)
    }
    return (start..<end, count)
  }

  /// Returns the offset of the end record, after which only its comment is allowed.
  ///
  /// - Throws: A diagnostic if the file does not begin with an entry or an empty archive, or has no
  ///   end record.
  private func endRecord() throws(Diagnostic) -> Int {
    guard bytes.count >= 4,
      number32(0) == ZipFormat.localSignature
        || number32(0) == ZipFormat.endSignature
    else { throw notZip() }
    let last = bytes.count - ZipFormat.endLength
    guard last >= 0 else { throw missingEndRecord() }
    var index = last
    // The comment has at most 65,535 bytes, which limits the search.
    let first = max(0, last - 0xFFFF)
    while index >= first {
      // Comparing the first byte rules out most offsets.
      if bytes[index] == 0x50, number32(index) == ZipFormat.endSignature,
        number16(index + 20) == last - index
      {
        return index
      }
      index -= 1
    }
    throw missingEndRecord()
  }

  private func notZip() -> Diagnostic {
    unreadable(
      "invalid-zip", "this is not a ZIP file\(purpose.messageSuffix) (byte 0)",
      hint: "check that it is the right file")
  }

  /// Returns the diagnostic for a file without an end record.
  private func missingEndRecord() -> Diagnostic {
    invalid("the file has no end record: it was cut short, or bytes follow it", at: bytes.count)
  }

  private func unsupportedZip64() -> Diagnostic {
    unreadable(
      "unsupported-zip", "ZIP64 files, which may exceed 4 GiB, are not supported",
      hint: purpose.zip64Hint)
  }

  /// Reads the entries of the directory.
  ///
  /// - Throws: A diagnostic if the directory is damaged or its entry count does not match.
  func readDirectory(_ range: Range<Int>, count: Int) throws(Diagnostic) -> [ZipEntry] {
    var entries: [ZipEntry] = []
    var index = range.lowerBound
    for _ in 0..<count {
      guard index + ZipFormat.directoryLength <= range.upperBound,
        number32(index) == ZipFormat.directorySignature
      else { throw invalid("an entry of the directory is missing", at: index) }
      // The fixed part of an entry is followed by the name, the extra field and the comment.
      let name = index + ZipFormat.directoryLength
      let nameEnd = name + number16(index + 28)
      let next = nameEnd + number16(index + 30) + number16(index + 32)
      guard next <= range.upperBound else {
        throw invalid("an entry of the directory is longer than the directory", at: index)
      }
      let entry = ZipEntry(
        name: Array(bytes[name..<nameEnd]), flags: number16(index + 8),
        method: number16(index + 10), checkSum: UInt32(number32(index + 16)),
        compressedSize: number32(index + 20), size: number32(index + 24),
        header: number32(index + 42))
      if [entry.compressedSize, entry.size, entry.header].contains(0xFFFF_FFFF) {
        throw unsupportedZip64()
      }
      entries.append(entry)
      index = next
    }
    guard index == range.upperBound else {
      throw invalid("the directory has more entries than the end record declares", at: index)
    }
    return entries
  }

  /// Returns the offset of an entry's compressed bytes.
  ///
  /// - Parameter end: The offset of the directory, before which all entries must end.
  /// - Throws: A diagnostic if the local header is missing or contradicts the directory.
  private func localStart(_ entry: ZipEntry, before end: Int) throws(Diagnostic) -> Int {
    let name = entry.header + ZipFormat.localLength
    guard name <= end, number32(entry.header) == ZipFormat.localSignature else {
      throw invalid("the header of the entry '\(entry.displayName)' is missing", at: entry.header)
    }
    let nameEnd = name + number16(entry.header + 26)
    // The local header's extra field may differ from the directory's, so its own length is used.
    let start = nameEnd + number16(entry.header + 28)
    guard start + entry.compressedSize <= end else {
      throw invalid("the entry '\(entry.displayName)' overlaps the directory", at: entry.header)
    }
    guard bytes[name..<nameEnd].elementsEqual(entry.name),
      number16(entry.header + 8) == entry.method
    else {
      throw invalid(
        "the two headers of the entry '\(entry.displayName)' differ", at: entry.header)
    }
    return start
  }

  /// Returns the offsets of the compressed bytes of all entries.
  ///
  /// - Throws: A diagnostic if two entries overlap.
  func localStarts(
    of entries: [ZipEntry], before end: Int
  ) throws(Diagnostic) -> [Int] {
    var starts = [Int](repeating: 0, count: entries.count)
    var previousEnd = 0
    for index in entries.indices.sorted(by: { entries[$0].header < entries[$1].header }) {
      let entry = entries[index]
      guard entry.header >= previousEnd else {
        throw invalid("the entry '\(entry.displayName)' overlaps another", at: entry.header)
      }
      starts[index] = try localStart(entry, before: end)
      previousEnd = starts[index] + entry.compressedSize
    }
    return starts
  }

  // MARK: Numbers

  /// Returns the two-byte little-endian number at an index, which must be valid.
  func number16(_ index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }

  /// Returns the four-byte little-endian number at an index, which must be valid.
  func number32(_ index: Int) -> Int { number16(index) | number16(index + 2) << 16 }
}
