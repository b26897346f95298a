/// Counts the attributes of tags before libxml2 sees them, which compares each with all others of its
/// tag: a tag of a few megabytes would keep it for an hour.
///
/// In the document type declaration it counts values: those of attributes come with every tag of their
/// element.
///
/// It knows as much of XML as that takes: where tags, comments, sections and instructions begin and
/// end. What is not well formed may be counted wrongly, and is for libxml2 to judge.
struct AttributeCount {
  enum Excess { case attributes, declaredValues }

  private enum State {
    case text
    /// Behind `<`.
    case opened
    /// Behind `<!`.
    case declared
    /// Behind `<!-`: the hyphens that begin a comment do not end it.
    case comment
    /// In a start tag, with its attributes so far.
    case tag(Int)
    case endTag
    /// In a value in such quotes.
    case value(quote: UInt8, Int)
    case declaration
    case declaredValue(quote: UInt8)
    /// Up to `>` with twice the byte before it, or once that of an instruction.
    case aside(UInt8)
  }

  private var state = State.text
  /// The two bytes before, in what ends with several.
  private var (last, lastButOne): (UInt8, UInt8) = (0, 0)
  private var declaredValues = 0

  /// Looks at the next bytes of a document, or at the text of an entity.
  ///
  /// - Returns: what is more than allowed, and the index at which it is.
  mutating func excess(
    over limits: XMLLimits, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (kind: Excess, index: Int)? {
    var index = 0
    while index < bytes.count {
      switch state {
      case .text:
        guard pass(UInt8(ascii: "<"), &index, bytes) else { return nil }
        state = .opened
      case .endTag:
        guard pass(UInt8(ascii: ">"), &index, bytes) else { return nil }
        state = .text
      case .value(let quote, let count):
        guard pass(quote, &index, bytes) else { return nil }
        state = .tag(count)
      case .aside(let mark): aside(mark, &index, bytes)
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

  /// Goes behind the next such byte.
  private func pass(
    _ byte: UInt8, _ index: inout Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let found = bytes.firstIndex(of: byte, from: index) else { return false }
    index = found + 1
    return true
  }

  /// Goes on in a start tag as far as its end, or into a value.
  ///
  /// - Returns: where there is one attribute too many.
  private mutating func tag(
    _ count: Int, _ limit: Int, _ index: inout Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var count = count
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      // Most are letters of names.
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

  /// Goes behind the next `>`, which ends it if it may.
  private mutating func aside(
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

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .text, .endTag, .tag, .value, .aside: break
    case .opened:
      state =
        switch byte {
        case UInt8(ascii: "!"): .declared
        case UInt8(ascii: "?"): .aside(byte)
        case UInt8(ascii: "/"): .endTag
        default: .tag(0)
        }
    case .declared:
      state =
        switch byte {
        case UInt8(ascii: "-"): .comment
        case UInt8(ascii: "["): .aside(UInt8(ascii: "]"))
        default: .declaration
        }
      (last, lastButOne) = (0, 0)
    case .comment: state = .aside(UInt8(ascii: "-"))
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
