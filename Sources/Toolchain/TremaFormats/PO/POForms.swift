import TremaMessages

/// The forms of a plural as gettext has them, each a printf-like format of its own.
///
/// `#` is `%d`, or `%2$d` where arguments need numbers; percent signs are doubled in every form.
enum POForms {
  /// The format of one form.
  ///
  /// - Parameters:
  ///   - message: everything in it has a number; no branches.
  ///   - written: the same as the catalog has it: where its placeholders have no numbers, and are
  ///     counted so anyway, they get none.
  ///   - own: the argument that chooses the form.
  /// - Returns: nil when printf cannot say it: a date, a number with a style, the number as a text or
  ///   with decimals.
  static func format(_ message: Message, written: Message, own: Int) -> String? {
    if let text = message.plainText {
      // In a format of Python, `%(n)d`, a doubled percent sign would be another text.
      let doubled = Message.doublingPercents(text)
      let isRead = Message.parse(doubled, backslash: .literal).message.plainText == text
      return isRead ? doubled : text
    }
    var placeholders: [Placeholder] = []
    for element in message.elements {
      switch element {
      case .text: break
      case .pluralNumber: placeholders.append(Placeholder("d", position: own))
      case .placeholder(let placeholder):
        guard placeholder.position != own || placeholder.type == .integer else { return nil }
        placeholders.append(placeholder)
      case .argument(let argument):
        guard case .numbered(let number) = argument.name else { return nil }
        switch argument.kind {
        case .plain: placeholders.append(Placeholder(number == own ? "d" : "@", position: number))
        case .number(.integer): placeholders.append(Placeholder("d", position: number))
        case .number, .date, .time, .plural, .select: return nil
        }
      }
    }
    // One argument that is shown once needs no number, unless the catalog has one there.
    let isLone = placeholders.count == 1 && placeholders[0].position == 1
    if isLone && !written.hasNumbers || written.isCounted(as: placeholders.compactMap(\.position)) {
      for index in placeholders.indices { placeholders[index].position = nil }
    }
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

  /// The message of one form as it is written, `%d` of the number that chooses as `#`.
  /// Any other conversion stays what it is: the call passes an argument of its size.
  ///
  /// - Parameter isNumbered: placeholders without a number get that of their place.
  static func message(_ format: String, own: Int, isNumbered: Bool) -> Message {
    let message = Message.parse(format, backslash: .literal).message
    guard !message.hasArguments else { return message }
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    return Message(
      message.elements.map { element in
        guard case .placeholder(var placeholder) = element, let number = numbers.popFirst() else {
          return element
        }
        if number == own, placeholder.isPluralNumber, isNumbered || placeholder.position == nil {
          return .pluralNumber
        }
        if isNumbered, placeholder.type != .none, !placeholder.takesExtentArguments {
          placeholder.position = number
        }
        return .placeholder(placeholder)
      })
  }

  /// Whether a form has percent signs that are written doubled.
  static func doublesPercents(of form: String) -> Bool {
    guard form.utf8.contains(UInt8(ascii: "%")) else { return false }
    let (message, issues) = Message.parse(form, backslash: .literal)
    if issues.contains(where: { $0.kind == .unescapedPercent }) { return true }
    guard let text = message.plainText else { return false }
    let doubled = Message.doublingPercents(text)
    return !doubled.utf8.elementsEqual(form.utf8)
      && Message.parse(doubled, backslash: .literal).message.plainText == text
  }

  /// The argument that chooses among the forms, where the file does not name it: the first that the
  /// formats show as a plain whole number, or as any whole number, else one that they do not show.
  static func chooser(_ formats: [String]) -> Int {
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
  /// `%d`, as `#` is written.
  fileprivate var isPluralNumber: Bool {
    isPlainInteger && conversion == UInt8(ascii: "d") && length == nil && flags.isEmpty
  }

  /// `%d` and its kin without flags, width and precision.
  fileprivate var isPlainInteger: Bool {
    isSigned && isPlainNumber
  }
}

extension Message {
  fileprivate var hasNumbers: Bool { placeholders.contains { $0.position != nil } }

  /// Whether nothing in the message has a number, and a formatter that counts takes these arguments.
  fileprivate func isCounted(as numbers: [Int]) -> Bool {
    guard !hasArguments, !hasNumbers else { return false }
    var counted = PlaceholderNumbers()
    var shown: [Int] = []
    for element in elements {
      switch element {
      case .text, .argument: break
      case .pluralNumber: shown.append(counted.next(Placeholder("d")))
      case .placeholder(let placeholder): shown.append(counted.next(placeholder))
      }
    }
    return shown == numbers
  }
}
