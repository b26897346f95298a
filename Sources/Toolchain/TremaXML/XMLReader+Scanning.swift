import TremaSupport

/// The progress of the scanner in a document, including the open elements.
struct XMLScan {
  /// The part of the document that is being read.
  enum Phase {
    /// Before the root element. No event has been reported yet.
    case prolog
    /// In the root element, or after it.
    case content, epilog
  }

  /// An open element.
  struct Element: Equatable {
    /// The index of the name in the table.
    var nameIndex: Int
    /// The line of the start tag.
    var line: Int
  }

  /// The part of the document that is being read.
  var phase = Phase.prolog
  /// The cursor after the last reported part. Its index is an offset in the document.
  var cursor = XMLScanner.Cursor()
  /// The names read so far.
  var names = XMLNames()
  /// The open elements, the root first.
  var open: [Element] = []
  /// The root element.
  var root = Element(nameIndex: 0, line: 1)
  /// The source of the root's start tag.
  var rootTag: [UInt8] = []
  /// The number of bytes that must follow the cursor before the next part is searched again.
  var requiredBytes = 1
}

/// The fast path for documents in the common form, whose parts ``XMLScanner`` recognizes.
extension XMLReader {
  /// The maximum length of a tag or comment, in bytes. Longer ones are left to libxml2, which has
  /// its own limits.
  private static let maxPartLength = 1 << 20

