/// How one argument is laid out: its placeholder with width and precision known.
struct Layout {
  let placeholder: Placeholder
  var width = 0
  var precision: Int?
  var isLeftAligned: Bool

  init(_ placeholder: Placeholder) {
    self.placeholder = placeholder
    isLeftAligned = placeholder.flags.contains(.leftAligned)
    if case .fixed(let width) = placeholder.width { self.width = width }
    if case .fixed(let precision) = placeholder.precision { self.precision = precision }
  }

  /// - Returns: true when the width or the precision was larger. A text may be cut at any length.
  mutating func clamp(to largest: Int) -> Bool {
    let isLarger = width > largest || placeholder.type != .text && (precision ?? 0) > largest
    width = min(width, largest)
    if placeholder.type != .text { precision = precision.map { min($0, largest) } }
    return isLarger
  }

  /// The argument as it is shown, and whether it is what the placeholder asks for.
  func show(_ argument: FormatArgument) -> (text: String, fits: Bool) {
    switch placeholder.type {
    case .text: return (padded(cut(argument.description)), true)
    case .integer:
      switch argument {
      case .integer(let number):
        if number < 0, radix != 10 { return (integer(UInt64(bitPattern: number), ""), true) }
        // C shows `%u` of -1 as 18446744073709551615; that is nothing to show to people.
        let fits = number >= 0 || placeholder.isSigned
        return (integer(number.magnitude, number < 0 ? "-" : plus), fits)
      case .unsigned(let number): return (integer(number, plus), true)
      case .boolean(let claim): return (integer(claim ? 1 : 0, plus), true)
      case .floating(let number):
        guard let whole = Int64(exactly: number) else { break }
        return (integer(whole.magnitude, whole < 0 ? "-" : plus), false)
      case .text, .character, .date: break
      }
    case .floating:
      switch argument {
      case .floating(let number): return (floating(number), true)
      case .integer(let number): return (floating(Double(number)), false)
      case .unsigned(let number): return (floating(Double(number)), false)
      case .text, .character, .boolean, .date: break
      }
    case .character:
      switch argument {
      case .character(let character): return (padded(String(character)), true)
      case .text(let text): return (padded(text), text.count == 1)
      case .integer(let number): if let shown = character(number) { return (shown, true) }
      case .unsigned(let number):
        if let shown = character(Int64(clamping: number)) { return (shown, true) }
      case .floating, .boolean, .date: break
      }
    case .boolean:
      if case .boolean = argument { return (padded(argument.description), true) }
    case .pointer, .hash, .date, .none: break
    }
    return (padded(argument.description), false)
  }

  /// The sign that `+` asks for; C signs nothing that it reads as unsigned.
  private var plus: String {
    placeholder.flags.contains(.signed) && placeholder.isSigned ? "+" : ""
  }

  private func cut(_ text: String) -> String {
    guard let precision else { return text }
    return String(text.prefix(precision))
  }

  /// The character with this number, as `%c` reads an integer; never NUL, which ends texts in C.
  private func character(_ number: Int64) -> String? {
    guard number > 0, let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    return padded(String(Character(scalar)))
  }

  /// Spaces up to the width, which counts characters as people see them.
  func padded(_ text: String) -> String {
    guard width > 0 else { return text }
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return isLeftAligned ? text + padding : padding + text
  }
}
