import TremaSupport

/// A byte of a logical line, and its position in the file.
struct PropertiesByte {
  var byte: UInt8
  var position: SourcePosition
}

/// A sequence of the logical lines in a `.properties` file. It matches Java's implementation
/// exactly.
///
/// See OpenJDK 17, `java.util.Properties.LineReader.readLine`.
struct PropertiesLines {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private var index: Int
  /// The position of the next byte.
  private(set) var position = SourcePosition.start
  /// The comment lines immediately before the last logical line, without their markers.
  private(set) var comments: [String] = []
  /// Whether any comment before the last logical line does not belong to an entry.
  private(set) var hasLostComment = false

  /// Creates the sequence.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - start: The offset after a byte order mark.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    index = start
    position.column = start + 1
  }

  /// Returns the next line with a key, or `nil` at the end. Continuations are joined, and other
  /// escape sequences are kept.
  mutating func next() -> [PropertiesByte]? {
    comments = []
    hasLostComment = false
    var line: [PropertiesByte] = []
    // Whitespace is skipped at the start of a line, and again after the line break of a
    // continuation.
    var skipsSpace = true
    var isContinued = false
    var isEscaped = false
    while index < bytes.count {
      let (byte, bytePosition) = (bytes[index], position)
      advance()
      let isEnd = byte == 0x0A || byte == 0x0D
      if skipsSpace {
        if byte == 0x20 || byte == 0x09 || byte == 0x0C { continue }
        if !isContinued && isEnd {
          endLine(byte)
          detachComments()
          continue
        }
        skipsSpace = false
        isContinued = false
      }
      if line.isEmpty, byte == UInt8(ascii: "#") || byte == UInt8(ascii: "!") {
        readComment()
        skipsSpace = true
        continue
      }
      if !isEnd {
        line.append(PropertiesByte(byte: byte, position: bytePosition))
        isEscaped = byte == UInt8(ascii: "\\") ? !isEscaped : false
        continue
      }
      let isAtEnd = index == bytes.count
      endLine(byte)
      if line.isEmpty {
        skipsSpace = true
      } else if isEscaped, !isAtEnd {
        line.removeLast()
        skipsSpace = true
        isContinued = true
        isEscaped = false
      } else {
        if isEscaped { line.removeLast() }
        return line
      }
    }
    // In Java, a backslash at the end of the file makes an entry, even an empty one.
    if isEscaped {
      line.removeLast()
      return line
    }
    return line.isEmpty ? nil : line
  }

  /// Reads a comment line after its marker.
  private mutating func readComment() {
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      advance()
      if byte == 0x0A || byte == 0x0D {
        endLine(byte)
        break
      }
      text.append(byte)
    }
    let isMark = { (byte: UInt8) in byte == UInt8(ascii: "#") || byte == UInt8(ascii: "!") }
    comments.append(String(decoding: text.drop(while: isMark), as: UTF8.self))
  }

  /// Drops the comments before a blank line, which do not describe an entry.
  private mutating func detachComments() {
    if !comments.isEmpty { hasLostComment = true }
    comments = []
  }

  private mutating func advance() {
    index += 1
    position.column += 1
  }

  /// Counts a line break. CR LF is a single line break, counted at the LF.
  private mutating func endLine(_ byte: UInt8) {
    if byte == 0x0D {
      guard index < bytes.count, bytes[index] == 0x0A else { return }
      index += 1
    }
    position.line += 1
    position.column = 1
  }
}
