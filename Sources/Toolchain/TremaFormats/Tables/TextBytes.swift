import TremaSupport
import TremaXML

/// The bytes of a text file as UTF-8 without a byte order mark, known to be valid and free of NUL.
struct TextBytes {
  let utf8: [UInt8]

  /// - Parameters:
  ///   - bytes: UTF-8, or UTF-16 with a byte order mark.
  ///   - file: the path to print in diagnostics.
  /// - Throws: at the first byte that is of neither (kind `.unreadable`).
  init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    if bytes.starts(with: [0xFF, 0xFE]) {
      utf8 = try Self.decodedUTF16(bytes, low: 0, high: 1, file)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      utf8 = try Self.decodedUTF16(bytes, low: 1, high: 0, file)
    } else {
      utf8 = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
    }
    var validator = UTF8Validator()
    let invalid = utf8.withUnsafeBufferPointer { validator.firstInvalid(in: $0) }
    if let invalid { throw Self.invalidByte(utf8[invalid], after: utf8[..<invalid], file) }
    if validator.isInsideCharacter {
      throw Self.unreadable(
        "invalid-encoding", "the file ends in the middle of a UTF-8 character", after: utf8[...],
        file, hint: "the file was cut short")
    }
  }

  private static func decodedUTF16(
    _ bytes: [UInt8], low: Int, high: Int, _ file: String
  ) throws(Diagnostic) -> [UInt8] {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    var index = 2
    func unit(_ index: Int) -> UInt32 {
      UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
    }
    while index + 1 < bytes.count {
      var value = unit(index)
      index += 2
      if value & 0xFC00 == 0xD800, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
        value = 0x10000 + (value & 0x3FF) << 10 + unit(index) & 0x3FF
        index += 2
      }
      if value < 0x80 {
        utf8.append(UInt8(value))
      } else if let scalar = Unicode.Scalar(value) {
        utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        throw unreadable(
          "invalid-encoding", "an unpaired UTF-16 surrogate",
          after: utf8[...], file, hint: "save the file as UTF-8")
      }
    }
    guard index == bytes.count else {
      throw unreadable(
        "invalid-encoding", "the file ends in the middle of a character (UTF-16)",
        after: utf8[...], file, hint: "the file was cut short")
    }
    return utf8
  }

  private static func invalidByte(
    _ byte: UInt8, after before: ArraySlice<UInt8>, _ file: String
  ) -> Diagnostic {
    if byte == 0 {
      return unreadable(
        "invalid-character", "a NUL byte, which no table has", after: before, file,
        hint: "is this a text file? UTF-16 is read when it begins with a byte order mark")
    }
    let digits = String(byte, radix: 16, uppercase: true)
    return unreadable(
      "invalid-encoding", "byte 0x\(digits) is not UTF-8 here", after: before, file,
      hint: "save the file as UTF-8; in Excel: CSV UTF-8 (comma delimited)")
  }

  private static func unreadable(
    _ code: String, _ message: String, after before: ArraySlice<UInt8>, _ file: String,
    hint: String
  ) -> Diagnostic {
    var place = LineCounter()
    place.pass(before)
    return Diagnostic(
      .error, code, message,
      at: SourceLocation(file: file, start: place.position(of: before.endIndex)), hint: hint,
      kind: .unreadable)
  }
}

/// Counts lines that end in CRLF, LF or CR, as an editor does.
struct LineCounter {
  private var line = 1
  private var lineStart = 0
  private var followsReturn = false

  /// Goes over the next bytes of the file.
  mutating func pass(_ bytes: ArraySlice<UInt8>) {
    for (index, byte) in zip(bytes.indices, bytes) { pass(byte, at: index) }
  }

  @inline(__always)
  mutating func pass(_ byte: UInt8, at index: Int) {
    if byte > 0x0D {
      followsReturn = false
    } else if byte == UInt8(ascii: "\n") {
      if !followsReturn { line += 1 }
      lineStart = index + 1
      followsReturn = false
    } else if byte == UInt8(ascii: "\r") {
      line += 1
      lineStart = index + 1
      followsReturn = true
    } else {
      followsReturn = false
    }
  }

  func position(of index: Int) -> SourcePosition {
    SourcePosition(line: line, column: index - lineStart + 1)
  }
}
