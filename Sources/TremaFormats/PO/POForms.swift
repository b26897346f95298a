import TremaMessages

/// The forms of a plural as gettext has them, each a printf-like format of its own.
///
/// `#` is `%d`, or `%2$d` where arguments need numbers; percent signs are doubled in every form.
enum POForms {
  /// The format of one form.
  ///
  /// - Parameters:
  ///   - message: everything in it has a number; no branches.
  ///   - own: the argument that chooses the form.
  /// - Returns: nil when printf cannot say it: a date, a number with a style, the number as a text or
  ///   with decimals.
  static func format(_ message: Message, own: Int) -> String? {
    var placeholders: [Placeholder] = []
    for element in message.elements {
      switch element {
      case .text: break
      case .pluralNumber: placeholders.append(Placeholder("d", position: own))
      case .placeholder(let placeholder):
        guard placeholder.position != own || placeholder.type == .integer else { return nil }
        placeholders.append(placeholder.canonical)
      case .argument(let argument):
        guard case .numbered(let number) = argument.name else { return nil }
        switch argument.kind {
        case .plain: placeholders.append(Placeholder(number == own ? "d" : "@", position: number))
        case .number(.integer): placeholders.append(Placeholder("d", position: number))
        case .number, .date, .time, .plural, .select: return nil
        }
      }
    }
    // One argument that is shown once needs no number.
    if placeholders.count == 1, placeholders[0].position == 1 { placeholders[0].position = nil }
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

  /// The message of one form: its placeholders are numbered, and a plain conversion of the number
  /// that chooses is `#`.
  static func message(_ format: String, own: Int) -> Message {
    let message = Message.parse(format, backslash: .literal).message
    guard !message.hasArguments else { return message }
    var numbers = message.numberedPlaceholders.map(\.argument)[...]
    return Message(
      message.elements.map { element in
        guard case .placeholder(var placeholder) = element, let number = numbers.popFirst() else {
          return element
        }
        if number == own, placeholder.isPlainInteger { return .pluralNumber }
        if placeholder.type != .none, !placeholder.takesExtentArguments {
          placeholder.position = number
        }
        return .placeholder(placeholder)
      })
  }

  /// Which argument chooses among the forms, where nobody says it: the first that the formats show
  /// as a plain whole number, else one that they do not show.
  static func chooser(_ formats: [String]) -> Int {
    let uses = formats.flatMap { format in
      Message.parse(format, backslash: .literal).message.numberedPlaceholders
    }
    if let number = uses.first(where: { $0.placeholder.isPlainInteger })?.argument { return number }
    return (uses.map(\.argument).max() ?? 0) + 1
  }
}

extension Placeholder {
  /// `%d` and its kin without flags, width and precision: `#` shows the same.
  fileprivate var isPlainInteger: Bool {
    isSigned && isPlainNumber
  }
}
