import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// All texts of a file, most of them as the bytes they stand in: a text is made when somebody asks for
/// it.
///
/// Two states of a catalogue, which is what is compared and merged, have most of their texts in common.
/// What has the same bytes as in the first state is no more than its number there. It has the places
/// of the first state, too. Of a merge nobody is told them, as what is the same on a side has no
/// conflict: for that to be so a text is known by a key that the first state has once, and the first
/// time it is read.
package struct TextSources: Sendable {
  /// Texts that follow each other.
  package enum Item: Sendable {
    /// Numbers of ``records``.
    case own(Range<Int>)
    /// Numbers of the first state's own texts.
    case known(Range<Int>)
    /// Indices of ``told``.
    case told(Range<Int>)
  }

  /// A text and its bytes; in half words, as there is one of each text.
  package struct Record: Sendable {
    /// Of ``pieces``, and where its element stands in that.
    var piece: Int32
    var start: Int32
    var count: Int32
    var keyCount: Int32
    @Position var position: SourcePosition
    /// How many lines it ends below its beginning.
    var lines: Int32
    /// How many bytes its last line has, where that is not its first.
    var lastLine: Int32
    /// Whether its bytes are what is written of it.
    var isCanonical: Bool
    /// Whether no other text has the key.
    var isAlone = true
    var originalNumber: Int32 = -1

    /// The text of the first state that has this key alone, where this state has had none with it.
    package internal(set) var original: Int? {
      get { originalNumber < 0 ? nil : Int(originalNumber) }
      set { originalNumber = newValue.map { Int32(clamping: $0) } ?? -1 }
    }

    /// Where the element stands in its piece.
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

    /// Where its key stands, which is plain.
    var keyRange: Range<Int> {
      let first = Int(start) + Self.keyStart
      return first..<first + Int(keyCount)
    }

    private static let keyStart = ("<text key=\"" as StaticString).utf8CodeUnitCount
  }

  /// The longest text that is kept as its bytes.
  static let largest = 1 << 30

  /// In the order of the file.
  package internal(set) var items: [Item] = []
  package internal(set) var records: [Record] = []
  /// Elements between two spaces and a line feed, one behind the other, as they are written. In pieces:
  /// one array would be copied whenever it grows.
  var pieces: [[UInt8]] = []
  /// Those that events told of.
  package internal(set) var told: [Text] = []
  /// Which text has a key; of the first state alone.
  var keys = KeyTable()
  var reader: CommonTextReader
  /// The state that this one is known from. An object, so that it is not copied to be looked at.
  let first: First?
  /// Which of its texts is expected next.
  var next = 0
  /// Those whose keys this state has had already.
  var isTaken: [Bool] = []
  /// How many languages were known when it was last asked whether those of the first state are among
  /// them, and whether they were.
  var languageCount = -1
  var areLanguagesKnown = false

  final class First: Sendable {
    let sources: TextSources

    init(_ sources: TextSources) { self.sources = sources }
  }

  /// - Parameter first: the state that this one is known from.
  init(file: String, backslash: BackslashRule, after first: TextSources?) {
    reader = CommonTextReader(file: file, backslash: backslash)
    self.first = first.map(First.init)
    isTaken = Array(repeating: false, count: first?.records.count ?? 0)
  }

  /// No texts.
  package init() { self.init(file: "", backslash: .escape, after: nil) }

  package var file: String { reader.file }

  /// Whether it was read after no other.
  package var isFirst: Bool { first == nil }

  /// The languages of all of them, and perhaps some of texts that events told of.
  package var languages: Set<String> { reader.outline.allLanguages }

  /// The key of one of the texts that have bytes of their own here.
  package func key(_ number: Int) -> String {
    let record = records[number]
    return pieces[Int(record.piece)].withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[record.keyRange]), as: UTF8.self)
    }
  }

  /// Makes one of the texts that have bytes of their own here.
  package mutating func text(_ number: Int) -> Text {
    let record = records[number]
    let piece = pieces[Int(record.piece)]
    let text = piece.withUnsafeBufferPointer { piece in
      var scanner = XMLScanner(
        of: UnsafeBufferPointer(rebasing: piece[record.range]), at: record.position)
      return reader.read(&scanner, limit: Int(record.count), languages: nil)
    }
    // The bytes were kept because the same reader had passed them, as far as they go; what it makes of them
    // depends on nothing else, for with all languages known it refuses none.
    guard let text else { preconditionFailure("a text is not what was read") }
    return text
  }

  /// Makes all texts.
  package func texts() -> [Text] {
    var sources = self
    var known = first?.sources
    var texts: [Text] = []
    for item in items {
      switch item {
      case .own(let numbers): for number in numbers { texts.append(sources.text(number)) }
      case .told(let indices): texts += told[indices]
      case .known(let numbers):
        for number in numbers {
          guard var text = known?.text(number) else { continue }
          text.file = file
          texts.append(text)
        }
      }
    }
    return texts
  }

  /// Writes some of the texts that have bytes of their own here, as ``TremaEncoder`` does.
  ///
  /// - Returns: which is next; after a while it is not the last.
  package mutating func encode(_ numbers: Range<Int>, into output: inout [UInt8]) -> Int {
    let start = records[numbers.lowerBound]
    guard start.isCanonical else {
      var encoder = TremaEncoder()
      encoder.append(text(numbers.lowerBound), into: &output)
      return numbers.lowerBound + 1
    }
    // All that stand in one piece, one behind the other, are copied at once.
    var next = numbers.lowerBound
    let first = start.range.lowerBound
    var end = first
    while next < numbers.upperBound, records[next].isCanonical, records[next].piece == start.piece,
      end - first < 1 << 16
    {
      end = records[next].range.upperBound
      next += 1
    }
    pieces[Int(start.piece)].withUnsafeBufferPointer { piece in
      output.append(
        contentsOf: UnsafeBufferPointer(
          rebasing: piece[
            first - Self.indentation.utf8CodeUnitCount..<end + Self.end.utf8CodeUnitCount]))
    }
    return next
  }

  static var indentation: StaticString { "  " }
  static var end: StaticString { "\n" }
}

/// A state of a catalogue, to be held against others.
package struct CatalogState: Sendable {
  package var header: CatalogHeader
  package var texts: TextSources
  package var footer: CatalogFooter

  /// All but the texts.
  package var frame: Catalog { Catalog(header: header, footer: footer) }
}
