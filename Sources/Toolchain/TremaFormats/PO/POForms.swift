import TremaMessages

/// A plural's forms in gettext, each of which is a printf-like format.
///
/// `#` is written as `%d`, or `%2$d` if arguments need numbers. Percent signs are doubled in all
/// forms.
enum POForms {
  /// Returns the format of a form.
  ///
  /// - Parameters:
  ///   - message: A message without branches in which every argument is numbered.
  ///   - written: The same message as spelled in the catalog. If its placeholders have no numbers
  ///     and their order implies the right ones, the format has no numbers.
  ///   - pluralArgument: The number of the argument that selects the form.
  /// - Returns: The format, or `nil` if printf cannot represent the message because it contains a
  ///   date, a number with a style, or the selecting number formatted as a string or with decimals.
  static func format(_ message: Message, written: Message, pluralArgument: Int) -> String? {
    if let text = message.plainText {
      // A Python format, such as `%(n)d`, would have a different meaning with a doubled percent
      // sign, so the doubling must be reversible.
      let doubled = Message.doublingPercents(text)
      let isReversible = Message.parse(doubled, backslash: .literal).message.plainText == text
      return isReversible ? doubled : text
    }
    var placeholders: [Placeholder] = []
    for element in message.elements {
      switch element {
      case .text: break
      case .pluralNumber: placeholders.append(Placeholder("d", position: pluralArgument))
      case .placeholder(let placeholder):
        guard placeholder.position != pluralArgument || placeholder.type == .integer else {
          return nil
        }
        placeholders.append(placeholder)
      case .argument(let argument):
        guard case .numbered(let number) = argument.name else { return nil }
        switch argument.kind {
        case .plain:
          placeholders.append(Placeholder(number == pluralArgument ? "d" : "@", position: number))
        case .number(.integer): placeholders.append(Placeholder("d", position: number))
        case .number, .date, .time, .plural, .select: return nil
        }
      }
    }
    // A single argument that is displayed once needs no number unless it has one in the catalog.
    let isLone = placeholders.count == 1 && placeholders[0].position == 1
    if isLone && !written.hasNumbers
      || written.isNumberedImplicitly(as: placeholders.compactMap(\.position))
    {
      for index in placeholders.indices { placeholders[index].position = nil }
    }
    // Texts and the adjusted placeholders are joined in the order of the elements.
    var next = placeholders[...]
    var format = ""
    for element in message.elements {
      if case .text(let text) = element {
        format += Message.doublingPercents(text)
      } else {
        format += next.popFirst()?.description ?? ""
      }
    }
    return format
  }

  /// Returns a form's message, with `#` for the selecting argument's `%d`. All other conversions
  /// are kept because the app passes arguments of their size.
  ///
  /// - Parameters:
  ///   - pluralArgument: The number of the argument that selects the form.
  ///   - isNumbered: Whether placeholders without a number get the number that their order implies.
  static func message(_ format: String, pluralArgument: Int, isNumbered: Bool) -> Message {
    let message = Message.parse(format, backslash: .literal).message
    guard !message.hasArguments else { return message }
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    return Message(
      message.elements.map { element in
        guard case .placeholder(var placeholder) = element, let number = numbers.popFirst() else {
          return element
        }
        if number == pluralArgument, placeholder.isPluralNumber,
          isNumbered || placeholder.position == nil
        {
          return .pluralNumber
        }
        if isNumbered, placeholder.type != .none, !placeholder.takesWidthOrPrecisionArguments {
          placeholder.position = number
        }
        return .placeholder(placeholder)
      })
  }

  /// Returns whether a form contains percent signs that are doubled when it is written again.
  static func doublesPercents(of form: String) -> Bool {
    guard form.utf8.contains(UInt8(ascii: "%")) else { return false }
    let (message, issues) = Message.parse(form, backslash: .literal)
    if issues.contains(where: { $0.kind == .unescapedPercent }) { return true }
    guard let text = message.plainText else { return false }
    let doubled = Message.doublingPercents(text)
    return !doubled.utf8.elementsEqual(form.utf8)
      && Message.parse(doubled, backslash: .literal).message.plainText == text
  }

  /// Returns the number of the argument that selects the form, for a file that does not declare it.
  ///
  /// This is the first argument that the formats display as a plain integer; otherwise, the first
  /// that they display as any integer; otherwise, an argument that they do not display.
  static func pluralArgument(_ formats: [String]) -> Int {
    let uses = formats.flatMap { format in
      Message.parse(format, backslash: .literal).message.numberedPlaceholders
    }
    let number =
      uses.first { $0.placeholder.isPlainNumber } ?? uses.first { $0.placeholder.type == .integer }
    if let number { return number.argument }
    return (uses.map(\.argument).max() ?? 0) + 1
  }
}

extension Placeholder {
  /// Whether the placeholder is `%d`, the spelling of `#`.
  fileprivate var isPluralNumber: Bool {
    isPlainInteger && conversion == UInt8(ascii: "d") && length == nil && flags.isEmpty
  }

  /// Whether the placeholder is `%d` or another signed integer without flags, width or precision.
  fileprivate var isPlainInteger: Bool {
    isSigned && isPlainNumber
  }
}

extension Message {
  /// Whether any placeholder has an explicit number.
  fileprivate var hasNumbers: Bool { placeholders.contains { $0.position != nil } }

  /// Returns whether the message has no explicit numbers, and the order of its placeholders implies
  /// the given ones.
  fileprivate func isNumberedImplicitly(as numbers: [Int]) -> Bool {
    guard !hasArguments, !hasNumbers else { return false }
    var counted = PlaceholderNumbers()
    var implied: [Int] = []
    for element in elements {
      switch element {
      case .text, .argument: break
      case .pluralNumber: implied.append(counted.next(Placeholder("d")))
      case .placeholder(let placeholder): implied.append(counted.next(placeholder))
      }
    }
    return implied == numbers
  }
}
