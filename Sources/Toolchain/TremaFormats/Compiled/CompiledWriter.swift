import TremaCatalog
import TremaMessages
import TremaSupport
import TremaZlib

/// A writer for compiled catalogs, which contain the texts from a language's `.strings` and
/// `.stringsdict` files in a form that is fast to look up.
///
/// The texts are the same as the runtime library would read from these files, so an app displays
/// the same texts with either.
///
/// See `Documentation/Formats/Compiled.md`.
struct CompiledWriter: LanguageWriter {
  /// Returns the file's path, such as `de.lproj/TABLE.tremac`.
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.folderName ?? file.language.description).lproj/\(file.table).tremac"]
  }

  /// The location of an entry in the heap, where its key, text and pattern are adjacent.
  private struct Record {
    var start, keyLength, textLength, patternLength: UInt32
  }

  /// The path of the file, for diagnostics.
  private let path: String
  private let language: LanguageTag
  /// The language that the runtime library derives from the folder name.
  private let folderLanguage: LanguageTag
  /// The texts in the order of the catalog.
  private var records: [Record] = []
  /// The keys, texts and patterns of all records.
  private var heap: [UInt8] = []
  /// The problems since ``takeProblems()``.
  private var problems: [Diagnostic] = []

  init(_ file: FileDescription) {
    path = Self.paths(file).joined()
    language = file.language
    folderLanguage = file.folderName.flatMap { LanguageTag($0) } ?? file.language
  }

  mutating func begin(into output: inout [UInt8]) {}

  /// Appends a text to the heap.
  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    let start = heap.count
    heap.append(text: entry.key)
    let textStart = heap.count
    // Arguments are numbered here because the runtime library would number names only by their
    // order in this language.
    let message = entry.message.hasBranches ? entry.numbered : entry.message
    message.forEachPiece(.apple, numbered: false) { text in
      heap.append(text: text)
    } placeholder: { placeholder in
      heap.append(brief: placeholder)
    }
    let patternStart = heap.count
    if let pattern = pattern(entry, textStart) { heap += pattern }
    // A text that doesn't fit is removed again. The problem is reported only once.
    guard heap.count <= CompiledLayout.maxFileSize else {
      if problems.isEmpty { problems.append(Self.excessiveSize(path)) }
      heap.removeLast(heap.count - start)
      return
    }
    records.append(
      Record(
        start: UInt32(start), keyLength: UInt32(textStart - start),
        textLength: UInt32(patternStart - textStart),
        patternLength: UInt32(heap.count - patternStart)))
  }

  /// Returns the encoded pattern of a text.
  ///
  /// - Parameter start: The text's offset, which is the end of the heap.
  /// - Returns: The pattern, or `nil` if the text needs no formatting because it has no arguments
  ///   or escaped percent signs.
  private func pattern(_ entry: Entry, _ start: Int) -> [UInt8]? {
    if let message = plural(entry) { return PatternEncoder(message).bytes }
    let text = heap[start...]
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else {
      return nil
    }
    // The catalog's escape sequences have already been decoded, so a backslash is an ordinary
    // character.
    let parsed = Message.parse(String(decoding: text, as: UTF8.self), backslash: .literal).message
    if let plain = parsed.plainText, plain.utf8.elementsEqual(text) { return nil }
    return PatternEncoder(parsed.numbered(by: ArgumentNumbers([parsed]))).bytes
  }

  /// Returns the plural that a `.stringsdict` file would contain for a text, or `nil` if there is
  /// none.
  private func plural(_ entry: Entry) -> Message? {
    guard entry.message.hasBranches,
      let format = VariableFormat(stringsdict: entry, in: language)
    else { return nil }
    do throws(VariableFormat.Problem) {
      let message = try format.message(in: folderLanguage)
      return message.numbered(by: ArgumentNumbers([message]))
    } catch {
      // The runtime library would not read such a plural from a `.stringsdict` file. The ICU text
      // has the same content.
      return nil
    }
  }

  /// Writes the file. The table is computed last because it depends on all keys.
  mutating func end(into output: inout [UInt8]) {
    // The table requires distinct keys. In hash order, equal keys are adjacent.
    var (seed, order) = order()
    if dropDuplicates(order) { (seed, order) = self.order() }
    let table = heap.withUnsafeBytes { heap in
      CompiledTable(order, firstSeed: seed) { hash, number in
        hash(Self.key(records[number], in: heap))
      }
    }
    guard let table else {
      problems.append(
        Diagnostic(
          .error, "compiled-table", "no hash seed separates the keys of '\(path)'",
          hint: "rename the most recently added keys", kind: .unwritable))
      return
    }
    let size =
      CompiledLayout.headerSize + table.slots.count * CompiledLayout.slotSize
      + records.count * CompiledLayout.entrySize + heap.count + language.description.utf8.count
    guard size <= CompiledLayout.maxFileSize else {
      if problems.isEmpty { problems.append(Self.excessiveSize(path)) }
      return
    }
    write(table, size: size, into: &output)
    (records, heap) = ([], [])
  }

  /// Returns the seed to try first, and the order of the keys for it. The seed is derived from a
  /// digest of the keys, so colliding keys cannot be chosen in advance.
  private func order() -> (seed: UInt64, order: CompiledTable.Order) {
    heap.withUnsafeBytes { heap in
      var digest = SHA256()
      var block: [UInt8] = []
      for record in records {
        block.append(littleEndian: record.keyLength)
        block += Self.key(record, in: heap)
        // The digest is updated in blocks of at least 16 KiB.
        if block.count >= 1 << 14 {
          digest.update(block)
          block.removeAll(keepingCapacity: true)
        }
      }
      digest.update(block)
      let seed = UInt64(digest.hexDigest().prefix(16), radix: 16) ?? 0
      let order = CompiledTable.order(records.count, CompiledHash(seed: seed)) { hash, number in
        hash(Self.key(records[number], in: heap))
      }
      return (seed, order)
    }
  }

  /// Returns the bytes of a record's key in the heap.
  private static func key(
    _ record: Record, in heap: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let start = Int(record.start)
    return UnsafeRawBufferPointer(rebasing: heap[start..<start + Int(record.keyLength)])
  }

  /// Removes all but the last text of each key, as in a `.strings` file. A catalog that has passed
  /// the checks has no duplicates.
  ///
  /// - Parameter order: The keys in hash order.
  /// - Returns: Whether there were any duplicates.
  private mutating func dropDuplicates(_ order: CompiledTable.Order) -> Bool {
    var dropped: Set<UInt32> = []
    heap.withUnsafeBytes { heap in
      for (index, item) in order.enumerated() {
        let key = Self.key(records[Int(item.entry)], in: heap)
        // Records with the same hash are in catalog order, so the last one remains.
        for later in order[(index + 1)...] {
          if later.hash != item.hash { break }
          if Self.key(records[Int(later.entry)], in: heap).elementsEqual(key) {
            dropped.insert(item.entry)
            break
          }
        }
      }
    }
    if dropped.isEmpty { return false }
    let (oldRecords, oldHeap) = (records, heap)
    (records, heap) = ([], [])
    for (number, var record) in oldRecords.enumerated() where !dropped.contains(UInt32(number)) {
      let length = Int(record.keyLength) + Int(record.textLength) + Int(record.patternLength)
      let start = Int(record.start)
      record.start = UInt32(heap.count)
      heap += oldHeap[start..<start + length]
      records.append(record)
    }
    return true
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - size: The size of the file, in bytes.
  ///   - output: The bytes of the file.
  private func write(_ table: CompiledTable, size: Int, into output: inout [UInt8]) {
    let start = output.count
    let entries = CompiledLayout.headerSize + table.slots.count * CompiledLayout.slotSize
    let heapStart = entries + records.count * CompiledLayout.entrySize
    let tag = language.description
    output.reserveCapacity(start + size)
    output += CompiledLayout.magic
    // The checksum is inserted after everything else has been written.
    for word in [CompiledLayout.version, UInt32(size), 0, UInt32(records.count)] {
      output.append(littleEndian: word)
    }
    output.append(littleEndian: UInt32(truncatingIfNeeded: table.seed))
    output.append(littleEndian: UInt32(truncatingIfNeeded: table.seed >> 32))
    let fields = [table.bucketCount, table.probeLimit, entries, heapStart, heapStart + heap.count]
    for word in fields + [tag.utf8.count, 0, 0] { output.append(littleEndian: UInt32(word)) }
    for slot in table.slots {
      output.append(littleEndian: slot?.mark ?? 0)
      output.append(littleEndian: slot?.entry ?? CompiledLayout.noEntry)
    }
    for record in records {
      output.append(littleEndian: UInt32(heapStart) + record.start)
      output.append(littleEndian: record.keyLength)
      output.append(littleEndian: record.textLength)
      output.append(littleEndian: record.patternLength)
    }
    output += heap
    output.append(text: tag)
    let checksum = output.withUnsafeBytes { bytes in
      CRC32.of(UnsafeRawBufferPointer(rebasing: bytes[(start + CompiledLayout.checksumStart)...]))
    }
    output.replace(at: start + CompiledLayout.Field.checksum, littleEndian: checksum)
  }

  mutating func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  /// Returns the diagnostic for a file that exceeds the maximum size.
  private static func excessiveSize(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "too-large", "'\(path)' would be larger than \(CompiledLayout.maxFileSize) bytes",
      hint: "split the catalogue into several tables", kind: .unwritable)
  }
}

extension [UInt8] {
  /// Appends a four-byte word in little-endian order.
  fileprivate mutating func append(littleEndian word: UInt32) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }

  /// Replaces the four bytes at an offset with a word in little-endian order.
  fileprivate mutating func replace(at offset: Int, littleEndian word: UInt32) {
    Swift.withUnsafeBytes(of: word.littleEndian) { bytes in
      replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }
}
