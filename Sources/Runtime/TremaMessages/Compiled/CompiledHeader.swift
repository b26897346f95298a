/// The first 64 bytes of a compiled catalog, which are checked before other parts are read.
struct CompiledHeader {
  let count, bucketCount, probeLimit, checksum: UInt32
  let seed: UInt64
  /// The location of the language tag, which is within the file.
  let language: (start: UInt64, length: UInt64)
  /// The offsets of the entries and of the heap, which are within the file.
  let entriesOffset, heapOffset: Int

  /// Reads and checks the header of a file.
  ///
  /// - Throws: `CompiledProblem` if the format or version is different, or if a field is invalid.
  init(_ bytes: CompiledBytes) throws(CompiledProblem) {
    typealias Layout = CompiledLayout
    typealias Field = CompiledLayout.Field
    let start = bytes.range(0, UInt64(min(bytes.count, Layout.magic.count)))
    guard let start, start.count == Layout.magic.count, start.elementsEqual(Layout.magic) else {
      throw CompiledProblem(.notCompiled, at: 0, "it is not a compiled catalogue")
    }
    func word(_ offset: Int) throws(CompiledProblem) -> UInt32 {
      guard let word = bytes.word(at: offset) else {
        throw CompiledProblem(.length, at: bytes.count, "it ends within its header")
      }
      return word
    }
    // The version is checked first because the meaning of all other fields may differ in a newer
    // version.
    let version = try word(Field.version)
    guard version == Layout.version else {
      throw CompiledProblem(
        .version(version), at: Field.version,
        "it has format version \(version), but only version \(Layout.version) is supported"
      )
    }
    let length = try word(Field.fileLength)
    guard UInt64(length) == UInt64(bytes.count) else {
      throw CompiledProblem(
        .length, at: Field.fileLength,
        "it has \(bytes.count) bytes, but its header declares \(length)"
      )
    }
    checksum = try word(Field.checksum)
    count = try word(Field.entryCount)
    let low = UInt64(try word(Field.seed))
    seed = low | UInt64(try word(Field.seed + 4)) << 32
    bucketCount = try word(Field.bucketCount)
    probeLimit = try word(Field.probes)
    let offsets = (try word(Field.entries), try word(Field.heap))
    let tag = (try word(Field.language), try word(Field.languageLength))
    guard try word(Field.reserved) == 0, try word(Field.reserved + 4) == 0 else {
      throw CompiledProblem(at: Field.reserved, "the reserved bytes of the header are not zero")
    }
    guard bucketCount > 0, bucketCount >= count else {
      throw CompiledProblem(at: Field.bucketCount, "the table is too small for its entries")
    }
    guard (1...Layout.maxProbes).contains(probeLimit) else {
      throw CompiledProblem(
        at: Field.probes, "a lookup would probe \(probeLimit) slots (1 to \(Layout.maxProbes))")
    }
    let slots = UInt64(bucketCount) + UInt64(probeLimit) - 1
    let expected = UInt64(Layout.headerSize) + slots * UInt64(Layout.slotSize)
    guard UInt64(offsets.0) == expected else {
      throw CompiledProblem(at: Field.entries, "the entries do not begin where the slots end")
    }
    guard UInt64(offsets.1) == expected + UInt64(count) * UInt64(Layout.entrySize),
      offsets.1 <= length
    else {
      throw CompiledProblem(at: Field.heap, "the heap does not begin where the entries end")
    }
    // The conversions are exact, as both offsets are at most the length of the file.
    (entriesOffset, heapOffset) = (
      Int(truncatingIfNeeded: offsets.0), Int(truncatingIfNeeded: offsets.1)
    )
    language = (UInt64(tag.0), UInt64(tag.1))
    guard tag.0 >= offsets.1, language.start + language.length <= UInt64(length) else {
      throw CompiledProblem(at: Field.language, "the language is outside the heap")
    }
  }
}
