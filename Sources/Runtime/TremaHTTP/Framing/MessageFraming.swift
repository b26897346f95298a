import TremaSupport

/// Whether the fields of a response say where its body ends, and say so once.
///
/// What two programs read in two ways is refused, also where a transport would have got along.
///
/// Source: RFC 9112, sections 5.2, 6.1 and 6.3.
package enum MessageFraming {
  /// The most fields that a head may have.
  package static let fieldLimit = 256
  /// The most bytes of a head, line ends included.
  package static let headLimit = 64 << 10

  /// - Parameters:
  ///   - fields: of one head.
  ///   - version: nil where it is not known; HTTP/2 and later have no transfer codings.
  /// - Throws: `malformedResponse` for more fields or bytes than the limits, for names and values
  ///   that are none, for lengths that differ or are no numbers, for a length beside a transfer coding, and
  ///   for another coding than `chunked`.
  package static func check(
    _ fields: HTTPFields, version: HTTPVersion? = nil
  ) throws(TransportError) {
    guard fields.count <= fieldLimit else { throw malformed("has more than \(fieldLimit) fields") }
    var bytes = 0
    for field in fields {
      bytes += field.name.text.utf8.count + field.value.utf8.count + 4
      guard bytes <= headLimit else {
        throw malformed("has a head of more than \(headLimit) bytes")
      }
      guard HTTPSyntax.isToken(field.name.text) else {
        throw malformed("has a field whose name is none")
      }
      guard HTTPSyntax.isFieldValue(field.value) else {
        throw malformed("has a control character in the field '\(field.name)'")
      }
    }
    try checkLength(fields, version)
  }

  /// The part of ``check(_:version:)`` that is about the end of the body.
  package static func checkLength(
    _ fields: HTTPFields, _ version: HTTPVersion?
  ) throws(TransportError) {
    var length: Int64?
    var isCoded = false
    for field in fields {
      switch field.name.text.utf8.count {
      case 14 where field.name == .contentLength:
        if length == nil, let number = number(field.value.utf8[...]) {
          length = number
          continue
        }
        for text in field.value.utf8.split(
          separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
          guard let number = number(text) else {
            throw malformed("has a Content-Length that is no number")
          }
          guard length == nil || length == number else {
            throw malformed("has two lengths that differ")
          }
          length = number
        }
      case 17 where field.name == .transferEncoding:
        // A transport asks for no other, and none is applied twice (RFC 9112, sections 6.1 and 7).
        guard !isCoded, isChunked(field.value.utf8[...]) else {
          throw malformed("has a transfer coding that is not known")
        }
        isCoded = true
      default: break
      }
    }
    guard isCoded else { return }
    if length != nil { throw malformed("has a Content-Length beside a Transfer-Encoding") }
    if version == .http10 { throw malformed("has a Transfer-Encoding in HTTP/1.0") }
  }

  /// The `Content-Length`; nil where there is none, or none that can be read.
  package static func length(_ fields: HTTPFields) -> Int64? {
    for field in fields where field.name.text.utf8.count == 14 && field.name == .contentLength {
      return number(field.value.utf8.prefix { $0 != UInt8(ascii: ",") })
    }
    return nil
  }

  private static func isChunked(_ text: Substring.UTF8View) -> Bool {
    trimmed(text).map { ASCII.lowercased($0) }.elementsEqual("chunked".utf8)
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var rest = text.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  private static func number(_ text: Substring.UTF8View) -> Int64? {
    let digits = trimmed(text)
    guard (1...18).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 & 0x0F) }
  }

  static func malformed(_ reason: String) -> TransportError {
    TransportError(.malformedResponse(reason), mayHaveBeenSent: true)
  }
}
