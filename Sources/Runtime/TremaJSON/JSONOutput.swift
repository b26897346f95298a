/// A JSON writer that appends tokens and inserts commas, line ends and indentation.
///
/// The indentation is two spaces per level, and lines end with LF. Only characters that RFC 8259
/// requires to be escaped are escaped, as briefly as possible; `/` and characters beyond ASCII are
/// written unescaped.
package struct JSONOutput {
  /// The whitespace between tokens.
  package enum Layout: Sendable {
    /// `"name": value`, `{}`.
    case plain
    /// The style of Xcode's string catalogs: `"name" : value`, and an empty line between empty
    /// braces.
    case xcode
    /// No whitespace.
    case compact
  }

  /// The bytes that have been written.
  package private(set) var bytes: [UInt8] = []
  private let layout: Layout
  /// The number of open containers.
  private var depth = 0
  /// Whether the innermost container is still empty.
  private var isFirst = true
  /// Whether the last token was a name, so its value must follow.
  private var followsName = false

  /// Creates a writer for a document.
  package init(_ layout: Layout = .plain) { self.layout = layout }

  /// Creates a writer for one member of an object whose braces the caller writes.
  ///
  /// - Parameters:
  ///   - depth: The number of braces that are open around the member.
  ///   - isFirst: Whether the member is the first one in the object.
  package init(_ layout: Layout, depth: Int, isFirst: Bool) {
    self.layout = layout
    self.depth = depth
    self.isFirst = isFirst
  }

  /// Writes an object.
  ///
  /// - Parameter members: Writes each name and its value.
  package mutating func object(_ members: (inout JSONOutput) -> Void) {
    open("{")
    members(&self)
    if isFirst, layout == .xcode { bytes.append(UInt8(ascii: "\n")) }
    close("}", onNewLine: !isFirst || layout == .xcode)
  }

  /// Writes an array.
  ///
  /// - Parameter elements: Writes each value.
  package mutating func array(_ elements: (inout JSONOutput) -> Void) {
    open("[")
    elements(&self)
    if isFirst, layout == .xcode { bytes.append(UInt8(ascii: "\n")) }
    close("]", onNewLine: !isFirst || layout == .xcode)
  }

  /// Writes the name of a member. Its value must be written next.
  package mutating func name(_ name: String) {
    separate()
    Self.append(name, to: &bytes)
    let colon =
      switch layout {
      case .plain: ": "
      case .xcode: " : "
      case .compact: ":"
      }
    bytes.append(contentsOf: colon.utf8)
    followsName = true
  }

  /// Writes a string with quotes and escapes.
  package mutating func string(_ value: String) {
    separate()
    Self.append(value, to: &bytes)
  }

  /// Writes a Boolean, `null` or a number verbatim.
  package mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes the line end after the document.
  package mutating func finalNewline() { bytes.append(UInt8(ascii: "\n")) }

  /// Writes an opening bracket and enters the container.
  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    depth += 1
    isFirst = true
  }

  /// Writes a closing bracket and leaves the container.
  private mutating func close(_ bracket: Unicode.Scalar, onNewLine: Bool) {
    depth -= 1
    if onNewLine { newLine() }
    bytes.append(UInt8(ascii: bracket))
    isFirst = false
  }

  /// Writes the comma and the line end before a token, unless it follows a name.
  private mutating func separate() {
    defer { isFirst = false }
    if followsName {
      followsName = false
    } else {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      if depth > 0 { newLine() }
    }
  }

  /// Writes a line end and the indentation of the current depth.
  private mutating func newLine() {
    if layout == .compact { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}

extension JSONOutput {
  /// Appends a string as a JSON string, including its quotes.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [0x5C, byte])
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