  /// Reports the parts in the window to the handler, and starts libxml2 at a part that is not
  /// recognized.
  ///
  /// - Parameter isLast: Whether these are the last bytes of the document.
  func scan(isLast: Bool) throws(Diagnostic) {
    // An unfinished part is searched again only when it has doubled in length because small pieces
    // would take quadratic time.
    guard isLast || window.end - (scanning?.cursor.index ?? 0) >= (scanning?.requiredBytes ?? 0),
      var scan = scanning.take()
    else { return }
    // The handler may request bytes of the window during the call. They share storage with these
    // bytes.
    let bytes = window.bytes
    let isKnown = try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
      try advance(&scan, bytes)
    }
    let rest = window.end - scan.cursor.index
    let isWhole = rest == 0 && scan.phase == .epilog
    if isKnown, isLast ? isWhole : rest <= Self.maxPartLength {
      scan.requiredBytes = 2 * rest + 1
      scanning = scan
    } else {
      switchToLibxml2(scan)
    }
  }

  /// Reports the complete parts.
  ///
  /// - Returns: `false` at a part that the scanner does not recognize, that is not allowed at its
  ///   position, or that is near a limit.
  private func advance(
    _ scan: inout XMLScan, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Diagnostic) -> Bool {
    let start = window.start
    let handler = self.handler
    var scanner = XMLScanner(bytes: bytes, cursor: scan.cursor.moved(by: -start))
    defer { scan.cursor = scanner.cursor.moved(by: start) }
    if scan.phase == .prolog {
      guard let isKnown = try readProlog(&scan, &scanner) else { return true }
      if !isKnown { return false }
    }
    while !scanner.isAtEnd {
      if scan.phase == .epilog, scanner.skipSpace() { continue }
      let before = scanner.cursor
      let part = scanner.next(&scan.names, open: scan.open.last?.nameIndex)
      let isReported =
        part.isWhole ? try report(part, from: before, &scan, scanner, start, handler) : false
      if !isReported {
        scanner.cursor = before
        return part == .unfinished
      }
    }
    return true
  }

  /// Reads up to the start tag of the root. Nothing is reported before all of this is complete
  /// because a document type declaration would change its meaning.
  ///
  /// - Returns: `nil` if this part is unfinished; otherwise, whether everything is recognized. If
  ///   so, the cursor is before the root.
  private func readProlog(
    _ scan: inout XMLScan, _ scanner: inout XMLScanner
  ) throws(Diagnostic) -> Bool? {
    let start = scanner.cursor
    var pendingMarkup: [(from: XMLScanner.Cursor, to: XMLScanner.Cursor)] = []
    var fault = scanner.declaration()
    while fault == nil {
      scanner.skipSpace()
      let before = scanner.cursor
      let part = scanner.isAtEnd ? .unfinished : scanner.nextMarkup(&scan.names)
      switch part {
      case .commentOrInstruction: pendingMarkup.append((before, scanner.cursor))
      case .startTag, .emptyTag:
        let offset = window.start
        for markup in pendingMarkup {
          try reportCommentOrInstruction(markup.from, markup.to, offset)
        }
        scan.rootTag = Array(scanner.bytes[before.index..<scanner.cursor.index])
        scan.root = XMLScan.Element(nameIndex: scanner.nameIndex, line: before.line)
        scan.phase = .content
        scanner.cursor = before
        return true
      default: fault = part
      }
    }
    scanner.cursor = start
    return fault == .unfinished ? nil : false
  }

  /// Reports one part to the handler.
  ///
  /// - Parameters:
  ///   - before: The cursor before the part.
  ///   - scan: The progress in the document.
  ///   - scanner: The scanner, whose cursor is after the part.
  ///   - start: The offset of the scanner's bytes in the document.
  /// - Returns: `false` if the part is not allowed here, or a limit is near.
  @inline(__always) private func report(
    _ part: XMLScanner.Part, from before: XMLScanner.Cursor, _ scan: inout XMLScan,
    _ scanner: borrowing XMLScanner, _ start: Int, _ handler: any XMLHandler
  ) throws(Diagnostic) -> Bool {
    if let heldStart, start + scanner.cursor.index - heldStart.offset > limits.heldBytes {
      return false
    }
    if part == .plainText, scan.phase == .content {
      let text = UnsafeBufferPointer(rebasing: scanner.bytes[scanner.content])
      try handler.characters(text.span, in: self)
      return true
    }
    // libxml2 has no limit for the length of a text.
    if scanner.cursor.index - before.index > Self.maxPartLength, part != .text { return false }
    if part == .commentOrInstruction {
      try reportCommentOrInstruction(before, scanner.cursor, start)
      return true
    }
    guard scan.phase == .content else { return false }
    switch part {
    case .startTag, .emptyTag:
      guard scan.open.count < limits.depth else { return false }
      try reportStart(&scan, isEmpty: part == .emptyTag, from: before, scanner, start, handler)
    case .endTag:
      guard scan.open.last?.nameIndex == scanner.nameIndex else { return false }
      try reportEnd(&scan, nameAt: 2, from: before, scanner, start, handler)
    default:
      try scanner.withContent(hasReferences: part == .text) { (piece) throws(Diagnostic) in
        try handler.characters(piece.span, in: self)
      }
    }
    return true
  }

  /// Reports a start tag, and the end of an element with an empty-element tag.
  private func reportStart(
    _ scan: inout XMLScan, isEmpty: Bool, from before: XMLScanner.Cursor,
    _ scanner: borrowing XMLScanner, _ start: Int, _ handler: any XMLHandler
  ) throws(Diagnostic) {
    hasRoot = true
    scan.open.append(XMLScan.Element(nameIndex: scanner.nameIndex, line: before.line))
    let end = start + scanner.cursor.index
    markupEnd = end
    countedEnd = scanner.cursor.moved(by: start)
    try handler.startElement(
      XMLStartTag(
        name: name(scan, scanner, at: before.index + 1), attributes: scanner.attributes,
        range: start + before.index..<end, position: before.position,
        contentPosition: scanner.cursor.position, isEmpty: isEmpty), in: self)
    if isEmpty { try reportEnd(&scan, nameAt: 1, from: before, scanner, start, handler) }
  }

  /// Returns the name of the current tag. The name starts at an index.
  private func name(
    _ scan: borrowing XMLScan, _ scanner: borrowing XMLScanner, at index: Int
  ) -> XMLName {
    let end = index + scan.names.length(scanner.nameIndex)
    return XMLName(local: UnsafeBufferPointer(rebasing: scanner.bytes[index..<end]))
  }

  /// Reports the end of an element.
  ///
  /// - Parameter distance: The number of bytes before the name in the tag.
  private func reportEnd(
    _ scan: inout XMLScan, nameAt distance: Int, from before: XMLScanner.Cursor,
    _ scanner: borrowing XMLScanner,
    _ start: Int, _ handler: any XMLHandler
  ) throws(Diagnostic) {
    scan.open.removeLast()
    if scan.open.isEmpty { scan.phase = .epilog }
    let end = start + scanner.cursor.index
    markupEnd = end
    try handler.endElement(
      name(scan, scanner, at: before.index + distance), range: start + before.index..<end, in: self)
  }

  /// Reports a comment or an instruction.
  private func reportCommentOrInstruction(
    _ before: XMLScanner.Cursor, _ after: XMLScanner.Cursor, _ start: Int
  ) throws(Diagnostic) {
    markupEnd = start + after.index
    countedEnd = before.moved(by: start)
    try handler.commentOrInstruction(
      range: start + before.index..<markupEnd, position: before.position, in: self)
  }
}

extension XMLScanner.Cursor {
  /// Returns the cursor with its indices moved to a different origin.
  func moved(by distance: Int) -> XMLScanner.Cursor {
    XMLScanner.Cursor(index: index + distance, line: line, lineStart: lineStart + distance)
  }
}
