/// Writes JSON token by token, with commas, line ends and indentation.
///
/// Two spaces a level, LF, escapes only where RFC 8259 demands one and then the shortest; `/` and
/// everything beyond ASCII stay as they are.
package struct JSONOutput {
  package enum Layout: Sendable {
    /// `"name": value`, `{}`.
    case plain
    /// The style of Xcode's string catalogs: `"name" : value`, and an empty line between empty braces.
    case xcode
    /// Without any white space.
    case compact
  }

  package private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private var depth = 0
  /// Nothing is yet in the innermost container.
  private var isFirst = true
  private var followsName = false

  package init(_ layout: Layout = .plain) { self.layout = layout }

  /// For a member of an object whose braces the caller writes.
  ///
  /// - Parameters:
  ///   - depth: how many braces are open around the member.
  ///   - isFirst: no member is before it.
  package init(_ layout: Layout, depth: Int, isFirst: Bool) {
    self.layout = layout
    self.depth = depth
    self.isFirst = isFirst
  }

  package mutating func object(_ members: (inout JSONOutput) -> Void) {
    open("{")
    members(&self)
    if isFirst, layout == .xcode { bytes.append(UInt8(ascii: "\n")) }
    close("}", onNewLine: !isFirst || layout == .xcode)
  }

  package mutating func array(_ elements: (inout JSONOutput) -> Void) {
    open("[")
    elements(&self)
    if isFirst, layout == .xcode { bytes.append(UInt8(ascii: "\n")) }
    close("]", onNewLine: !isFirst || layout == .xcode)
  }

  /// The name of a member; its value is what is written next.
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

  package mutating func string(_ value: String) {
    separate()
    Self.append(value, to: &bytes)
  }

  /// `true`, `null`, a number: written as it is.
  package mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func finalNewline() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: Unicode.Scalar, onNewLine: Bool) {
    depth -= 1
    if onNewLine { newLine() }
    bytes.append(UInt8(ascii: bracket))
    isFirst = false
  }

  private mutating func separate() {
    defer { isFirst = false }
    if followsName {
      followsName = false
    } else {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      if depth > 0 { newLine() }
    }
  }

  private mutating func newLine() {
    if layout == .compact { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}

extension JSONOutput {
  /// Appends `text` as a JSON string, its quotation marks included.
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
