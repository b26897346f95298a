import TremaSupport

/// Syntax checks for HTTP message components.
///
/// See RFC 9110, sections 5.1, 5.5 and 5.6.2.
package enum HTTPSyntax {
  /// The characters of a token.
  private static let tokenCharacters = ASCIISet("!#$%&'*+-.^_`|~") | .alphanumeric

  /// Returns whether a string is a token: not empty, and consisting only of letters, digits and
  /// certain punctuation.
  package static func isToken(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isToken(UnsafeRawBufferPointer($0)) }
  }

  /// Returns whether the bytes form a token.
  static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let letters = tokenCharacters
    return !bytes.isEmpty && bytes.allSatisfy { letters.contains($0) }
  }

  /// Returns whether a string can be the value of a field: it contains no control characters except
  /// tabs, and neither begins nor ends with whitespace. Bytes beyond ASCII are allowed as
  /// `obs-text`.
  package static func isFieldValue(_ text: String) -> Bool {
    let bytes = text.utf8
    if let first = bytes.first, first == 0x20 || first == 0x09 { return false }
    if let last = bytes.last, last == 0x20 || last == 0x09 { return false }
    return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}

/// A reason that a request cannot be sent as an HTTP message.
///
/// Descriptions contain names but never values, which may be secrets.
public enum HTTPSyntaxError: Error, Hashable, Sendable {
  /// A method that is not a token, or `CONNECT`.
  case invalidMethod(String)
  /// The name of a field that is not a token.
  case invalidFieldName(String)
  /// A field whose value contains a line break, NUL or another control character, or begins or ends
  /// with whitespace.
  case invalidFieldValue(name: String)
  /// An invalid URL. The associated value completes the sentence "the URL …".
  case invalidURL(String)
  /// A body in a request whose method does not allow one.
  case bodyNotAllowed(HTTPMethod)
}

extension HTTPSyntaxError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .invalidMethod(let name): "'\(HTTPSyntax.escaped(name))' is not a valid request method"
    case .invalidFieldName(let name):
      "'\(HTTPSyntax.escaped(name))' is not a valid header field name"
    case .invalidFieldValue(let name):
      "the value of the header field '\(HTTPSyntax.escaped(name))' contains a control character or "
        + "begins or ends with whitespace"
    case .invalidURL(let reason): "the URL \(reason)"
    case .bodyNotAllowed(let method): "a \(method) request cannot have a body"
    }
  }
}

extension HTTPSyntax {
  /// Returns a string for use in messages, with control characters, line separators and
  /// bidirectional formatting characters escaped as `\u{D}`.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
