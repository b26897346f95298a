/// The first 64 bytes of a compiled catalogue, looked at before anything else is.
struct CompiledHeader {
  let count, buckets, probes, checksum: UInt32
  let seed: UInt64
  /// The place of the language tag; within the file.
  let language: (start: UInt64, length: UInt64)
  /// The starts of the entries and of the heap; both within the file.
  let entries, heap: Int

  init(_ bytes: CompiledBytes) throws(CompiledProblem) {
    typealias Layout = CompiledLayout
    typealias Field = CompiledLayout.Field
    let start = bytes.range(0, UInt64(min(bytes.count, Layout.magic.count)))
    guard let start, start.count == Layout.magic.count, start.elementsEqual(Layout.magic) else {
      throw CompiledProblem(.notCompiled, at: 0, "it does not begin as a compiled catalogue")
    }
    func word(_ offset: Int) throws(CompiledProblem) -> UInt32 {
      guard let word = bytes.word(at: offset) else {
        throw CompiledProblem(.length, at: bytes.count, "it ends within its header")
      }
      return word
    }
    // First of all, since a newer one may mean something else by all that follows.
    let version = try word(Field.version)
    guard version == Layout.version else {
      throw CompiledProblem(
        .version(version), at: Field.version,
        "it is of version \(version) of the format, and only version \(Layout.version) is read here"
      )
    }
    let length = try word(Field.fileLength)
    guard UInt64(length) == UInt64(bytes.count) else {
      throw CompiledProblem(
        .length, at: Field.fileLength, "it has \(bytes.count) bytes, and says that it has \(length)"
      )
    }
    checksum = try word(Field.checksum)
    count = try word(Field.entryCount)
    let low = UInt64(try word(Field.seed))
    seed = low | UInt64(try word(Field.seed + 4)) << 32
    buckets = try word(Field.bucketCount)
    probes = try word(Field.probes)
    let places = (try word(Field.entries), try word(Field.heap))
    let tag = (try word(Field.language), try word(Field.languageLength))
    guard try word(Field.reserved) == 0, try word(Field.reserved + 4) == 0 else {
      throw CompiledProblem(at: Field.reserved, "the reserved bytes of the header are not zero")
    }
    guard buckets > 0, buckets >= count else {
      throw CompiledProblem(at: Field.bucketCount, "the table is too small for its entries")
    }
    guard (1...Layout.mostProbes).contains(probes) else {
      throw CompiledProblem(
        at: Field.probes, "a look-up would look at \(probes) slots (1 to \(Layout.mostProbes))")
    }
    let slots = UInt64(buckets) + UInt64(probes) - 1
    let expected = UInt64(Layout.headerSize) + slots * UInt64(Layout.slotSize)
    guard UInt64(places.0) == expected else {
      throw CompiledProblem(at: Field.entries, "the entries do not begin where the slots end")
    }
    guard UInt64(places.1) == expected + UInt64(count) * UInt64(Layout.entrySize),
      places.1 <= length
    else {
      throw CompiledProblem(at: Field.heap, "the heap does not begin where the entries end")
    }
    // Both are within the length, which is that of the bytes.
    (entries, heap) = (Int(truncatingIfNeeded: places.0), Int(truncatingIfNeeded: places.1))
    language = (UInt64(tag.0), UInt64(tag.1))
    guard tag.0 >= places.1, language.start + language.length <= UInt64(length) else {
      throw CompiledProblem(at: Field.language, "the language lies outside of the heap")
    }
  }
}
