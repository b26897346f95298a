import TremaSupport

/// From the scanner, which reads the common shape, to libxml2, which reads what the scanner does not
/// know (an instruction, a rare tag, a document type declaration), and back.
///
/// libxml2 gets the start tags of the elements that are open, in silence, each on its line, then the
/// unknown part, tag by tag. When the same elements are open behind one, the scanner goes on there. So
/// libxml2 alone judges mistakes and rare shapes, nothing is told twice, and the common shape costs
/// the same whatever stands beside it.
extension XMLReader {
  /// To hand over and back costs as much as libxml2 takes for some hundred bytes: where less is gained
  /// each time, libxml2 gets more and more at once, up to as many.
  private static let (shortest, longest) = (256, 1 << 16)

  /// Reads what the window holds.
  ///
  /// - Parameter isLast: nothing follows that could complete the last part.
  func read(isLast: Bool) throws(Diagnostic) {
    repeat {
      try scan(isLast: isLast)
      if scanning != nil { return }
    } while try parse(isLast: isLast)
  }

  // MARK: To libxml2

  /// Brings libxml2 to the place of the scanner.
  func handOver(_ scan: XMLScan) {
    var scan = scan
    handOver = handOver ?? scan.place.index
    window.count(to: counted)
    isReplaying = true
    if !hasParser {
      startParser()
      if hasRoot { replayRoot(scan) }
    }
    let shared = zip(scan.parsed, scan.open).prefix { $0 == $1 }.count
    for element in scan.parsed.dropFirst(max(shared, 1)).reversed() {
      replay("</\(scan.names[element.name])>", line: scan.place.line)
    }
    for element in scan.open.dropFirst(max(shared, 1)) {
      replay("<\(scan.names[element.name])>", line: element.line)
    }
    if scan.phase == .epilog, openElement != nil {
      replay("</\(scan.names[scan.root.name])>", line: scan.place.line)
    }
    isReplaying = false
    depth = scan.open.count
    given = scan.place.index
    resume(at: given, line: scan.place.line)
    let isWorth = scan.resumed == 0 || given - scan.resumed >= Self.shortest
    scan.stretch = isWorth ? 0 : min(max(2 * scan.stretch, Self.shortest), Self.longest)
    resting = scan
  }

  private func replayRoot(_ scan: XMLScan) {
    let isEmpty = scan.rootTag.suffix(2).elementsEqual("/>".utf8)
    // With a space libxml2 has the four bytes without which it does not begin.
    let tag = scan.rootTag.dropLast(isEmpty ? 2 : 1) + Array(isEmpty ? " />".utf8 : " >".utf8)
    replay(String(decoding: tag, as: UTF8.self), line: scan.root.line)
  }

  /// Gives libxml2 what it has not got of the window.
  ///
  /// - Returns: whether the scanner goes on instead.
  private func parse(isLast: Bool) throws(Diagnostic) -> Bool {
    while given < window.end {
      // It searches an unfinished tag or comment from its beginning whenever it gets more; it gets more
      // only when that is worth the search, or small pieces would cost the square of its length.
      let worth = (given - offset) / 2
      guard isLast || window.end - given >= worth else { return false }
      let end = endOfPiece(atLeast: worth)
      let bytes = window.bytes
      let piece = bytes[given - window.start..<end - window.start]
      given = end
      try piece.withUnsafeBufferPointer { (piece) throws(Diagnostic) in try push(piece) }
      if resumeScanning() { return true }
    }
    return false
  }

  // MARK: And back

  /// Up to where libxml2 gets the window next: behind a tag, where the scanner may go on there.
  private func endOfPiece(atLeast least: Int) -> Int {
    guard let resting, resting.phase != .epilog, !isInDeclaration else { return window.end }
    let end = window.endOfMarkup(
      from: min(given + max(least, resting.stretch), window.end - 1))
    // Within a document type declaration there are signs of all kinds; libxml2, which searches its end,
    // gets as much of it as there is.
    let mark: StaticString = "<!DOCTYPE"
    guard resting.phase == .prolog,
      window.contains(mark, in: given - mark.utf8CodeUnitCount..<end)
    else { return end }
    isInDeclaration = true
    return window.end
  }

  /// Lets the scanner go on where libxml2 has come to, if it can.
  private func resumeScanning() -> Bool {
    // Behind a tag, a comment or an instruction, and nothing else: of a text or a section the end has
    // been told, but its beginning may still be asked for.
    guard depth > 0, depth == resting?.open.count, given == markupEnd, var scan = resting.take()
    else { return false }
    let position = position(at: given)
    scan.place = XMLScanner.Place(
      index: given, line: position.line, lineStart: given - (position.column - 1))
    scan.parsed = scan.open
    scan.resumed = given
    scan.needed = 1
    scanning = scan
    return true
  }

  /// libxml2 has come to the start tag of the root, at these offsets.
  func didStartRoot(_ range: Range<Int>, at position: SourcePosition) {
    isInDeclaration = false
    guard resting?.phase == .prolog, var scan = resting.take(),
      // An attribute that is declared is in tags in which it does not stand.
      !declaresAttributes
    else { return }
    scan.rootTag = Array(window[range])
    let isKnown = scan.rootTag.withUnsafeBufferPointer { tag in
      var scanner = XMLScanner(bytes: tag)
      let isKnown = scanner.next(&scan.names, open: nil) == .startTag && scanner.isAtEnd
      scan.root = XMLScan.Element(name: scanner.name, line: position.line)
      return isKnown
    }
    guard isKnown else { return }
    scan.phase = .content
    scan.open = [scan.root]
    resting = scan
  }

  /// libxml2 has come to the end of an element that contains `depth` others.
  func didEndElement(in depth: Int) {
    while let count = resting?.open.count, count > depth { resting?.open.removeLast() }
  }
}
