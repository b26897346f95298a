import TremaSupport

/// A line-by-line parser for the heads of one exchange. It is complete after the first head that is
/// not informational; later lines (trailers) are ignored.
///
/// See RFC 9112, sections 4 and 5.
package struct HTTPHeadReader: Sendable {
  /// The maximum number of informational heads before the final one.
  package static let informationalLimit = 32

  /// Whether the final head has been read.
  package private(set) var isComplete = false
  /// The current head's status, or 0 before the first status line.
  package private(set) var status: HTTPStatus = 0
  /// The version in the status line of the current head.
  package private(set) var version = HTTPVersion.http11
  /// The current head's fields.
  package private(set) var fields = HTTPFields()
  /// Whether the status line of the current head has been read.
  private var hasStatusLine = false
  /// The size of the current head so far, in bytes, including line ends.
  private var bytes = 0
  /// The number of informational heads read so far.
  private var informationalCount = 0

  /// Creates a parser that expects a status line.
  package init() {}

  /// Parses the next line.
  ///
  /// - Parameter line: The line with or without its line end. An empty line ends a head.
  /// - Throws: `malformedResponse` if the line or the head is invalid.
  package mutating func read(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    if isComplete { return }
    bytes += line.count
    guard bytes <= MessageFraming.headLimit else {
      throw MessageFraming.malformedResponse(
        "has a head of more than \(MessageFraming.headLimit) bytes")
    }
    let line = Self.withoutEnd(line)
    if line.isEmpty { return try finish() }
    if hasStatusLine { try readField(line) } else { try readStatus(line) }
  }

  /// Returns the line without its LF and the CR before it.
  private static func withoutEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var count = line.count
    if count > 0, line[count - 1] == 0x0A { count -= 1 }
    if count > 0, line[count - 1] == 0x0D { count -= 1 }
    return UnsafeRawBufferPointer(rebasing: line[..<count])
  }

  /// Parses a status line. The reason phrase is optional and ignored.
  private mutating func readStatus(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    guard let space = line.firstIndex(of: 0x20),
      let version = Self.version(UnsafeRawBufferPointer(rebasing: line[..<space])),
      line.count >= space + 4, line.count == space + 4 || line[space + 4] == 0x20
    else { throw MessageFraming.malformedResponse("does not begin with a status line") }
    var code = 0
    for digit in line[(space + 1)...(space + 3)] {
      guard ASCII.isDigit(digit) else { throw MessageFraming.malformedResponse("has no status") }
      code = code * 10 + Int(digit & 0x0F)
    }
    guard code >= 100 else { throw MessageFraming.malformedResponse("has no status") }
    // The transport never requests a protocol upgrade. Subsequent bytes wouldn't be HTTP.
    guard code != 101 else {
      throw MessageFraming.malformedResponse("switches to another protocol")
    }
    guard !line.contains(0) else { throw MessageFraming.malformedResponse("has a NUL in its head") }
    self.version = version
    status = HTTPStatus(code)
    hasStatusLine = true
    fields.reserveCapacity(12)
  }

  /// Returns the version for `HTTP/1.0`, `HTTP/1.1` and the forms of later versions, or `nil` for
  /// anything else.
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

  /// Parses a field line and appends it to the fields.
  ///
  /// Surrounding whitespace of the value is removed. Obsolete line folding is refused.
  private mutating func readField(_ line: UnsafeRawBufferPointer) throws(TransportError) {
    guard line[0] != 0x20, line[0] != 0x09 else {
      throw MessageFraming.malformedResponse("has a field that is folded over two lines")
    }
    guard fields.count < MessageFraming.fieldLimit else {
      throw MessageFraming.malformedResponse("has more than \(MessageFraming.fieldLimit) fields")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw MessageFraming.malformedResponse("has a line without a colon in its head")
    }
    let label = UnsafeRawBufferPointer(rebasing: line[..<colon])
    guard HTTPSyntax.isToken(label) else {
      throw MessageFraming.malformedResponse("has a field with an invalid name")
    }
    let name = String(decoding: label, as: UTF8.self)
    var (start, end) = (colon + 1, line.count)
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while start < end, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw MessageFraming.malformedResponse("has a control character in the field '\(name)'")
    }
    fields.append(HTTPFields.Name(name), Self.text(value))
  }

  /// Decodes UTF-8. Bytes that are not valid UTF-8 are mapped to the scalars U+0000 to U+00FF one
  /// at a time, so no information is lost.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let decoded = String(decoding: bytes, as: UTF8.self)
    if bytes.allSatisfy({ $0 < 0x80 }) || decoded.utf8.elementsEqual(bytes) { return decoded }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(UnicodeScalar(byte)) }
    return text
  }

  /// Ends a head: checks its length fields, or prepares for the next one after an informational
  /// head.
  private mutating func finish() throws(TransportError) {
    guard hasStatusLine else {
      throw MessageFraming.malformedResponse("does not begin with a status line")
    }
    if status.class == .informational {
      informationalCount += 1
      guard informationalCount <= Self.informationalLimit else {
        throw MessageFraming.malformedResponse(
          "does not follow within \(informationalCount) informational heads")
      }
      fields = HTTPFields()
      hasStatusLine = false
      bytes = 0
      return
    }
    try MessageFraming.checkLength(fields, version)
    isComplete = true
  }
}
