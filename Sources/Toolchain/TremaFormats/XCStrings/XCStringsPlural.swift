import TremaMessages

/// The forms in `variations.plural`, each of which is a printf-like format.
///
/// The file does not declare which argument selects the form. It is the first number that a form
/// displays, because Xcode varies a text by the only number in it.
enum XCStringsPlural {
  /// Returns the number of the selecting argument, from 1.
  static func argument(of forms: [PluralCategory: String]) -> Int {
    for category in [.other] + PluralCategory.allCases {
      guard let form = forms[category] else { continue }
      var next = 1
      for case (_, .placeholder(let placeholder)) in Placeholder.percents(in: Array(form.utf8)) {
        let number = placeholder.number(after: &next)
        if placeholder.isNumeric { return number }
      }
    }
    return 1
  }

  /// Returns the message of a plural, with every argument numbered.
  ///
  /// - Parameters:
  ///   - forms: The formats by category.
  ///   - language: The language, or `nil` if its tag is invalid.
  /// - Returns: The message, or `nil` if there is no `other` form.
  static func message(_ forms: [PluralCategory: String], in language: LanguageTag?) -> Message? {
    let pluralArgument = argument(of: forms)
    let messages = forms.mapValues { Message(elements(of: $0, pluralArgument: pluralArgument)) }
    guard let plural = PluralForms(messages).plural(in: language, from: .apple) else { return nil }
    return Message([.argument(MessageArgument(.numbered(pluralArgument), .plural(plural)))])
  }

  /// Returns a form's elements, with `#` for the selecting argument's plain number.
  ///
  /// - Parameter pluralArgument: The number of the selecting argument, from 1.
  private static func elements(of form: String, pluralArgument: Int) -> [Message.Element] {
    let bytes = Array(form.utf8)
    let percents = Placeholder.percents(in: bytes)
    // If a form omits the number, its other arguments are counted as if the number were present.
    let showsNumber = percents.contains {
      if case .placeholder(let placeholder) = $0.percent { placeholder.isNumeric } else { false }
    }
    var elements: [Message.Element] = []
    var next = 1
    var done = 0
    for (range, percent) in percents {
      elements.append(.text(String(decoding: bytes[done..<range.lowerBound], as: UTF8.self)))
      done = range.upperBound
      guard case .placeholder(var placeholder) = percent else {
        elements.append(.text("%"))
        continue
      }
      if !showsNumber, next == pluralArgument, placeholder.position == nil { next += 1 }
      if placeholder.type != .none { placeholder.position = placeholder.number(after: &next) }
      elements.append(
        placeholder.position == pluralArgument && placeholder.isApplePluralNumber
          ? .pluralNumber : .placeholder(placeholder))
    }
    elements.append(.text(String(decoding: bytes[done...], as: UTF8.self)))
    return elements
  }
}

extension Placeholder {
  /// Returns the number of the argument that the placeholder displays.
  ///
  /// - Parameter next: The number of the next argument without an explicit number, which is
  ///   advanced.
  func number(after next: inout Int) -> Int {
    if let position { return position }
    if width == .argument { next += 1 }
    if precision == .argument { next += 1 }
    defer { if type != .none { next += 1 } }
    return next
  }

  var isNumeric: Bool { type == .integer || type == .floating }
}
