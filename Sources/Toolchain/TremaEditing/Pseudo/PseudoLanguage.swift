import TremaCatalog
import TremaMessages

/// A pseudo-language for tests, whose values are generated from the master language.
package enum PseudoLanguage: String, CaseIterable, Hashable, Sendable {
  /// Longer text with accents, in brackets. It reveals hard-coded strings, truncation and
  /// concatenation.
  case accented = "en-XA"
  /// Text that is displayed from right to left.
  case mirrored = "ar-XB"

  /// The transformation of texts into the pseudo-language.
  private var transformation: PseudoLocalization {
    switch self {
    case .accented: .accented
    case .mirrored: .mirrored
    }
  }

  /// Sets the value of a text in the pseudo-language, replacing any existing value.
  ///
  /// A text is not changed if its master value is missing or empty, or if it is not translatable.
  ///
  /// - Parameters:
  ///   - text: The text to change.
  ///   - master: The master language as spelled in the catalog.
  ///   - backslash: The catalog's rule for backslashes.
  /// - Returns: Whether the value was set.
  @discardableResult
  package func add(to text: inout Text, master: String, backslash: BackslashRule) -> Bool {
    let annotations = Annotations(text.context)
    guard annotations.isTranslatable, let index = text.index(ofLanguage: master),
      !text.values[index].source.isEmpty
    else { return false }
    let message = pseudoMessage(
      of: text.values[index].message, maxLength: annotations.maximumLength)
    var value = Value(
      language: rawValue, status: .translated, source: message.source(backslash: backslash),
      backslash: backslash)
    let tag = LanguageTag(rawValue)
    // Multiple values of the language, in any spelling, are replaced with one value. The comments
    // before them are kept.
    let indices = text.values.indices.filter { LanguageTag(text.values[$0].language) == tag }
    guard let first = indices.first else {
      text.values.append(value)
      return true
    }
    value.language = text.values[first].language
    value.attributes = text.values[first].attributes
    value.leadingTrivia = indices.flatMap { text.values[$0].leadingTrivia }
    text.values[first] = value
    for index in indices.dropFirst().reversed() { text.values.remove(at: index) }
    return true
  }

  /// Returns the generated message. If it exceeds the maximum length, it is generated without
  /// expansion, and then without brackets.
  private func pseudoMessage(of message: Message, maxLength limit: Int?) -> Message {
    var pseudo = transformation
    let whole = Self.pseudoMessage(of: message, pseudo)
    guard let limit, Self.length(whole) > limit else { return whole }
    pseudo.expansion = 0
    let short = Self.pseudoMessage(of: message, pseudo)
    guard Self.length(short) > limit else { return short }
    pseudo.isBracketed = false
    return message.pseudoLocalized(pseudo)
  }

  /// Returns the generated message. Leading and trailing whitespace is kept outside the brackets,
  /// because texts may be concatenated.
  private static func pseudoMessage(of message: Message, _ pseudo: PseudoLocalization) -> Message {
    guard pseudo.isBracketed else { return message.pseudoLocalized(pseudo) }
    var elements = message.elements
    let begin = takeSpace(&elements, atEnd: false)
    let end = takeSpace(&elements, atEnd: true)
    let inner = Message(elements).pseudoLocalized(pseudo)
    return Message([.text(begin)] + inner.elements + [.text(end)])
  }

  /// Removes the whitespace at one end of a message.
  ///
  /// If all branches of an argument at that end have whitespace, it remains in them.
  ///
  /// - Returns: The removed whitespace, or a space for the whitespace of branches.
  private static func takeSpace(_ elements: inout [Message.Element], atEnd: Bool) -> String {
    guard let edge = atEnd ? elements.indices.last : elements.indices.first else { return "" }
    guard case .text(let text) = elements[edge] else {
      return hasSpace(elements[edge], atEnd: atEnd) ? " " : ""
    }
    let scalars = Array(text.unicodeScalars)
    let count =
      atEnd
      ? scalars.reversed().prefix(while: \.properties.isWhitespace).count
      : scalars.prefix(while: \.properties.isWhitespace).count
    if count == 0 { return "" }
    let (rest, space) =
      atEnd
      ? (scalars.dropLast(count), scalars.suffix(count))
      : (scalars.dropFirst(count), scalars.prefix(count))
    if rest.isEmpty { elements.remove(at: edge) } else { elements[edge] = .text(string(rest)) }
    return string(space)
  }

  /// Returns whether an element starts or ends with whitespace. An argument has whitespace there if
  /// each of its branches has.
  private static func hasSpace(_ element: Message.Element, atEnd: Bool) -> Bool {
    switch element {
    case .placeholder, .pluralNumber: return false
    case .text(let text):
      let scalars = text.unicodeScalars
      return (atEnd ? scalars.last : scalars.first)?.properties.isWhitespace ?? false
    case .argument(let argument):
      return !argument.branches.isEmpty
        && argument.branches.allSatisfy { branch in
          let edge = atEnd ? branch.elements.last : branch.elements.first
          return edge.map { hasSpace($0, atEnd: atEnd) } ?? false
        }
    }
  }

  /// Returns scalars as a string.
  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Returns a message's length in characters, as written in the catalog.
  private static func length(_ message: Message) -> Int { message.spelled()?.count ?? 0 }
}
