import TremaSupport

/// The keys of texts and where they are, numbered in the order in which they came: a key takes its
/// bytes, its place 16 more.
///
/// They are kept in blocks, and what is in a block stays where it is: one array of all would be copied
/// to twice the memory each time it is full.
struct TextPlaces: Sendable {
  private struct Place {
    /// Within the block. An attribute has at most ten million bytes, and 256 of them less than 2³².
    var keyEnd: UInt32
    var line: Int32
    var column: Int32
    var file: Int32
  }

  private struct Block {
    var places: [Place] = []
    var keys: [UInt8] = []

    init(keyBytes: Int) {
      places.reserveCapacity(TextPlaces.textsInBlock)
      keys.reserveCapacity(keyBytes)
    }

    func keyRange(_ place: Int) -> Range<Int> {
      (place == 0 ? 0 : Int(places[place - 1].keyEnd))..<Int(places[place].keyEnd)
    }
  }

  private static let textsInBlock = 256

  private var blocks: [Block] = []
  private var files: [String] = []
  private(set) var count = 0

  /// - Returns: the number of the text.
  mutating func append(
    _ key: UnsafeBufferPointer<UInt8>, file: String, at position: SourcePosition
  ) -> Int {
    if count % Self.textsInBlock == 0 {
      // Keys are about as long as those before, mostly.
      blocks.append(Block(keyBytes: (blocks.last?.keys.count ?? 0) * 9 / 8))
    }
    let last = blocks.count - 1
    blocks[last].keys += key
    blocks[last].places.append(
      Place(
        keyEnd: UInt32(blocks[last].keys.count), line: Int32(clamping: position.line),
        column: Int32(clamping: position.column), file: fileNumber(file)))
    count += 1
    return count - 1
  }

  func key(_ text: Int) -> String { withKey(text) { String(decoding: $0, as: UTF8.self) } }

  /// Reads the bytes of a key in their place.
  func withKey<Result>(_ text: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let block = text / Self.textsInBlock
    let range = blocks[block].keyRange(text % Self.textsInBlock)
    return blocks[block].keys.withUnsafeBufferPointer {
      read(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  func location(_ text: Int) -> SourceLocation {
    let place = blocks[text / Self.textsInBlock].places[text % Self.textsInBlock]
    return SourceLocation(
      file: files[Int(place.file)],
      start: SourcePosition(line: Int(place.line), column: Int(place.column)))
  }

  /// Whether no key has anything beyond ASCII.
  var haveKeysOfASCII: Bool { blocks.allSatisfy { $0.keys.allSatisfy { $0 < 0x80 } } }

  private mutating func fileNumber(_ file: String) -> Int32 {
    if let number = files.lastIndex(of: file) { return Int32(number) }
    files.append(file)
    return Int32(files.count - 1)
  }
}
