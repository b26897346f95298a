import TremaCatalog
import TremaSupport
import TremaXML

extension TextSources {
  private static let pieceSize = 1 << 20

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - scanner: stands at an element of the root; behind it afterwards, or anywhere when it has not
  ///     the common shape.
  ///   - limit: how many bytes the text may have.
  ///   - languages: those of the texts before. One that is new is left to the events.
  /// - Returns: whether it has that shape.
  mutating func read(_ scanner: inout XMLScanner, limit: Int, languages: Set<String>) -> Bool {
    let limit = min(limit, Self.largest)
    if let number = expected(scanner, limit: limit) {
      if areKnown(languages) {
        pass(number, &scanner)
      } else if !reader.pass(&scanner, limit: limit, languages: languages) {
        return false
      }
      append(known: number)
      return true
    }
    let start = scanner.place
    guard reader.pass(&scanner, limit: limit, languages: languages) else { return false }
    let source = scanner.part(start.index..<scanner.place.index)
    // It may stand somewhere else than it did.
    let original = expect(after: scanner.part(reader.outline.key))
    if let original, isSource(source, ofFirst: original) {
      append(known: original)
    } else {
      append(source, scanner, from: start, original: original)
    }
    return true
  }

  /// Takes over a text that events told of, and leaves ``TremaItems/noText`` in its place.
  mutating func append(taking text: inout Text) {
    var key = text.key
    key.withUTF8 { key in
      _ = expect(after: key)
      if let twin = insert(key, number: 2 * told.count + 1) { markTwin(twin) }
    }
    told.append(TremaItems.noText)
    swap(&told[told.count - 1], &text)
    if case .told(let run)? = items.last {
      items[items.count - 1] = .told(run.lowerBound..<told.count)
    } else {
      items.append(.told(told.count - 1..<told.count))
    }
  }

  // MARK: What is known

  /// The text of the first state that stands here.
  private func expected(_ scanner: XMLScanner, limit: Int) -> Int? {
    guard let first, next < isTaken.count, !isTaken[next] else { return nil }
    let record = first.sources.records[next]
    let (start, end) = (scanner.place.index, scanner.place.index + Int(record.count))
    guard record.isAlone, end - start <= limit, end <= scanner.bytes.count else { return nil }
    return isSource(scanner.part(start..<end), ofFirst: next) ? next : nil
  }

  private func isSource(_ source: UnsafeBufferPointer<UInt8>, ofFirst number: Int) -> Bool {
    guard let first else { return false }
    let record = first.sources.records[number]
    return first.sources.pieces[Int(record.piece)].withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[record.range]).isEqual(to: source)
    }
  }

  /// Whether the languages of the first state are among these.
  private mutating func areKnown(_ languages: Set<String>) -> Bool {
    if languageCount != languages.count {
      languageCount = languages.count
      areLanguagesKnown = first?.sources.languages.isSubset(of: languages) ?? false
    }
    return areLanguagesKnown
  }

  /// Passes a text that is known.
  private func pass(_ number: Int, _ scanner: inout XMLScanner) {
    guard let record = first?.sources.records[number] else { return }
    scanner.place.index += Int(record.count)
    if record.lines > 0 {
      scanner.place.line += Int(record.lines)
      scanner.place.lineStart = scanner.place.index - Int(record.lastLine)
    }
  }

  private mutating func append(known number: Int) {
    isTaken[number] = true
    next = number + 1
    if case .known(let run)? = items.last, run.upperBound == number {
      items[items.count - 1] = .known(run.lowerBound..<number + 1)
    } else {
      items.append(.known(number..<number + 1))
    }
  }

  // MARK: What is new

  /// - Parameters:
  ///   - source: the text that the reader has read.
  ///   - scanner: stands behind it.
  ///   - start: where it begins.
  ///   - original: see ``Record/original``.
  private mutating func append(
    _ source: UnsafeBufferPointer<UInt8>, _ scanner: XMLScanner, from start: XMLScanner.Place,
    original: Int?
  ) {
    let needed = Self.indentation.utf8CodeUnitCount + source.count + Self.end.utf8CodeUnitCount
    if pieces.isEmpty || pieces[pieces.count - 1].count + needed > Self.pieceSize {
      pieces.append([])
      pieces[pieces.count - 1].reserveCapacity(max(Self.pieceSize, needed))
    }
    let piece = pieces.count - 1
    pieces[piece].append(Self.indentation)
    let first = pieces[piece].count
    pieces[piece].append(contentsOf: source)
    pieces[piece].append(Self.end)
    let key = reader.outline.key
    var record = Record(
      piece: Int32(piece), start: Int32(first), count: Int32(source.count),
      keyCount: Int32(key.count), lines: Int32(scanner.place.line - start.line),
      lastLine: Int32(clamping: scanner.place.index - scanner.place.lineStart),
      isCanonical: reader.outline.isCanonical)
    record.position = start.position
    record.original = original
    records.append(record)
    // Even numbers are those of own texts, odd ones of told ones.
    if let twin = insert(scanner.part(key), number: 2 * (records.count - 1)) {
      records[records.count - 1].isAlone = false
      markTwin(twin)
    }
    if case .own(let run)? = items.last {
      items[items.count - 1] = .own(run.lowerBound..<records.count)
    } else {
      items.append(.own(records.count - 1..<records.count))
    }
  }

  // MARK: Keys

  /// Keeps a key of the first state.
  ///
  /// - Returns: the number that the key has already.
  private mutating func insert(_ key: UnsafeBufferPointer<UInt8>, number: Int) -> Int? {
    if first != nil { return nil }
    keys.grow()
    let place = keys.lookUp(key) { isKey($0, key) }
    if place.number == nil { keys.insert(number, at: place) }
    return place.number
  }

  private mutating func markTwin(_ twin: Int) {
    if twin.isMultiple(of: 2) { records[twin / 2].isAlone = false }
  }

  /// Expects what follows a text that was read in another way; of the first state nothing is.
  ///
  /// - Returns: ``Record/original``.
  private mutating func expect(after key: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first, !isTaken.isEmpty else { return nil }
    let place = first.sources.keys.lookUp(key) { first.sources.isKey($0, key) }
    guard let number = place.number, number.isMultiple(of: 2) else { return nil }
    let original = number / 2
    defer { isTaken[original] = true }
    next = original + 1
    return first.sources.records[original].isAlone && !isTaken[original] ? original : nil
  }

  private func isKey(_ number: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    if !number.isMultiple(of: 2) { return told[number / 2].key.utf8.elementsEqual(key) }
    let record = records[number / 2]
    guard Int(record.keyCount) == key.count else { return false }
    return pieces[Int(record.piece)].withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[record.keyRange]).isEqual(to: key)
    }
  }
}
