import TremaCatalog
import TremaDiagnostics
import TremaXML

/// Texts of one file with the bytes they stand in: where another file has the same bytes, it has the
/// same text, and none has to be made of them again.
///
/// Two states of a catalogue, which is what is compared and merged, have most of their texts in common.
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
  }

  /// In pieces: one array would be copied whenever it grows.
  private var bytes: [[UInt8]] = []
  private var entries: [Entry] = []
  /// Which entry is expected next.
  private var next = 0
  /// How many others were read since the last that is known.
  private var strangers = 0
  /// The entries by their keys, once they are looked for.
  private var numbers: [ExactKey: Int]?

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
    guard next < entries.count else { return nil }
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
    text.move(to: start.position)
    (next, strangers) = (next + 1, 0)
    return text
  }

  /// Whether those of the text that is expected are among them.
  private func areKnown(_ languages: Set<String>) -> Bool {
    // By their indices: a loop over the values would copy each.
    entries[next].text.values.indices.allSatisfy {
      languages.contains(entries[next].text.values[$0].language)
    }
  }

  /// Expects what follows a text that was read in another way.
  mutating func expect(after key: String) {
    // Mostly it was changed here, or some before it are gone.
    let near = next..<min(next + 4, entries.count)
    if let number = near.first(where: { entries[$0].text.key.isExactly(key) }) {
      (next, strangers) = (number + 1, 0)
      return
    }
    // Or it is new here. But where nothing is as expected, they may stand in another order.
    strangers += 1
    guard strangers > 4 else { return }
    if numbers == nil {
      numbers = Dictionary(
        entries.indices.map { (ExactKey(entries[$0].text.key), $0) },
        uniquingKeysWith: { first, _ in first })
    }
    if let number = numbers?[ExactKey(key)] { (next, strangers) = (number + 1, 0) }
  }
}

extension Text {
  /// Gives it and all that is in it the places that they have where the text begins somewhere else.
  fileprivate mutating func move(to start: SourcePosition) {
    let old = position
    if old == start { return }
    func moved(_ position: SourcePosition) -> SourcePosition {
      SourcePosition(
        line: position.line + start.line - old.line,
        column: position.line == old.line
          ? position.column + start.column - old.column : position.column)
    }
    position = start
    keyPosition = moved(keyPosition)
    if let context {
      self.context?.position = moved(context.position)
      self.context?.textPosition = moved(context.textPosition)
    }
    for index in values.indices {
      values[index].position = moved(values[index].position)
      values[index].languagePosition = moved(values[index].languagePosition)
      values[index].statusPosition = moved(values[index].statusPosition)
      values[index].textPosition = moved(values[index].textPosition)
    }
  }
}
