import TremaSupport

/// The handover from the scanner, which reads documents in the common form, to libxml2. libxml2
/// takes over at the first part that the scanner does not recognize, such as a document type
/// declaration, an unusual name or an error.
///
/// libxml2 first receives the start tags of the open elements, each on its line, without reporting
/// events. This way, only libxml2 determines errors and unusual forms, and no event is reported
/// twice.
extension XMLReader {
  /// Reads the window's bytes.
  ///
  /// - Parameter isLast: Whether these are the last bytes of the document.
  func read(isLast: Bool) throws(Diagnostic) {
    try scan(isLast: isLast)
    if scanning == nil { try parse(isLast: isLast) }
  }

  /// Starts libxml2 at the scanner's cursor.
  func switchToLibxml2(_ scan: XMLScan) {
    switchOffset = scan.cursor.index
    window.adoptLineCount(at: countedEnd)
    startParser()
    isReplaying = true
    if hasRoot { replayRoot(scan) }
    for element in scan.open.dropFirst() {
      replay("<\(scan.names[element.nameIndex])>", line: element.line)
    }
    if scan.phase == .epilog {
      replay("</\(scan.names[scan.root.nameIndex])>", line: scan.cursor.line)
    }
    isReplaying = false
    depth = scan.open.count
    suppliedEnd = scan.cursor.index
    resume(at: suppliedEnd, line: scan.cursor.line)
  }

  /// Passes the start tag of the root to libxml2, as a start tag even if it is an empty-element
  /// tag.
  private func replayRoot(_ scan: XMLScan) {
    let isEmpty = scan.rootTag.suffix(2).elementsEqual("/>".utf8)
    // The space makes the tag at least four bytes long. libxml2 doesn't start with fewer bytes.
    let tag = scan.rootTag.dropLast(isEmpty ? 2 : 1) + Array(" >".utf8)
    replay(String(decoding: tag, as: UTF8.self), line: scan.root.line)
  }

  /// Passes the window's bytes that libxml2 has not received yet.
  private func parse(isLast: Bool) throws(Diagnostic) {
    // libxml2 searches an unfinished tag or comment from its start each time it receives bytes. It
    // receives only pieces that are large enough to be worth the search because small pieces would
    // take quadratic time.
    guard suppliedEnd < window.end, isLast || window.end - suppliedEnd >= (suppliedEnd - offset) / 2
    else { return }
    let bytes = window.bytes
    let piece = bytes[suppliedEnd - window.start..<window.end - window.start]
    suppliedEnd = window.end
    try piece.withUnsafeBufferPointer { (piece) throws(Diagnostic) in try push(piece) }
  }
}
