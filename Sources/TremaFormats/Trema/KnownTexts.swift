import TremaCatalog
import TremaDiagnostics
import TremaXML

/// Texts of one file with the bytes they stand in: where another file has the same bytes, it has the
/// same text, and none has to be made of them again.
///
/// Two states of a catalogue, which is what is compared and merged, have most of their texts in common.
/// Such a text keeps the places that it has in the first file. Of a merge nobody is told them, as what
/// is the same on a side has no conflict: for that to be so a text is known by a key that the first
/// file has once, and the first time it is read.
public struct KnownTexts: Sendable {
  private struct Entry {
    var text: Text
    /// Of a piece of ``bytes``, the whole element.
    var piece: Int
    var source: Range<Int>
    /// How many lines it ends below its beginning.
    var lines: Int
    /// How many bytes its last line has, where that is not its first.
    var lastLine: Int
    /// Whether no other text has the key, and the file that is read has not had it yet.
    var isExpected = true
  }

  /// In pieces: one array would be copied whenever it grows.
  private var bytes: [[UInt8]] = []
  private var entries: [Entry] = []
  /// The entries by the keys of all texts; nil for one that is not known by its bytes.
  private var numbers: [ExactKey: Int?] = [:]
  /// Those of all texts, and whether all of them are known to whoever reads.
  private var languages: Set<String> = []
  private var areLanguagesKnown = false
  /// Which entry is expected next.
  private var next = 0

  private static let pieceSize = 1 << 20

  init() {}

  var count: Int { entries.count }

  /// - Parameters:
  ///   - text: one that nothing stands before.
  ///   - scanner: stands behind it.
  ///   - start: where its element begins.
  mutating func append(_ text: Text, _ scanner: XMLScanner, from start: XMLScanner.Place) {
    let source = scanner.part(start.index..<scanner.place.index)
    if bytes.isEmpty || bytes[bytes.count - 1].count + source.count > Self.pieceSize {
      bytes.append([])
      bytes[bytes.count - 1].reserveCapacity(Self.pieceSize)
    }
    let piece = bytes.count - 1
    let first = bytes[piece].count
    bytes[piece].append(contentsOf: source)
    entries.append(
      Entry(
        text: text, piece: piece, source: first..<bytes[piece].count,
        lines: scanner.place.line - start.line,
        lastLine: scanner.place.index - scanner.place.lineStart))
    for index in text.values.indices where !languages.contains(text.values[index].language) {
      languages.insert(text.values[index].language)
    }
    note(text.key, entries.count - 1)
  }

  /// Takes note of a text that is not known by its bytes.
  mutating func note(_ key: String) { note(key, nil) }

  private mutating func note(_ key: String, _ number: Int?) {
    guard let twin = numbers.updateValue(number, forKey: ExactKey(key)) else { return }
    for number in [twin, number] { if let number { entries[number].isExpected = false } }
  }

  /// Reads a text that is known.
  ///
  /// - Parameters:
  ///   - scanner: stands at an element of the root; behind it afterwards, when it is the one that is
  ///     expected.
  ///   - limit: how many bytes the text may have.
  ///   - languages: those of the texts before. One that is new is left to the events.
  ///   - file: where it is read now.
  mutating func read(
    _ scanner: inout XMLScanner, limit: Int, languages: Set<String>, file: String
  ) -> Text? {
    guard next < entries.count, entries[next].isExpected else { return nil }
    let start = scanner.place
    let source = entries[next].source
    let end = start.index + source.count
    guard source.count <= limit, end <= scanner.bytes.count else { return nil }
    let isSame = bytes[entries[next].piece].withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[source]).isEqual(to: scanner.part(start.index..<end))
    }
    guard isSame, areKnown(languages) else { return nil }
    scanner.place.index = end
    if entries[next].lines > 0 {
      scanner.place.line += entries[next].lines
      scanner.place.lineStart = end - entries[next].lastLine
    }
    var text = entries[next].text
    text.file = file
    entries[next].isExpected = false
    next += 1
    return text
  }

  /// Whether the languages of the text that is expected are among these.
  private mutating func areKnown(_ languages: Set<String>) -> Bool {
    if !areLanguagesKnown { areLanguagesKnown = self.languages.isSubset(of: languages) }
    // By their indices: a loop over the values would copy each.
    return areLanguagesKnown
      || entries[next].text.values.indices.allSatisfy {
        languages.contains(entries[next].text.values[$0].language)
      }
  }

  /// Expects what follows a text that was read in another way.
  mutating func expect(after key: String) {
    guard case let number?? = numbers[ExactKey(key)] else { return }
    entries[number].isExpected = false
    next = number + 1
  }
}
