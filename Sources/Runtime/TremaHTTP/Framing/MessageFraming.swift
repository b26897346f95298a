import TremaSupport

/// Checks that a response's fields define the end of its body unambiguously.
///
/// Responses that two implementations might interpret differently are refused, even if a transport
/// could process them.
///
/// See RFC 9112, sections 5.2, 6.1 and 6.3.
package enum MessageFraming {
  /// The maximum number of fields in a head.
  package static let fieldLimit = 256
  /// The maximum size of a head in bytes, including line ends.
  package static let headLimit = 64 << 10

  /// Checks the fields of a head.
  ///
  /// - Parameters:
  ///   - fields: The fields of one head.
  ///   - version: The HTTP version, or `nil` if it is unknown. HTTP/2 and later have no transfer
  ///     codings.
  /// - Throws: `malformedResponse` if the number of fields or bytes exceeds a limit, a name or
  ///   value is invalid, lengths are invalid or differ, a length accompanies a transfer coding, or
  ///   the coding is not `chunked`.
  package static func check(
    _ fields: HTTPFields, version: HTTPVersion? = nil
  ) throws(TransportError) {
    guard fields.count <= fieldLimit else {
      throw malformedResponse("has more than \(fieldLimit) fields")
    }
    var bytes = 0
    for field in fields {
      bytes += field.name.text.utf8.count + field.value.utf8.count + 4
      guard bytes <= headLimit else {
        throw malformedResponse("has a head of more than \(headLimit) bytes")
      }
      guard HTTPSyntax.isToken(field.name.text) else {
        throw malformedResponse("has a field with an invalid name")
      }
      guard HTTPSyntax.isFieldValue(field.value) else {
        throw malformedResponse("has a control character in the field '\(field.name)'")
      }
    }
    try checkLength(fields, version)
  }

  /// Checks the fields that define the length of the body.
  ///
  /// - Throws: `malformedResponse`; see `check(_:version:)`.
  package static func checkLength(
    _ fields: HTTPFields, _ version: HTTPVersion?
  ) throws(TransportError) {
    var length: Int64?
    var isCoded = false
    // This loop runs for every response, so we compare the names' lengths first.
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
            throw malformedResponse("has a Content-Length that is not a number")
          }
          guard length == nil || length == number else {
            throw malformedResponse("has two different lengths")
          }
          length = number
        }
      case 17 where field.name == .transferEncoding:
        // A transport does not request other codings, and `chunked` must not be applied twice (RFC
        // 9112, sections 6.1 and 7).
        guard !isCoded, isChunked(field.value.utf8[...]) else {
          throw malformedResponse("has an unknown transfer coding")
        }
        isCoded = true
      default: break
      }
    }
    guard isCoded else { return }
    if length != nil {
      throw malformedResponse("has both a Content-Length and a Transfer-Encoding")
    }
    if version == .http10 { throw malformedResponse("has a Transfer-Encoding in HTTP/1.0") }
  }

  /// Returns the value of `Content-Length`, or `nil` if it is missing or invalid.
  package static func length(_ fields: HTTPFields) -> Int64? {
    for field in fields where field.name.text.utf8.count == 14 && field.name == .contentLength {
      return number(field.value.utf8.prefix { $0 != UInt8(ascii: ",") })
    }
    return nil
  }

  /// Returns whether a field value is `chunked`, ignoring case and surrounding whitespace.
  private static func isChunked(_ text: Substring.UTF8View) -> Bool {
    trimmed(text).map { ASCII.lowercased($0) }.elementsEqual("chunked".utf8)
  }

  /// Returns a field value without surrounding spaces and tabs.
  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var rest = text.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// Parses a decimal number of 1 to 18 digits, which always fits. Returns `nil` for anything else.
  private static func number(_ text: Substring.UTF8View) -> Int64? {
    let digits = trimmed(text)
    guard (1...18).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 & 0x0F) }
  }

  /// Returns a `malformedResponse` error.
  ///
  /// - Parameter reason: Completes the sentence "the response …".
  static func malformedResponse(_ reason: String) -> TransportError {
    TransportError(.malformedResponse(reason), mayHaveBeenSent: true)
  }
}
