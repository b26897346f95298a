import TremaHTTP
import TremaSupport

/// How parts are written down.
enum MultipartSyntax {
  private static let boundaryLetters = ASCIISet("'()+_,-./:=?") | .alphanumeric

  /// Source: RFC 2046, section 5.1.1, without the space, which nobody quotes right.
  static func isBoundary(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && text.utf8.allSatisfy(boundaryLetters.contains)
  }

  static func isToken(_ text: String) -> Bool { HTTPSyntax.isToken(text) }

  /// What stands before the content of a part, its delimiter and the empty line included.
  static func head(
    of part: MultipartForm.Part, boundary: String, isFirst: Bool
  ) throws(MultipartError) -> [UInt8] {
    var head: [UInt8] = isFirst ? [] : [0x0D, 0x0A]
    head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8
    append(part.name, to: &head)
    head.append(UInt8(ascii: "\""))
    if let fileName = part.fileName {
      head += "; filename=\"".utf8
      append(fileName, to: &head)
      head.append(UInt8(ascii: "\""))
    }
    if let type = part.type {
      guard HTTPSyntax.isFieldValue(type), !type.isEmpty else { throw .type(part: part.name) }
      head += "\r\nContent-Type: \(type)".utf8
    }
    head += "\r\n\r\n".utf8
    return head
  }

  static func end(boundary: String, isEmpty: Bool) -> [UInt8] {
    Array("\(isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8)
  }

  /// As browsers write names: UTF-8, `"` as `%22`, CR and LF as `%0D` and `%0A`, nothing else but the
  /// other control characters, and a backslash at the end: browsers leave those, but readers stumble
  /// over the former and take the latter for an escape of the quotation mark behind it. A `%` stays,
  /// so `%22` in a name cannot be told from a quotation mark.
  ///
  /// Source: HTML, "multipart/form-data encoding algorithm".
  private static func append(_ name: String, to output: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    let last = name.utf8.count - 1
    for (index, byte) in name.utf8.enumerated() {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"")
        || (byte == UInt8(ascii: "\\") && index == last)
      {
        output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        output.append(byte)
      }
    }
  }

  /// Whether the boundary, with its two hyphens, stands anywhere in these bytes.
  ///
  /// Looks at one byte in as many as the delimiter has, most of the time (Horspool's way).
  static func occurs(_ boundary: String, in bytes: [UInt8]) -> Bool {
    let pattern = Array("--\(boundary)".utf8)
    let last = pattern.count - 1
    guard bytes.count > last else { return false }
    var shifts = [Int](repeating: pattern.count, count: 256)
    for (index, byte) in pattern[..<last].enumerated() { shifts[Int(byte)] = last - index }
    return bytes.withUnsafeBufferPointer { bytes in
      var end = last
      while end < bytes.count {
        if bytes[end] == pattern[last], bytes[(end - last)...end].elementsEqual(pattern) {
          return true
        }
        end += shifts[Int(bytes[end])]
      }
      return false
    }
  }
}
