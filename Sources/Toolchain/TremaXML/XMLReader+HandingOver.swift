import TremaSupport

/// The hand-over from the scanner, which reads the common shape, to libxml2, which reads the rest of the
/// document from the first part that the scanner does not know: a document type declaration, a rare name,
/// a mistake.
///
/// libxml2 first gets the start tags of the open elements, in silence, each on its line. So libxml2 alone
/// judges mistakes and rare shapes, and no event is reported twice.
extension XMLReader {
  /// Reads the bytes of the window.
  ///
  /// - Parameter isLast: nothing follows that could complete the last part.
  func read(isLast: Bool) throws(Diagnostic) {
    try scan(isLast: isLast)
    if scanning == nil { try parse(isLast: isLast) }
  }

  /// Brings libxml2 to the place of the scanner.
  func handOver(_ scan: XMLScan) {
    handOver = scan.place.index
    window.count(to: counted)
    startParser()
    isReplaying = true
    if hasRoot { replayRoot(scan) }
    for element in scan.open.dropFirst() {
      replay("<\(scan.names[element.name])>", line: element.line)
    }
    if scan.phase == .epilog {
      replay("</\(scan.names[scan.root.name])>", line: scan.place.line)
    }
    isReplaying = false
    depth = scan.open.count
    given = scan.place.index
    resume(at: given, line: scan.place.line)
  }

  private func replayRoot(_ scan: XMLScan) {
    let isEmpty = scan.rootTag.suffix(2).elementsEqual("/>".utf8)
    // With a space libxml2 has the four bytes without which it does not begin.
    let tag = scan.rootTag.dropLast(isEmpty ? 2 : 1) + Array(" >".utf8)
    replay(String(decoding: tag, as: UTF8.self), line: scan.root.line)
  }

  /// Gives libxml2 the bytes of the window that it does not have yet.
  private func parse(isLast: Bool) throws(Diagnostic) {
    // libxml2 searches an unfinished tag or comment from its beginning whenever it gets more; it gets more
    // only when that is worth the search, or small pieces would cost the square of its length.
    guard given < window.end, isLast || window.end - given >= (given - offset) / 2 else { return }
    let bytes = window.bytes
    let piece = bytes[given - window.start..<window.end - window.start]
    given = window.end
    try piece.withUnsafeBufferPointer { (piece) throws(Diagnostic) in try push(piece) }
  }
}
