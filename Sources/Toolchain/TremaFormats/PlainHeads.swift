import TremaCatalog

/// What stands before the values of plain texts, the same in the files of all languages.
package struct PlainHeads {
  fileprivate var bytes: [UInt8] = []
  /// Where each of them ends.
  fileprivate var ends: [Int] = []

  package init() {}

  /// Puts together those of other texts, in the same memory.
  ///
  /// - Parameters:
  ///   - run: the texts.
  ///   - texts: where they are.
  ///   - writer: that of the format.
  package mutating func fill(
    _ run: PlainTextRun, of texts: PlainTexts, for writer: any LanguageWriter.Type
  ) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    texts.bytes.withUnsafeBufferPointer { all in
      for text in run.texts {
        writer.appendHead(
          ofPlain: UnsafeBufferPointer(rebasing: all[text.key]),
          comment: UnsafeBufferPointer(rebasing: all[text.context]), into: &bytes)
        ends.append(bytes.count)
      }
    }
  }
}

/// How the plain values of a format are written that stand in its files as they are.
package struct VerbatimValues: Sendable {
  /// A value that has one of these is written in another way.
  var refused: Signs
  /// What follows the value.
  var end: StaticString
}

extension LanguageWriter {
  /// Writes values of plain texts as long as ``appendPlain(_:into:)`` does so.
  ///
  /// - Parameters:
  ///   - run: the texts.
  ///   - start: the index of the first of them.
  ///   - place: which of the values of each text.
  ///   - texts: where they are.
  ///   - heads: of the whole run.
  ///   - output: gets the values.
  /// - Returns: the index of the first text that was not written.
  package mutating func appendPlain(
    _ run: PlainTextRun, from start: Int, place: Int, of texts: PlainTexts, _ heads: PlainHeads,
    into output: inout [UInt8]
  ) -> Int {
    let verbatim = Self.verbatim
    let first = run.texts.startIndex
    let written = PlainEntries.with(run, place, texts, heads) { entries in
      var number = start - first
      while number < entries.count {
        if !appendPlain(entries[number], into: &output) { return number }
        number += 1
        // Of the next all that stand in the file as they are, in one go.
        if let verbatim { number = entries.append(verbatim, from: number, to: &output) }
      }
      return number
    }
    return first + written
  }
}

/// The values of a run of plain texts in one language, in their memory.
private struct PlainEntries {
  private let texts: UnsafeBufferPointer<PlainText>
  private let place: Int
  private let values: UnsafeBufferPointer<PlainText.Value>
  private let bytes: UnsafeBufferPointer<UInt8>
  private let heads: UnsafeBufferPointer<UInt8>
  private let headEnds: UnsafeBufferPointer<Int>

  static func with(
    _ run: PlainTextRun, _ place: Int, _ texts: PlainTexts, _ heads: PlainHeads,
    _ body: (PlainEntries) -> Int
  ) -> Int {
    run.texts.withUnsafeBufferPointer { own in
      texts.values.withUnsafeBufferPointer { values in
        texts.bytes.withUnsafeBufferPointer { bytes in
          heads.bytes.withUnsafeBufferPointer { head in
            heads.ends.withUnsafeBufferPointer { ends in
              body(
                PlainEntries(
                  texts: own, place: place, values: values, bytes: bytes, heads: head,
                  headEnds: ends))
            }
          }
        }
      }
    }
  }

  var count: Int { texts.count }

  subscript(number: Int) -> PlainEntry {
    let value = texts[number].values.lowerBound + place
    return PlainEntry(
      head: UnsafeBufferPointer(rebasing: heads[headRange(number)]),
      text: UnsafeBufferPointer(rebasing: bytes[values[value].text]), signs: values[value].signs)
  }

  private func headRange(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : headEnds[number - 1])..<headEnds[number]
  }

  /// Appends values as they stand, which takes a third of the time, up to the first that is refused.
  ///
  /// - Returns: its number.
  func append(_ verbatim: VerbatimValues, from start: Int, to output: inout [UInt8]) -> Int {
    var (end, count) = (start, 0)
    while end < texts.count {
      let value = texts[end].values.lowerBound + place
      guard values[value].signs.isDisjoint(with: verbatim.refused) else { break }
      count += headRange(end).count + values[value].text.count
      end += 1
    }
    if end == start { return start }
    let behind = UnsafeBufferPointer(
      start: verbatim.end.utf8Start, count: verbatim.end.utf8CodeUnitCount)
    output.append(count: count + (end - start) * behind.count) { room in
      for number in start..<end {
        let entry = self[number]
        room.append(entry.head)
        room.append(entry.text)
        room.append(behind)
      }
    }
    return end
  }
}
