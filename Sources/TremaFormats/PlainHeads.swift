import TremaCatalog

/// What stands before the values of plain texts, the same in the files of all languages.
public struct PlainHeads {
  fileprivate var bytes: [UInt8] = []
  /// Where each of them ends.
  fileprivate var ends: [Int] = []

  public init() {}

  /// Puts together those of other texts, in the same memory.
  ///
  /// - Parameters:
  ///   - run: the texts.
  ///   - texts: where they are.
  ///   - writer: that of the format.
  public mutating func fill(
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
  public mutating func appendPlain(
    _ run: PlainTextRun, from start: Int, place: Int, of texts: PlainTexts, _ heads: PlainHeads,
    into output: inout [UInt8]
  ) -> Int {
    let first = run.texts.startIndex
    return heads.bytes.withUnsafeBufferPointer { head in
      texts.bytes.withUnsafeBufferPointer { bytes in
        for number in start..<run.texts.endIndex {
          let value = texts.values[run.texts[number].values.lowerBound + place]
          let headStart = number == first ? 0 : heads.ends[number - first - 1]
          let entry = PlainEntry(
            head: UnsafeBufferPointer(rebasing: head[headStart..<heads.ends[number - first]]),
            text: UnsafeBufferPointer(rebasing: bytes[value.text]), signs: value.signs)
          if !appendPlain(entry, into: &output) { return number }
        }
        return run.texts.endIndex
      }
    }
  }
}
