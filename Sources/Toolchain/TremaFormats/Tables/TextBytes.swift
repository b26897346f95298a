import TremaSupport
import TremaXML

/// The content of a text file, as valid UTF-8 without a byte order mark or NUL.
struct TextBytes {
  /// The text in UTF-8.
  let utf8: [UInt8]

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, or UTF-16 with a byte order mark.
  ///   - file: The path to print in diagnostics.
  /// - Throws: An `.unreadableText` diagnostic at the first byte that is invalid in the encoding.
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
      throw Self.unreadableText(
        "invalid-encoding", "the file ends in the middle of a character", after: utf8[...],
        file, hint: "restore the complete file; it appears to be truncated")
    }
  }

  /// Converts UTF-16 to UTF-8 and skips the byte order mark.
  ///
  /// - Parameters:
  ///   - low: The offset of the low-order byte in a code unit, 0 or 1.
  ///   - high: The offset of the high-order byte in a code unit, 1 or 0.
  private static func decodedUTF16(
    _ bytes: [UInt8], low: Int, high: Int, _ file: String
  ) throws(Diagnostic) -> [UInt8] {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    // The byte order mark takes the first two bytes.
    var index = 2
    func unit(_ index: Int) -> UInt32 {
      UInt32(bytes[index + high]) << 8 | UInt32(bytes[index + low])
    }
    while index + 1 < bytes.count {
      var value = unit(index)
      index += 2
      // A high surrogate followed by a low surrogate is a character outside the Basic Multilingual
      // Plane.
      if value & 0xFC00 == 0xD800, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
        value = 0x10000 + (value & 0x3FF) << 10 + unit(index) & 0x3FF
        index += 2
      }
      if value < 0x80 {
        utf8.append(UInt8(value))
      } else if let scalar = Unicode.Scalar(value) {
        utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        throw unreadableText(
          "invalid-encoding", "the file contains an unpaired UTF-16 surrogate",
          after: utf8[...], file, hint: "save the file as UTF-8")
      }
    }
    guard index == bytes.count else {
      throw unreadableText(
        "invalid-encoding", "the file ends in the middle of a character",
        after: utf8[...], file, hint: "restore the complete file; it appears to be truncated")
    }
    return utf8
  }

  /// Returns the diagnostic for a NUL byte or a byte that is not UTF-8.
  ///
  /// - Parameter before: The valid text before the byte.
  private static func invalidByte(
    _ byte: UInt8, after before: ArraySlice<UInt8>, _ file: String
  ) -> Diagnostic {
    if byte == 0 {
      return unreadableText(
        "invalid-character", "a table cannot contain a NUL character", after: before, file,
        hint: "save the file as UTF-8, or as UTF-16 with a byte order mark")
    }
    let digits = String(byte, radix: 16, uppercase: true)
    return unreadableText(
      "invalid-encoding", "byte 0x\(digits) is not valid UTF-8", after: before, file,
      hint: "save the file as UTF-8; in Excel: CSV UTF-8 (comma delimited)")
  }

  /// Returns a diagnostic at the end of the given text. Lines are counted only here because files
  /// are rarely invalid.
  private static func unreadableText(
    _ code: String, _ message: String, after before: ArraySlice<UInt8>, _ file: String,
    hint: String
  ) -> Diagnostic {
    var counter = LineCounter()
    counter.count(before)
    return Diagnostic(
      .error, code, message,
      at: SourceLocation(file: file, start: counter.position(of: before.endIndex)), hint: hint,
      kind: .unreadable)
  }
}

/// A counter for lines that end with CR LF, LF or CR, like in an editor.
struct LineCounter {
  private var line = 1
  /// The offset of the line's first byte.
  private var lineStart = 0
  /// Whether the last byte was CR, so a following LF belongs to the same line break.
  private var followsReturn = false

  /// Counts the lines in the next bytes of the file.
  mutating func count(_ bytes: ArraySlice<UInt8>) {
    for (index, byte) in zip(bytes.indices, bytes) { count(byte, at: index) }
  }

  /// Counts a byte if it is a line break.
  ///
  /// - Parameter index: The offset of the byte.
  @inline(__always)
  mutating func count(_ byte: UInt8, at index: Int) {
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

  /// Returns the position of a byte in the current line. Columns are counted in bytes, from 1.
  func position(of index: Int) -> SourcePosition {
    SourcePosition(line: line, column: index - lineStart + 1)
  }
}
