import TremaSupport

/// The directory at the end of the file, and its entries.
extension ZipReader {
  /// The place of the directory and the number of its entries.
  func directoryRange() throws(Diagnostic) -> (range: Range<Int>, count: Int) {
    let end = try endRecord()
    let locator = end - ZipFormat.zip64LocatorLength
    let isZip64 = locator >= 0 && number32(locator) == ZipFormat.zip64LocatorSignature
    let count = number16(end + 10)
    let size = number32(end + 12)
    let start = number32(end + 16)
    if isZip64 || count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF { throw zip64() }
    guard number16(end + 4) == 0, number16(end + 6) == 0, number16(end + 8) == count else {
      throw unreadable(
        "unsupported-zip", "the file is one part of a ZIP archive in several",
        hint: "save it in one piece")
    }
    guard start + size == end else {
      throw invalid("the directory does not end where the end record begins", at: end)
    }
    return (start..<end, count)
  }

  /// The offset of the record at the end, behind which only its comment may be.
  private func endRecord() throws(Diagnostic) -> Int {
    guard bytes.count >= 4,
      number32(0) == ZipFormat.localSignature
        || number32(0) == ZipFormat.endSignature
    else { throw notZip() }
    let last = bytes.count - ZipFormat.endLength
    guard last >= 0 else { throw cutShort() }
    var index = last
    let first = max(0, last - 0xFFFF)
    while index >= first {
      // The first byte alone rules out most places.
      if bytes[index] == 0x50, number32(index) == ZipFormat.endSignature,
        number16(index + 20) == last - index
      {
        return index
      }
      index -= 1
    }
    throw cutShort()
  }

  private func notZip() -> Diagnostic {
    unreadable(
      "invalid-zip", "this is no ZIP file\(purpose.article) (byte 0)",
      hint: "is it the right file?")
  }

  private func cutShort() -> Diagnostic {
    invalid("the file has no end record: it was cut short, or bytes follow it", at: bytes.count)
  }

  private func zip64() -> Diagnostic {
    unreadable(
      "unsupported-zip", "the file is of the kind ZIP64, for more than 4 GiB",
      hint: purpose.zip64Hint)
  }

  func readDirectory(_ range: Range<Int>, count: Int) throws(Diagnostic) -> [ZipEntry] {
    var entries: [ZipEntry] = []
    var index = range.lowerBound
    for _ in 0..<count {
      guard index + ZipFormat.directoryLength <= range.upperBound,
        number32(index) == ZipFormat.directorySignature
      else { throw invalid("an entry of the directory is missing", at: index) }
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
      if [entry.compressedSize, entry.size, entry.header].contains(0xFFFF_FFFF) { throw zip64() }
      entries.append(entry)
      index = next
    }
    guard index == range.upperBound else {
      throw invalid("the directory has more entries than the end record says", at: index)
    }
    return entries
  }

  private func localStart(_ entry: ZipEntry, before end: Int) throws(Diagnostic) -> Int {
    let name = entry.header + ZipFormat.localLength
    guard name <= end, number32(entry.header) == ZipFormat.localSignature else {
      throw invalid("the entry '\(entry.shownName)' is not where it should be", at: entry.header)
    }
    let nameEnd = name + number16(entry.header + 26)
    let start = nameEnd + number16(entry.header + 28)
    guard start + entry.compressedSize <= end else {
      throw invalid("the entry '\(entry.shownName)' reaches into the directory", at: entry.header)
    }
    guard bytes[name..<nameEnd].elementsEqual(entry.name),
      number16(entry.header + 8) == entry.method
    else {
      throw invalid(
        "the entry '\(entry.shownName)' is described in two different ways", at: entry.header)
    }
    return start
  }

  /// The start of the bytes of each entry; no two entries may share any.
  func localStarts(
    of entries: [ZipEntry], before end: Int
  ) throws(Diagnostic) -> [Int] {
    var starts = [Int](repeating: 0, count: entries.count)
    var previousEnd = 0
    for index in entries.indices.sorted(by: { entries[$0].header < entries[$1].header }) {
      let entry = entries[index]
      guard entry.header >= previousEnd else {
        throw invalid("the entry '\(entry.shownName)' overlaps another", at: entry.header)
      }
      starts[index] = try localStart(entry, before: end)
      previousEnd = starts[index] + entry.compressedSize
    }
    return starts
  }

  // MARK: Numbers

  func number16(_ index: Int) -> Int { Int(bytes[index]) | Int(bytes[index + 1]) << 8 }

  func number32(_ index: Int) -> Int { number16(index) | number16(index + 2) << 16 }
}
