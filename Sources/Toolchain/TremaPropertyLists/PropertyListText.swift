import TremaSupport
import TremaXML

/// The bytes of a text file as UTF-8 without a byte order mark, so that every reader of text sees one
/// encoding.
enum PropertyListText {
  private static let mark8: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let littleEndian: [UInt8] = [0xFF, 0xFE]
  private static let bigEndian: [UInt8] = [0xFE, 0xFF]

  /// - Throws: `invalid-encoding` for everything but UTF-8 and UTF-16 with a byte order mark, and
  ///   for a second mark.
  static func utf8(
    _ bytes: [UInt8], file: String, isXML: Bool = false
  ) throws(Diagnostic) -> [UInt8] {
    func problem(_ message: String, at position: SourcePosition = .start, _ hint: String)
      -> Diagnostic
    {
      .unreadable(message, code: "invalid-encoding", file: file, at: position, hint: hint)
    }
    let text: [UInt8]
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw problem("the file is UTF-32", "save it as UTF-8")
    } else if bytes.starts(with: littleEndian) || bytes.starts(with: bigEndian) {
      let isLittle = bytes[0] == 0xFF
      switch transcode(bytes, isLittle: isLittle) {
      case .success(let utf8): text = utf8
      case .failure(let fault):
        throw problem(
          fault.isTruncated
            ? "the file ends in the middle of a UTF-16 character" : "half a UTF-16 surrogate pair",
          at: fault.position, fault.isTruncated ? "the file was cut short" : "save it as UTF-8")
      }
    } else {
      if bytes.count > 1, bytes[0] == 0 || bytes[1] == 0 {
        throw problem(
          "this is UTF-16 without a byte order mark, or no text",
          "save it as UTF-8, as no reader on any platform takes it")
      }
      text = bytes.starts(with: mark8) ? Array(bytes.dropFirst(3)) : bytes
    }
    // Also the marks of the other encoding, which some tools put in front of a file that has one.
    let second = [mark8, littleEndian, bigEndian, [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]]
    if text.count < bytes.count, second.contains(where: text.starts(with:)) {
      throw Diagnostic.unreadable(
        "a second byte order mark", code: "invalid-character", file: file, at: .start,
        hint: "remove one of the two; Foundation refuses the file as it is")
    }
    var validator = UTF8Validator()
    let invalid = text.withUnsafeBufferPointer { validator.firstInvalid(in: $0) }
    if let invalid {
      let start = startOfCharacter(text, invalid)
      throw badByte(
        text[start], at: start + (bytes.first == 0xEF ? bytes.count - text.count : 0), file,
        SourcePosition.start.advanced(over: text[..<start]), isXML: isXML)
    }
    if validator.isInsideCharacter {
      throw problem(
        "the file ends in the middle of a UTF-8 character",
        at: SourcePosition.start.advanced(over: text), "the file was cut short")
    }
    return text
  }

  /// In Latin-1 a letter looks like the first byte of a character, and the one after it is blamed.
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

  private static func badByte(
    _ byte: UInt8, at offset: Int, _ file: String, _ position: SourcePosition, isXML: Bool
  ) -> Diagnostic {
    if byte == 0 {
      return .unreadable(
        "a NUL byte", code: "invalid-character", file: file, at: position,
        hint: "is this a text file?")
    }
    return .unreadable(
      "byte 0x\(String(byte, radix: 16, uppercase: true)) at offset \(offset) is not UTF-8",
      code: "invalid-encoding", file: file, at: position,
      hint: isXML
        ? "save the file as UTF-8, or declare its encoding: <?xml version=\"1.0\" encoding=\"…\"?>"
        : "save the file as UTF-8; Latin-1 and its kin are not read")
  }

  private struct Fault: Error {
    var position: SourcePosition
    var isTruncated: Bool
  }

  /// - Parameter bytes: UTF-16 with its byte order mark.
  private static func transcode(_ bytes: [UInt8], isLittle: Bool) -> Result<[UInt8], Fault> {
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
