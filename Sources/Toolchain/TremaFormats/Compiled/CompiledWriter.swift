import TremaCatalog
import TremaMessages
import TremaSupport
import TremaZlib

/// Writes a compiled catalogue: what the `.strings` and the `.stringsdict` file of a language say
/// together, ready to be looked up.
///
/// Texts are what the run time would read from those files, so that an app shows the same with
/// either.
///
/// Source: `Documentation/Formats/Compiled.md`.
struct CompiledWriter: LanguageWriter {
  static func paths(_ file: FileDescription) -> [String] {
    ["\(file.folderName ?? file.language.description).lproj/\(file.table).tremac"]
  }

  /// The parts of a text in the heap: key, text, pattern.
  private struct Record {
    var start, keyLength, textLength, patternLength: UInt32
  }

  private let path: String
  private let language: LanguageTag
  /// The language that the run time derives from the folder, which is all it sees.
  private let folderLanguage: LanguageTag
  private var records: [Record] = []
  private var heap: [UInt8] = []
  private var problems: [Diagnostic] = []

  init(_ file: FileDescription) {
    path = Self.paths(file).joined()
    language = file.language
    folderLanguage = file.folderName.flatMap { LanguageTag($0) } ?? file.language
  }

  mutating func begin(into output: inout [UInt8]) {}

  mutating func append(_ entry: Entry, into output: inout [UInt8]) {
    let start = heap.count
    heap.append(text: entry.key)
    let textStart = heap.count
    // Numbers, since names would be counted in the order of this language alone.
    let message = entry.message.hasBranches ? entry.numbered : entry.message
    message.forEachPiece(.apple, numbered: false) { text in
      heap.append(text: text)
    } placeholder: { placeholder in
      heap.append(brief: placeholder)
    }
    let patternStart = heap.count
    if let pattern = pattern(entry, textStart) { heap += pattern }
    guard heap.count <= CompiledLayout.largestFile else {
      if problems.isEmpty { problems.append(Self.tooLarge(path)) }
      heap.removeLast(heap.count - start)
      return
    }
    records.append(
      Record(
        start: UInt32(start), keyLength: UInt32(textStart - start),
        textLength: UInt32(patternStart - textStart),
        patternLength: UInt32(heap.count - patternStart)))
  }

  /// - Parameter start: where the text begins, which is the last thing in the heap.
  /// - Returns: nil when what is said is the text itself.
  private func pattern(_ entry: Entry, _ start: Int) -> [UInt8]? {
    if let message = plural(entry) { return PatternEncoder(message).bytes }
    let text = heap[start...]
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else {
      return nil
    }
    // Backslashes were escapes of the catalogue, not of the text.
    let parsed = Message.parse(String(decoding: text, as: UTF8.self), backslash: .literal).message
    if let plain = parsed.plainText, plain.utf8.elementsEqual(text) { return nil }
    return PatternEncoder(parsed.numbered(by: ArgumentNumbers([parsed]))).bytes
  }

  /// Returns the plural of the text that a `.stringsdict` would have; `nil` when none.
  private func plural(_ entry: Entry) -> Message? {
    guard entry.message.hasBranches,
      let format = VariableFormat(stringsdict: entry, in: language)
    else { return nil }
    do throws(VariableFormat.Mistake) {
      let message = try format.message(in: folderLanguage)
      return message.numbered(by: ArgumentNumbers([message]))
    } catch {
      // More than the run time would read there: the ICU text says it as well.
      return nil
    }
  }

  mutating func end(into output: inout [UInt8]) {
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
          .error, "compiled-table", "the keys of '\(path)' collide in every table",
          hint: "rename the keys that were added last", kind: .unwritable))
      return
    }
    let size =
      CompiledLayout.headerSize + table.slots.count * CompiledLayout.slotSize
      + records.count * CompiledLayout.entrySize + heap.count + language.description.utf8.count
    guard size <= CompiledLayout.largestFile else {
      if problems.isEmpty { problems.append(Self.tooLarge(path)) }
      return
    }
    write(table, size: size, into: &output)
    (records, heap) = ([], [])
  }

  /// The seed that is tried first, and the keys in the order of their hashes under it. Colliding
  /// keys cannot be chosen, because a digest of the keys decides the seeds.
  private func order() -> (seed: UInt64, order: CompiledTable.Order) {
    heap.withUnsafeBytes { heap in
      var digest = SHA256()
      var block: [UInt8] = []
      for record in records {
        block.append(littleEndian: record.keyLength)
        block += Self.key(record, in: heap)
        if block.count >= 1 << 14 {
          digest.update(block)
          block.removeAll(keepingCapacity: true)
        }
      }
      digest.update(block)
      let seed = UInt64(digest.finish().prefix(16), radix: 16) ?? 0
      let order = CompiledTable.order(records.count, CompiledHash(seed: seed)) { hash, number in
        hash(Self.key(records[number], in: heap))
      }
      return (seed, order)
    }
  }

  private static func key(
    _ record: Record, in heap: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let start = Int(record.start)
    return UnsafeRawBufferPointer(rebasing: heap[start..<start + Int(record.keyLength)])
  }

  /// Drops all texts of a key but the last, as `.strings` does. A catalog that is written has none,
  /// unless the check is turned off.
  ///
  /// - Returns: whether there were any.
  private mutating func dropDuplicates(_ order: CompiledTable.Order) -> Bool {
    var dropped: Set<UInt32> = []
    heap.withUnsafeBytes { heap in
      for (index, item) in order.enumerated() {
        let key = Self.key(records[Int(item.entry)], in: heap)
        // Those of one hash are in the order of the catalogue.
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

  private func write(_ table: CompiledTable, size: Int, into output: inout [UInt8]) {
    let start = output.count
    let entries = CompiledLayout.headerSize + table.slots.count * CompiledLayout.slotSize
    let heapStart = entries + records.count * CompiledLayout.entrySize
    let tag = language.description
    output.reserveCapacity(start + size)
    output += CompiledLayout.magic
    // The checksum is put in when all else is there.
    for word in [CompiledLayout.version, UInt32(size), 0, UInt32(records.count)] {
      output.append(littleEndian: word)
    }
    output.append(littleEndian: UInt32(truncatingIfNeeded: table.seed))
    output.append(littleEndian: UInt32(truncatingIfNeeded: table.seed >> 32))
    let places = [table.buckets, table.probes, entries, heapStart, heapStart + heap.count]
    for word in places + [tag.utf8.count, 0, 0] { output.append(littleEndian: UInt32(word)) }
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

  private static func tooLarge(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, "too-large", "'\(path)' would have more than \(CompiledLayout.largestFile) bytes",
      hint: "split the catalogue into several tables", kind: .unwritable)
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian word: UInt32) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func replace(at offset: Int, littleEndian word: UInt32) {
    Swift.withUnsafeBytes(of: word.littleEndian) { bytes in
      replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }
}
