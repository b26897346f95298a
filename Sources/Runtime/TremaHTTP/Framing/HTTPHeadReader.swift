import TremaSupport

/// Reads the heads of one exchange, line by line, up to the end of the first one that is not
/// informational. What comes after it (trailers) is passed over.
///
/// Source: RFC 9112, sections 4 and 5.
package struct HTTPHeadReader: Sendable {
  /// The most informational heads before the one that counts.
  package static let informationalLimit = 32

  /// Whether the head is there.
  package private(set) var isComplete = false
  package private(set) var status: HTTPStatus = 0
  package private(set) var version = HTTPVersion.http11
  package private(set) var fields = HTTPFields()
  private var isInside = false
  private var bytes = 0
  private var informational = 0

  package init() {}

  /// Takes the next line.
  ///
  /// - Parameter line: with or without its line end; an empty one ends a head.
  /// - Throws: `malformedResponse`.
  package mutating func read(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    if isComplete { return }
    bytes += line.count
    guard bytes <= MessageFraming.headLimit else {
      throw MessageFraming.malformed("has a head of more than \(MessageFraming.headLimit) bytes")
    }
    let line = Self.withoutEnd(line)
    if line.isEmpty { return try finish() }
    if isInside { try readField(line) } else { try readStatus(line) }
  }

  private static func withoutEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var count = line.count
    if count > 0, line[count - 1] == 0x0A { count -= 1 }
    if count > 0, line[count - 1] == 0x0D { count -= 1 }
    return UnsafeRawBufferPointer(rebasing: line[..<count])
  }

  private mutating func readStatus(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    guard let space = line.firstIndex(of: 0x20),
      let version = Self.version(UnsafeRawBufferPointer(rebasing: line[..<space])),
      line.count >= space + 4, line.count == space + 4 || line[space + 4] == 0x20
    else { throw MessageFraming.malformed("does not begin with a status line") }
    var code = 0
    for digit in line[(space + 1)...(space + 3)] {
      guard ASCII.isDigit(digit) else { throw MessageFraming.malformed("has no status") }
      code = code * 10 + Int(digit & 0x0F)
    }
    guard code >= 100 else { throw MessageFraming.malformed("has no status") }
    // No other protocol was asked for; what follows is not HTTP.
    guard code != 101 else { throw MessageFraming.malformed("switches to another protocol") }
    guard !line.contains(0) else { throw MessageFraming.malformed("has a NUL in its head") }
    self.version = version
    status = HTTPStatus(code)
    isInside = true
    fields.reserveCapacity(12)
  }

  private static func version(_ text: UnsafeRawBufferPointer) -> HTTPVersion? {
    guard text.count >= 6, text.starts(with: "HTTP/".utf8) else { return nil }
    let minor = text.count == 8 && text[6] == UInt8(ascii: ".") ? text[7] : nil
    guard text.count == 6 || minor.map(ASCII.isDigit) == true else { return nil }
    switch (text[5], minor) {
    case (UInt8(ascii: "1"), UInt8(ascii: "0")): return .http10
    case (UInt8(ascii: "1"), UInt8(ascii: "1")): return .http11
    case (UInt8(ascii: "2"), _): return .http2
    case (UInt8(ascii: "3"), _): return .http3
    default: return nil
    }
  }

  private mutating func readField(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    guard line[0] != 0x20, line[0] != 0x09 else {
      throw MessageFraming.malformed("has a field that is folded over two lines")
    }
    guard fields.count < MessageFraming.fieldLimit else {
      throw MessageFraming.malformed("has more than \(MessageFraming.fieldLimit) fields")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw MessageFraming.malformed("has a line without a colon in its head")
    }
    let label = UnsafeRawBufferPointer(rebasing: line[..<colon])
    guard HTTPSyntax.isToken(label) else {
      throw MessageFraming.malformed("has a field whose name is none")
    }
    let name = String(decoding: label, as: UTF8.self)
    var (start, end) = (colon + 1, line.count)
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while start < end, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw MessageFraming.malformed("has a control character in the field '\(name)'")
    }
    fields.append(HTTPFields.Name(name), Self.text(value))
  }

  /// Returns the text of UTF-8 bytes; other bytes become one character each, so that none is lost.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let decoded = String(decoding: bytes, as: UTF8.self)
    if bytes.allSatisfy({ $0 < 0x80 }) || decoded.utf8.elementsEqual(bytes) { return decoded }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(UnicodeScalar(byte)) }
    return text
  }

  private mutating func finish() throws(TransportError) {
    guard isInside else { throw MessageFraming.malformed("does not begin with a status line") }
    if status.class == .informational {
      informational += 1
      guard informational <= Self.informationalLimit else {
        throw MessageFraming.malformed("does not come after \(informational) informational heads")
      }
      fields = HTTPFields()
      isInside = false
      bytes = 0
      return
    }
    try MessageFraming.checkLength(fields, version)
    isComplete = true
  }
}
