import TremaSupport

/// The keys and locations of texts, by index, in the order in which they were appended. A text
/// takes 16 bytes in addition to its key.
///
/// Texts are stored in blocks that never move. A single array would be copied each time it is full.
struct TextLocations: Sendable {
  /// A text's location, and the end of its key.
  private struct Entry {
    /// The end of the key in the block, as an offset into its bytes. An attribute has at most ten
    /// million bytes, so the end of 256 keys is less than 2³².
    var keyEnd: UInt32
    var line: Int32
    var column: Int32
    /// The index of the file in ``files``.
    var fileIndex: Int32
  }

  /// The texts of a block.
  private struct Block {
    var entries: [Entry] = []
    /// The keys in UTF-8, without separators.
    var keys: [UInt8] = []

    /// Creates an empty block.
    ///
    /// - Parameter keyBytes: The expected total size, in bytes, of the keys in the block.
    init(keyBytes: Int) {
      entries.reserveCapacity(TextLocations.textsInBlock)
      keys.reserveCapacity(keyBytes)
    }

    /// Returns a key's range in the block's bytes.
    ///
    /// - Parameter index: The index of the text in the block.
    func keyRange(_ index: Int) -> Range<Int> {
      (index == 0 ? 0 : Int(entries[index - 1].keyEnd))..<Int(entries[index].keyEnd)
    }
  }

  /// The number of texts in a full block.
  private static let textsInBlock = 256

  private var blocks: [Block] = []
  /// The distinct files, in the order of their first texts.
  private var files: [String] = []
  /// The number of texts.
  private(set) var count = 0

  /// Appends a text.
  ///
  /// - Returns: The index of the text.
  mutating func append(
    _ key: UnsafeBufferPointer<UInt8>, file: String, at position: SourcePosition
  ) -> Int {
    if count % Self.textsInBlock == 0 {
      // A block's keys are usually about as long as those in the previous block.
      blocks.append(Block(keyBytes: (blocks.last?.keys.count ?? 0) * 9 / 8))
    }
    let last = blocks.count - 1
    blocks[last].keys += key
    blocks[last].entries.append(
      Entry(
        keyEnd: UInt32(blocks[last].keys.count), line: Int32(clamping: position.line),
        column: Int32(clamping: position.column), fileIndex: fileNumber(file)))
    count += 1
    return count - 1
  }

  /// Returns the key of a text.
  func key(_ text: Int) -> String { withKey(text) { String(decoding: $0, as: UTF8.self) } }

  /// Calls a closure with the bytes of a key, without copying them. The bytes are valid only during
  /// the call.
  func withKey<Result>(_ text: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let block = text / Self.textsInBlock
    let range = blocks[block].keyRange(text % Self.textsInBlock)
    return blocks[block].keys.withUnsafeBufferPointer {
      read(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Returns the location where a text starts.
  func location(_ text: Int) -> SourceLocation {
    let entry = blocks[text / Self.textsInBlock].entries[text % Self.textsInBlock]
    return SourceLocation(
      file: files[Int(entry.fileIndex)],
      start: SourcePosition(line: Int(entry.line), column: Int(entry.column)))
  }

  /// Whether all keys consist of ASCII characters.
  var hasASCIIKeysOnly: Bool { blocks.allSatisfy { $0.keys.allSatisfy { $0 < 0x80 } } }

  /// Returns the index of a file, and appends the file if it is new. The last files are searched
  /// first because texts of one file are consecutive.
  private mutating func fileNumber(_ file: String) -> Int32 {
    if let number = files.lastIndex(of: file) { return Int32(number) }
    files.append(file)
    return Int32(files.count - 1)
  }
}
