import TremaSupport

extension ZipReader {
  /// Returns the directory's byte range and the number of entries in it.
  ///
  /// - Throws: A diagnostic for ZIP64, split archives, and bytes between the directory and the end
  ///   record.
  func directoryRange() throws(Diagnostic) -> (range: Range<Int>, count: Int) {
    let end = try endRecord()
    let locator = end - ZipFormat.zip64LocatorLength
    let isZip64 = locator >= 0 && uint32(locator) == ZipFormat.zip64LocatorSignature
    let count = uint16(end + 10)
    let size = uint32(end + 12)
    let start = uint32(end + 16)
    // Maximum values indicate that the actual values are stored in a ZIP64 record.
    if isZip64 || count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF {
      throw unsupportedZip64()
    }
    // Disk numbers are 0 in an archive that isn't split.
    guard uint16(end + 4) == 0, uint16(end + 6) == 0, uint16(end + 8) == count else {
      throw unreadableArchive(
        "unsupported-zip", "the file is one part of a split ZIP archive",
        hint: "save it as a single file")
    }
    guard start + size == end else {
      throw invalidArchive("the directory does not end where the end record begins", at: end)
    }
    return (start..<end, count)
  }

  /// Returns the offset of the end record, after which only its comment is allowed.
  ///
  /// - Throws: A diagnostic if the file does not start with an entry or an empty archive, or has no
  ///   end record.
  private func endRecord() throws(Diagnostic) -> Int {
    guard bytes.count >= 4,
      uint32(0) == ZipFormat.localSignature
        || uint32(0) == ZipFormat.endSignature
    else { throw missingSignature() }
    let last = bytes.count - ZipFormat.endLength
    guard last >= 0 else { throw missingEndRecord() }
    var index = last
    // The comment has at most 65,535 bytes, which limits the search.
    let first = max(0, last - 0xFFFF)
    while index >= first {
      // Comparing the first byte rules out most offsets.
      if bytes[index] == 0x50, uint32(index) == ZipFormat.endSignature,
        uint16(index + 20) == last - index
      {
        return index
      }
      index -= 1
    }
    throw missingEndRecord()
  }

  private func missingSignature() -> Diagnostic {
    unreadableArchive(
      "invalid-zip", "the file is not a ZIP file\(purpose.messageSuffix)",
      hint: "check that this is the right file")
  }

  /// Returns the diagnostic for a file without an end record.
  private func missingEndRecord() -> Diagnostic {
    invalidArchive(
      "the file has no end record: it is truncated or has trailing data", at: bytes.count)
  }

  private func unsupportedZip64() -> Diagnostic {
    unreadableArchive(
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
        uint32(index) == ZipFormat.directorySignature
      else { throw invalidArchive("a directory entry is missing", at: index) }
      // The fixed part of an entry is followed by the name, the extra field and the comment.
      let name = index + ZipFormat.directoryLength
      let nameEnd = name + uint16(index + 28)
      let next = nameEnd + uint16(index + 30) + uint16(index + 32)
      guard next <= range.upperBound else {
        throw invalidArchive("a directory entry is longer than the directory", at: index)
      }
      let entry = ZipEntry(
        name: Array(bytes[name..<nameEnd]), flags: uint16(index + 8),
        method: uint16(index + 10), checkSum: UInt32(uint32(index + 16)),
        compressedSize: uint32(index + 20), size: uint32(index + 24),
        headerOffset: uint32(index + 42))
      if [entry.compressedSize, entry.size, entry.headerOffset].contains(0xFFFF_FFFF) {
        throw unsupportedZip64()
      }
      entries.append(entry)
      index = next
    }
    guard index == range.upperBound else {
      throw invalidArchive("the directory has more entries than the end record declares", at: index)
    }
    return entries
  }

  /// Returns the offset of an entry's compressed bytes.
  ///
  /// - Parameter end: The offset of the directory, before which all entries must end.
  /// - Throws: A diagnostic if the local header is missing or contradicts the directory.
  private func localStart(_ entry: ZipEntry, before end: Int) throws(Diagnostic) -> Int {
    let name = entry.headerOffset + ZipFormat.localLength
    guard name <= end, uint32(entry.headerOffset) == ZipFormat.localSignature else {
      throw invalidArchive(
        "the header of the entry '\(entry.displayName)' is missing", at: entry.headerOffset)
    }
    let nameEnd = name + uint16(entry.headerOffset + 26)
    // The local header's extra field may differ from the directory's, so its own length is used.
    let start = nameEnd + uint16(entry.headerOffset + 28)
    guard start + entry.compressedSize <= end else {
      throw invalidArchive(
        "the entry '\(entry.displayName)' overlaps the directory", at: entry.headerOffset)
    }
    guard bytes[name..<nameEnd].elementsEqual(entry.name),
      uint16(entry.headerOffset + 8) == entry.method
    else {
      throw invalidArchive(
        "the two headers of the entry '\(entry.displayName)' differ", at: entry.headerOffset)
    }
    return start
  }

  /// Returns the offset of each entry's compressed bytes.
  ///
  /// - Throws: A diagnostic if two entries overlap.
  func localStarts(
    of entries: [ZipEntry], before end: Int
  ) throws(Diagnostic) -> [Int] {
    var starts = [Int](repeating: 0, count: entries.count)
    var previousEnd = 0
    for index in entries.indices.sorted(by: { entries[$0].headerOffset < entries[$1].headerOffset })
    {
      let entry = entries[index]
      guard entry.headerOffset >= previousEnd else {
        throw invalidArchive(
          "the entry '\(entry.displayName)' overlaps another entry", at: entry.headerOffset)
      }
      starts[index] = try localStart(entry, before: end)
      previousEnd = starts[index] + entry.compressedSize
    }
    return starts
  }

  // MARK: Numbers

  /// Returns the two-byte little-endian number at an index, which must be valid.
  func uint16(_ index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }

  /// Returns the four-byte little-endian number at an index, which must be valid.
  func uint32(_ index: Int) -> Int { uint16(index) | uint16(index + 2) << 16 }
}
