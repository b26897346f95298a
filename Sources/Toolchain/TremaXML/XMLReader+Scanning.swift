import TremaSupport

/// How far the scanner has come in a document, and what is open there.
struct XMLScan {
  enum Phase {
    /// Before the root is known; nothing has been told.
    case prolog
    case content, epilog
  }

  struct Element: Equatable {
    /// An index of the table of names.
    var name: Int
    /// The line of its start tag.
    var line: Int
  }

  var phase = Phase.prolog
  /// Behind the last part that was told; its index is an offset in the document.
  var place = XMLScanner.Place()
  var names = XMLNames()
  var open: [Element] = []
  var root = Element(name: 0, line: 1)
  /// The source of the root's start tag.
  var rootTag: [UInt8] = []
  /// How many bytes there must be behind the place to make another search worth while.
  var needed = 1
}

/// The fast way through a document of the common shape, as far as ``XMLScanner`` knows its parts.
extension XMLReader {
  /// A tag or a comment that is longer is left to libxml2, which has limits of its own.
  private static let longestPart = 1 << 20

  /// Tells the handler what the window holds, and hands over to libxml2 at a part that is not known.
  ///
  /// - Parameter isLast: nothing follows that could complete the last part.
  func scan(isLast: Bool) throws(Diagnostic) {
    // What is unfinished is searched again when it has doubled, or small pieces would cost the square
    // of its length.
    guard isLast || window.end - (scanning?.place.index ?? 0) >= (scanning?.needed ?? 0),
      var scan = scanning.take()
    else { return }
    // The handler may ask for the window meanwhile; it shares these bytes.
    let bytes = window.bytes
    let isKnown = try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
      try advance(&scan, bytes)
    }
    let rest = window.end - scan.place.index
    let isWhole = rest == 0 && scan.phase == .epilog
    if isKnown, isLast ? isWhole : rest <= Self.longestPart {
      scan.needed = 2 * rest + 1
      scanning = scan
    } else {
      handOver(scan)
    }
  }

  /// - Returns: false at a part that the scanner does not know, that may not be there, or that
  ///   comes near a limit.
  private func advance(
    _ scan: inout XMLScan, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Diagnostic) -> Bool {
    let start = window.start
    let handler = self.handler
    var scanner = XMLScanner(bytes: bytes, place: scan.place.moved(by: -start))
    defer { scan.place = scanner.place.moved(by: start) }
    if scan.phase == .prolog {
      guard let isKnown = try readProlog(&scan, &scanner) else { return true }
      if !isKnown { return false }
    }
    while !scanner.isAtEnd {
      if scan.phase == .epilog, scanner.skipSpace() { continue }
      let before = scanner.place
      let part = scanner.next(&scan.names, open: scan.open.last?.name)
      let isTold =
        part.isWhole ? try tell(part, from: before, &scan, scanner, start, handler) : false
      if !isTold {
        scanner.place = before
        return part == .unfinished
      }
    }
    return true
  }

  /// Reads as far as the start tag of the root, and tells nothing before that is whole: a document
  /// type declaration would give all of it another meaning.
  ///
  /// - Returns: nil when it is unfinished, else whether everything is known. The place is before the
  ///   root then.
  private func readProlog(
    _ scan: inout XMLScan, _ scanner: inout XMLScanner
  ) throws(Diagnostic) -> Bool? {
    let start = scanner.place
    var asides: [(from: XMLScanner.Place, to: XMLScanner.Place)] = []
    var fault = scanner.declaration()
    while fault == nil {
      scanner.skipSpace()
      let before = scanner.place
      let part = scanner.isAtEnd ? .unfinished : scanner.nextMarkup(&scan.names)
      switch part {
      case .aside: asides.append((before, scanner.place))
      case .startTag, .emptyTag:
        let offset = window.start
        for aside in asides { try tellAside(aside.from, aside.to, offset) }
        scan.rootTag = Array(scanner.bytes[before.index..<scanner.place.index])
        scan.root = XMLScan.Element(name: scanner.name, line: before.line)
        scan.phase = .content
        scanner.place = before
        return true
      default: fault = part
      }
    }
    scanner.place = start
    return fault == .unfinished ? nil : false
  }

  /// Tells the handler of one part.
  ///
  /// - Parameter start: the offset of the scanner's bytes in the document.
  /// - Returns: false when the part may not be here, or a limit is near.
  @inline(__always) private func tell(
    _ part: XMLScanner.Part, from before: XMLScanner.Place, _ scan: inout XMLScan,
    _ scanner: borrowing XMLScanner, _ start: Int, _ handler: any XMLHandler
  ) throws(Diagnostic) -> Bool {
    if let hold, start + scanner.place.index - hold.offset > limits.held { return false }
    if part == .plainText, scan.phase == .content {
      let text = UnsafeBufferPointer(rebasing: scanner.bytes[scanner.content])
      try handler.characters(text.span, in: self)
      return true
    }
    // Of a text libxml2 has no limit.
    if scanner.place.index - before.index > Self.longestPart, part != .text { return false }
    if part == .aside {
      try tellAside(before, scanner.place, start)
      return true
    }
    guard scan.phase == .content else { return false }
    switch part {
    case .startTag, .emptyTag:
      guard scan.open.count < limits.depth else { return false }
      try tellStart(&scan, isEmpty: part == .emptyTag, from: before, scanner, start, handler)
    case .endTag:
      guard scan.open.last?.name == scanner.name else { return false }
      try tellEnd(&scan, nameAt: 2, from: before, scanner, start, handler)
    default:
      try scanner.tellContent(hasReferences: part == .text) { (piece) throws(Diagnostic) in
        try handler.characters(piece.span, in: self)
      }
    }
    return true
  }

  private func tellStart(
    _ scan: inout XMLScan, isEmpty: Bool, from before: XMLScanner.Place,
    _ scanner: borrowing XMLScanner, _ start: Int, _ handler: any XMLHandler
  ) throws(Diagnostic) {
    hasRoot = true
    scan.open.append(XMLScan.Element(name: scanner.name, line: before.line))
    let end = start + scanner.place.index
    markupEnd = end
    counted = scanner.place.moved(by: start)
    try handler.startElement(
      XMLStartTag(
        name: name(scan, scanner, at: before.index + 1), attributes: scanner.attributes,
        range: start + before.index..<end, position: before.position,
        contentPosition: scanner.place.position, isEmpty: isEmpty), in: self)
    if isEmpty { try tellEnd(&scan, nameAt: 1, from: before, scanner, start, handler) }
  }

  /// The name of the tag at hand, which begins at an index.
  private func name(
    _ scan: borrowing XMLScan, _ scanner: borrowing XMLScanner, at index: Int
  ) -> XMLName {
    let end = index + scan.names.length(scanner.name)
    return XMLName(local: UnsafeBufferPointer(rebasing: scanner.bytes[index..<end]))
  }

  /// - Parameter nameAt: how many bytes behind the beginning of the tag its name is.
  private func tellEnd(
    _ scan: inout XMLScan, nameAt distance: Int, from before: XMLScanner.Place,
    _ scanner: borrowing XMLScanner,
    _ start: Int, _ handler: any XMLHandler
  ) throws(Diagnostic) {
    scan.open.removeLast()
    if scan.open.isEmpty { scan.phase = .epilog }
    let end = start + scanner.place.index
    markupEnd = end
    try handler.endElement(
      name(scan, scanner, at: before.index + distance), range: start + before.index..<end, in: self)
  }

  private func tellAside(
    _ before: XMLScanner.Place, _ after: XMLScanner.Place, _ start: Int
  ) throws(Diagnostic) {
    markupEnd = start + after.index
    counted = before.moved(by: start)
    try handler.aside(
      range: start + before.index..<markupEnd, position: before.position, in: self)
  }
}

extension XMLScanner.Place {
  /// The same place where indices count from elsewhere.
  func moved(by distance: Int) -> XMLScanner.Place {
    XMLScanner.Place(index: index + distance, line: line, lineStart: lineStart + distance)
  }
}
