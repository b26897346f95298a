import TremaSupport

/// A character of a logical line, and where it is in the file.
struct PropertiesByte {
  var byte: UInt8
  var position: SourcePosition
}

/// Joins the lines of a `.properties` file to logical lines, as Java does to the letter.
///
/// Source: OpenJDK 17, `java.util.Properties.LineReader.readLine`.
struct PropertiesLines {
  private let bytes: [UInt8]
  private var index: Int
  /// Behind what was read.
  private(set) var position = SourcePosition.start
  /// The comment lines directly above the last logical line, without their marks.
  private(set) var comments: [String] = []
  /// A comment was passed over that belongs to no entry.
  private(set) var hasLostComment = false

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    index = start
    position.column = start + 1
  }

  /// The next line with a key; nil at the end. Its escapes are in it as they are.
  mutating func next() -> [PropertiesByte]? {
    comments = []
    hasLostComment = false
    var line: [PropertiesByte] = []
    var skipsSpace = true
    var isContinued = false
    var isEscaped = false
    while index < bytes.count {
      let (byte, place) = (bytes[index], position)
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
        comment()
        skipsSpace = true
        continue
      }
      if !isEnd {
        line.append(PropertiesByte(byte: byte, position: place))
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
    // To Java a backslash at the end of the file makes an entry, and be it an empty one.
    if isEscaped {
      line.removeLast()
      return line
    }
    return line.isEmpty ? nil : line
  }

  private mutating func comment() {
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

  /// A blank line is between a comment and what it is about.
  private mutating func detachComments() {
    if !comments.isEmpty { hasLostComment = true }
    comments = []
  }

  private mutating func advance() {
    index += 1
    position.column += 1
  }

  /// A carriage return and the line feed behind it end one line.
  private mutating func endLine(_ byte: UInt8) {
    if byte == 0x0D {
      guard index < bytes.count, bytes[index] == 0x0A else { return }
      index += 1
    }
    position.line += 1
    position.column = 1
  }
}
