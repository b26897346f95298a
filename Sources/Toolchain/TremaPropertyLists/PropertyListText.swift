import TremaSupport
import TremaXML

/// Converts text files to UTF-8 without a byte order mark so that the readers need to handle only
/// one encoding.
enum PropertyListText {
  /// The UTF-8 byte order mark.
  private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The little-endian UTF-16 byte order mark.
  private static let littleEndian: [UInt8] = [0xFF, 0xFE]
  /// The big-endian UTF-16 byte order mark.
  private static let bigEndian: [UInt8] = [0xFE, 0xFF]
  private static let truncationHint = "restore the complete file; it appears to be truncated"

  /// Returns a file as valid UTF-8 without a byte order mark.
  ///
  /// - Parameter isXML: Whether to recommend an XML declaration for a file in a different encoding.
  /// - Throws: `invalid-encoding` for an encoding other than UTF-8 or UTF-16 with a byte order
  ///   mark, or `invalid-character` for a second mark or a NUL byte.
  static func utf8(
    _ bytes: [UInt8], file: String, isXML: Bool = false
  ) throws(Diagnostic) -> [UInt8] {
    func problem(_ message: String, at position: SourcePosition = .start, _ hint: String)
      -> Diagnostic
    {
      .unreadablePropertyList(
        message, code: "invalid-encoding", file: file, at: position, hint: hint)
    }
    let text: [UInt8]
    // UTF-32 must be excluded first because its little-endian mark starts with the UTF-16 mark.
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw problem("the file is encoded in UTF-32, which is not supported", "save it as UTF-8")
    } else if bytes.starts(with: littleEndian) || bytes.starts(with: bigEndian) {
      let isLittle = bytes[0] == 0xFF
      switch transcode(bytes, isLittle: isLittle) {
      case .success(let utf8): text = utf8
      case .failure(let fault):
        throw problem(
          fault.isTruncated
            ? "the file ends in the middle of a character"
            : "the file contains an unpaired UTF-16 surrogate",
          at: fault.position, fault.isTruncated ? truncationHint : "save it as UTF-8")
      }
    } else {
      // ASCII text in UTF-16 has a zero in one of its first two bytes.
      if bytes.count > 1, bytes[0] == 0 || bytes[1] == 0 {
        throw problem(
          "the file is UTF-16 without a byte order mark, or is not a text file",
          "save it as UTF-8; no platform reads this file")
      }
      text = bytes.starts(with: utf8Mark) ? Array(bytes.dropFirst(3)) : bytes
    }
    // The list includes the marks of the other encodings, and the doubly encoded UTF-8 mark, which
    // some tools insert before an existing mark.
    let second = [utf8Mark, littleEndian, bigEndian, [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]]
    if text.count < bytes.count, second.contains(where: text.starts(with:)) {
      throw Diagnostic.unreadablePropertyList(
        "the file begins with two byte order marks", code: "invalid-character", file: file,
        at: .start,
        hint: "remove one of them; Foundation rejects the file")
    }
    var validator = UTF8Validator()
    let invalid = text.withUnsafeBufferPointer { validator.firstInvalid(in: $0) }
    if let invalid {
      let start = startOfCharacter(text, invalid)
      throw invalidByte(
        text[start], at: start + (bytes.first == 0xEF ? bytes.count - text.count : 0), file,
        SourcePosition.start.advanced(over: text[..<start]), isXML: isXML)
    }
    if validator.isInsideCharacter {
      throw problem(
        "the file ends in the middle of a character",
        at: SourcePosition.start.advanced(over: text), truncationHint)
    }
    return text
  }

  /// Returns the offset of the byte to report. A Latin-1 letter looks like the first byte of a
  /// multibyte character, so the validator stops at the byte after it.
  private static func startOfCharacter(_ text: [UInt8], _ invalid: Int) -> Int {
    for index in (max(0, invalid - 3)..<invalid).reversed() where !(0x80...0xBF ~= text[index]) {
      let length =
        switch text[index] {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return index + length > invalid ? index : invalid
    }
    return invalid
  }

  /// Returns the diagnostic for a NUL byte or a byte that is not UTF-8.
  ///
  /// - Parameter offset: The offset in the file, including the byte order mark.
  private static func invalidByte(
    _ byte: UInt8, at offset: Int, _ file: String, _ position: SourcePosition, isXML: Bool
  ) -> Diagnostic {
    if byte == 0 {
      return .unreadablePropertyList(
        "the file contains a NUL byte", code: "invalid-character", file: file, at: position,
        hint: "remove it, or check that the file is a text file")
    }
    return .unreadablePropertyList(
      "byte 0x\(String(byte, radix: 16, uppercase: true)) at offset \(offset) is not valid UTF-8",
      code: "invalid-encoding", file: file, at: position,
      hint: isXML
        ? "save the file as UTF-8, or declare its encoding: <?xml version=\"1.0\" encoding=\"…\"?>"
        : "save the file as UTF-8; Latin-1 and similar encodings are not supported")
  }

  /// An ill-formed UTF-16 character.
  private struct Fault: Error {
    /// The position of the character.
    var position: SourcePosition
    /// Whether the file ends inside a character.
    var isTruncated: Bool
  }

  /// Converts UTF-16 to UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, including its byte order mark, which is skipped.
  ///   - isLittle: Whether the file is little-endian.
  private static func transcode(_ bytes: [UInt8], isLittle: Bool) -> Result<[UInt8], Fault> {
    // ASCII text is half as large in UTF-8 as in UTF-16.
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2)
    var units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { index in
      isLittle
        ? UInt16(bytes[index + 1]) << 8 | UInt16(bytes[index])
        : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }.makeIterator()
    var decoder = UTF16()
    while true {
      switch decoder.decode(&units) {
      case .scalarValue(let scalar):
        // Most files consist mainly of ASCII characters, for which the encoder need not be called.
        if scalar.value < 0x80 {
          result.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
          result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      case .error:
        return .failure(
          Fault(position: SourcePosition.start.advanced(over: result), isTruncated: false))
      case .emptyInput:
        if bytes.count.isMultiple(of: 2) { return .success(result) }
        return .failure(
          Fault(position: SourcePosition.start.advanced(over: result), isTruncated: true))
      }
    }
  }
}
