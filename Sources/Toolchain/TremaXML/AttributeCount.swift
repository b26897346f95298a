/// An attribute counter that limits tags before libxml2 reads them. libxml2 compares each attribute
/// with all others in its tag, and would need an hour for a tag that is a few megabytes long.
///
/// In the document type declaration, values are counted because default attributes are added to
/// every tag for their element.
///
/// Only the boundaries of tags, comments, sections and instructions are recognized. The count may
/// be wrong for documents that are not well-formed, which libxml2 rejects.
struct AttributeCount {
  /// The limit that a document exceeds.
  enum Excess { case attributes, declaredValues }

  /// The construct that contains the next byte.
  private enum State {
    /// Character data.
    case text
    /// After `<`.
    case opened
    /// After `<!`.
    case declared
    /// After `<!-`. The hyphens that start a comment do not end it.
    case comment
    /// In a start tag, with the number of attributes so far.
    case tag(Int)
    /// In an end tag.
    case endTag
    /// In an attribute value, with its quote character and the number of attributes so far.
    case value(quote: UInt8, Int)
    /// In a declaration in the document type declaration.
    case declaration
    /// In a value in a declaration, with its quote character.
    case declaredValue(quote: UInt8)
    /// In a comment, section or instruction. It ends at `>` after the given byte occurs twice, or
    /// after one `?`.
    case opaqueMarkup(UInt8)
  }

  /// The construct that contains the next byte.
  private var state = State.text
  /// The last two bytes of a comment, section or instruction.
  private var (last, lastButOne): (UInt8, UInt8) = (0, 0)
  /// The number of values in declarations so far.
  private var declaredValues = 0

  /// Counts the attributes in a document's next bytes, or in an entity's text.
  ///
  /// - Returns: The exceeded limit and the index at which it is exceeded, or `nil` if there is
  ///   none.
  mutating func excess(
    over limits: XMLLimits, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (kind: Excess, index: Int)? {
    var index = 0
    while index < bytes.count {
      switch state {
      case .text:
        guard skip(UInt8(ascii: "<"), &index, bytes) else { return nil }
        state = .opened
      case .endTag:
        guard skip(UInt8(ascii: ">"), &index, bytes) else { return nil }
        state = .text
      case .value(let quote, let count):
        guard skip(quote, &index, bytes) else { return nil }
        state = .tag(count)
      case .opaqueMarkup(let mark): skipOpaqueMarkup(mark, &index, bytes)
      case .tag(let count):
        if let excess = tag(count, limits.attributes, &index, bytes) {
          return (.attributes, excess)
        }
      default:
        step(bytes[index])
        if declaredValues > limits.declaredValues { return (.declaredValues, index) }
        index += 1
      }
    }
    return nil
  }

  /// Advances the index past the next occurrence of a byte.
  ///
  /// - Returns: `false` if the byte does not occur.
  private func skip(
    _ byte: UInt8, _ index: inout Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let found = bytes.firstIndex(of: byte, from: index) else { return false }
    index = found + 1
    return true
  }

  /// Reads a start tag up to its end or the next value.
  ///
  /// - Parameters:
  ///   - count: The number of attributes so far.
  ///   - limit: The maximum number of attributes.
  ///   - index: The index of the next byte.
  /// - Returns: The index of the first attribute that exceeds the limit, or `nil` if there is none.
  private mutating func tag(
    _ count: Int, _ limit: Int, _ index: inout Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var count = count
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      // Most bytes are letters in names.
      if byte > UInt8(ascii: ">") { continue }
      switch byte {
      case UInt8(ascii: "="):
        count += 1
        if count > limit { return index - 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        state = .value(quote: byte, count)
        return nil
      case UInt8(ascii: ">"):
        state = .text
        return nil
      case UInt8(ascii: "<"):
        state = .opened
        return nil
      default: break
      }
    }
    state = .tag(count)
    return nil
  }

  /// Advances the index past the next `>`. If it closes the comment, section or instruction, the
  /// state returns to text.
  ///
  /// - Parameter mark: The byte that must precede the `>`.
  private mutating func skipOpaqueMarkup(
    _ mark: UInt8, _ index: inout Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    let found = bytes.firstIndex(of: UInt8(ascii: ">"), from: index)
    let end = found ?? bytes.count
    for byte in bytes[max(index, end - 2)..<end] { (last, lastButOne) = (byte, last) }
    index = end
    guard found != nil else { return }
    index += 1
    if last == mark, lastButOne == mark || mark == UInt8(ascii: "?") { state = .text }
    (last, lastButOne) = (UInt8(ascii: ">"), last)
  }

  /// Processes a byte in a state without its own loop.
  private mutating func step(_ byte: UInt8) {
    switch state {
    case .text, .endTag, .tag, .value, .opaqueMarkup: break
    case .opened:
      state =
        switch byte {
        case UInt8(ascii: "!"): .declared
        case UInt8(ascii: "?"): .opaqueMarkup(byte)
        case UInt8(ascii: "/"): .endTag
        default: .tag(0)
        }
    case .declared:
      state =
        switch byte {
        case UInt8(ascii: "-"): .comment
        case UInt8(ascii: "["): .opaqueMarkup(UInt8(ascii: "]"))
        default: .declaration
        }
      (last, lastButOne) = (0, 0)
    case .comment: state = .opaqueMarkup(UInt8(ascii: "-"))
    case .declaration:
      switch byte {
      case UInt8(ascii: ">"): state = .text
      case UInt8(ascii: "<"): state = .opened
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        declaredValues += 1
        state = .declaredValue(quote: byte)
      default: break
      }
    case .declaredValue(let quote):
      if byte == quote { state = .declaration }
    }
  }
}
