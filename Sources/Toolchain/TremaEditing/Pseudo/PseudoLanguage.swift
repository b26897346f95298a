import TremaCatalog
import TremaMessages

/// A pseudo-language for tests, whose values are generated from the master language.
package enum PseudoLanguage: String, CaseIterable, Hashable, Sendable {
  /// Longer text with accents, in brackets. It shows hard-coded texts, truncation and
  /// concatenation.
  case accented = "en-XA"
  /// Text that is displayed from right to left.
  case mirrored = "ar-XB"

  /// The transformation of texts into the language.
  private var transformation: PseudoLocalization {
    switch self {
    case .accented: .accented
    case .mirrored: .mirrored
    }
  }

  /// Sets the value of a text in the pseudo-language, which replaces an existing one.
  ///
  /// A text without a master value, with an empty one, or that is not translatable is not changed.
  ///
  /// - Parameters:
  ///   - text: The text to change.
  ///   - master: The master language in the catalogue's spelling.
  ///   - backslash: The rule by which the catalogue reads backslashes.
  /// - Returns: Whether the value has been set.
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
    // Several values of the language, in any spelling, are replaced by one. The comments before
    // them are kept.
    let indices = text.values.indices.filter { LanguageTag(text.values[$0].language) == tag }
    guard let first = indices.first else {
      text.values.append(value)
      return true
    }
    value.language = text.values[first].language
    value.attributes = text.values[first].attributes
    value.before = indices.flatMap { text.values[$0].before }
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

  /// Returns the generated message. White space at its ends is kept outside of the brackets,
  /// because texts may be concatenated.
  private static func pseudoMessage(of message: Message, _ pseudo: PseudoLocalization) -> Message {
    guard pseudo.isBracketed else { return message.pseudoLocalized(pseudo) }
    var elements = message.elements
    let begin = takeSpace(&elements, atEnd: false)
    let end = takeSpace(&elements, atEnd: true)
    let inner = Message(elements).pseudoLocalized(pseudo)
    return Message([.text(begin)] + inner.elements + [.text(end)])
  }

  /// Removes the white space at one end of a message.
  ///
  /// If all branches of an argument at that end have white space, it remains in them.
  ///
  /// - Returns: The removed white space, or a space for that of branches.
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

  /// Whether an element begins or ends with white space. An argument does if each of its branches
  /// does.
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

  /// Returns the number of characters of a message as it is written in the catalogue.
  private static func length(_ message: Message) -> Int { message.spelled()?.count ?? 0 }
}
