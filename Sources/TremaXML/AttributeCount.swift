/// Counts the attributes of tags before libxml2 sees them, which compares each with all others of its
/// tag: a tag of a few megabytes would keep it for an hour.
///
/// It knows as much of XML as that takes: where tags, comments, sections and instructions begin and
/// end. What is not well formed may be counted wrongly, and is for libxml2 to judge.
struct AttributeCount {
  private enum State {
    case text
    /// Behind `<`.
    case opened
    /// Behind `<!`.
    case declared
    /// In a tag or a declaration, the tag's attributes so far.
    case tag(Int)
    /// In a value in such quotes.
    case value(quote: UInt8, Int)
    /// Up to `>` with twice the byte before it, or once that of an instruction.
    case aside(UInt8)
  }

  private var state = State.text
  /// The two bytes before, in what ends with several.
  private var (last, lastButOne): (UInt8, UInt8) = (0, 0)

  /// Looks at the next bytes of a document.
  ///
  /// - Returns: the index of the first attribute that is more than `limit`.
  mutating func excess(over limit: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      if case .text = state {
        guard let next = bytes.firstIndex(of: UInt8(ascii: "<"), from: index) else { return nil }
        state = .opened
        index = next + 1
        continue
      }
      step(bytes[index])
      if case .tag(let count) = state, count > limit { return index }
      index += 1
    }
    return nil
  }

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .text: break
    case .opened:
      state =
        switch byte {
        case UInt8(ascii: "!"): .declared
        case UInt8(ascii: "?"): .aside(byte)
        default: .tag(0)
        }
    case .declared:
      state =
        switch byte {
        case UInt8(ascii: "-"): .aside(byte)
        case UInt8(ascii: "["): .aside(UInt8(ascii: "]"))
        default: .tag(.min)
        }
      (last, lastButOne) = (0, 0)
    case .tag(let count):
      switch byte {
      case UInt8(ascii: ">"): state = .text
      case UInt8(ascii: "<"): state = .opened
      case UInt8(ascii: "="): state = .tag(count + 1)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .value(quote: byte, count)
      default: break
      }
    case .value(let quote, let count):
      if byte == quote { state = .tag(count) }
    case .aside(let mark):
      let isEnd =
        byte == UInt8(ascii: ">") && last == mark
        && (lastButOne == mark || mark == UInt8(ascii: "?"))
      if isEnd { state = .text }
      (last, lastButOne) = (byte, last)
    }
  }
}
