import TremaMessages

/// The forms of `variations.plural`, each a printf-like format of its own.
///
/// The catalogue does not say which argument chooses among them. It is the first number that is
/// shown, as Xcode offers to vary a text by the one number in it.
enum XCStringsPlural {
  /// The argument that chooses, from 1.
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

  /// The message that is this plural, everything in it numbered.
  ///
  /// - Returns: nil without a form for `other`.
  static func message(_ forms: [PluralCategory: String], in language: LanguageTag?) -> Message? {
    let own = argument(of: forms)
    let messages = forms.mapValues { Message(elements(of: $0, own: own)) }
    guard let plural = PluralForms(messages).plural(in: language, from: .apple) else { return nil }
    return Message([.argument(MessageArgument(.numbered(own), .plural(plural)))])
  }

  private static func elements(of form: String, own: Int) -> [Message.Element] {
    let bytes = Array(form.utf8)
    let percents = Placeholder.percents(in: bytes)
    // A form that leaves the number out counts as if it was there.
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
      if !showsNumber, next == own, placeholder.position == nil { next += 1 }
      if placeholder.type != .none { placeholder.position = placeholder.number(after: &next) }
      elements.append(
        placeholder.position == own && placeholder.isPluralNumberOfApple
          ? .pluralNumber : .placeholder(placeholder))
    }
    elements.append(.text(String(decoding: bytes[done...], as: UTF8.self)))
    return elements
  }
}

extension Placeholder {
  /// The argument the placeholder shows; `next` is that of the first without a number after it.
  func number(after next: inout Int) -> Int {
    if let position { return position }
    if width == .argument { next += 1 }
    if precision == .argument { next += 1 }
    defer { if type != .none { next += 1 } }
    return next
  }

  var isNumeric: Bool { type == .integer || type == .floating }
}
