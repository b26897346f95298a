import TremaMessages

/// What `objc-format` makes `msgfmt --check` compare.
///
/// Source: GNU gettext 0.21, `format-c.c`.
enum ObjectiveCFormat {
  /// The types of the arguments from the first on; nil when this is no format that gettext takes.
  static func arguments(_ format: String) -> [UInt8]? {
    let message = Message.parse(format, backslash: .literal).message
    guard !message.hasArguments else { return nil }
    let uses = message.numberedPlaceholders
    var types: [Int: UInt8] = [:]
    for (number, placeholder) in uses {
      guard let type = type(of: placeholder), types[number] ?? type == type,
        (placeholder.position == nil) == (uses[0].placeholder.position == nil)
      else { return nil }
      types[number] = type
    }
    // What is numbered is numbered without a gap.
    guard types.isEmpty || types.keys.max() == types.count else { return nil }
    return (0..<types.count).compactMap { types[$0 + 1] }
  }

  /// Whether gettext finds nothing to say about these forms.
  ///
  /// - Parameters:
  ///   - original: `msgid_plural`, or `msgid` where there is no plural.
  ///   - forms: each with whether it is for one number alone, and so may do without it.
  static func holds(_ original: String, _ forms: [(format: String, isForOne: Bool)]) -> Bool {
    guard let wanted = arguments(original), !wanted.isEmpty else { return false }
    return forms.allSatisfy { form in
      guard let found = arguments(form.format) else { return false }
      return found == wanted || form.isForOne && wanted.starts(with: found)
    }
  }

  /// A letter for what C calls a type.
  private static func type(of placeholder: Placeholder) -> UInt8? {
    guard !placeholder.takesExtentArguments, placeholder.length == nil,
      !placeholder.flags.contains(.parenthesised)
    else { return nil }
    switch placeholder.type {
    case .text: return UInt8(ascii: "@")
    case .integer: return UInt8(ascii: placeholder.isSigned ? "d" : "u")
    case .floating: return UInt8(ascii: "f")
    case .character: return UInt8(ascii: "c")
    case .pointer: return UInt8(ascii: "p")
    case .boolean, .hash, .date, .none: return nil
    }
  }
}
