import TremaCatalog
import TremaMessages

/// A language for tests, made from the master language.
package enum PseudoLanguage: String, CaseIterable, Hashable, Sendable {
  case accented = "en-XA"
  case mirrored = "ar-XB"

  private var transformation: PseudoLocalization {
    switch self {
    case .accented: .accented
    case .mirrored: .mirrored
    }
  }

  /// Gives a text a value in the language, in the place of the one it has. A text without one in
  /// the master language, or with an empty one, and one that is not to be translated stay as they
  /// are.
  ///
  /// - Parameters:
  ///   - master: the master language, as the catalogue spells it.
  ///   - backslash: how the catalogue reads backslashes.
  /// - Returns: whether the text has a value in the language now.
  @discardableResult
  package func add(to text: inout Text, master: String, backslash: BackslashRule) -> Bool {
    let annotations = Annotations(text.context)
    guard annotations.isTranslatable, let index = text.index(ofLanguage: master),
      !text.values[index].source.isEmpty
    else { return false }
    let message = made(of: text.values[index].message, atMost: annotations.maximumLength)
    var value = Value(
      language: rawValue, status: .translated, source: message.source(backslash: backslash),
      backslash: backslash)
    let tag = LanguageTag(rawValue)
    let places = text.values.indices.filter { LanguageTag(text.values[$0].language) == tag }
    guard let first = places.first else {
      text.values.append(value)
      return true
    }
    value.language = text.values[first].language
    value.attributes = text.values[first].attributes
    value.before = places.flatMap { text.values[$0].before }
    text.values[first] = value
    for place in places.dropFirst().reversed() { text.values.remove(at: place) }
    return true
  }

  /// Text that may not be long is made longer by less, or not at all.
  private func made(of message: Message, atMost limit: Int?) -> Message {
    var pseudo = transformation
    let whole = Self.made(of: message, pseudo)
    guard let limit, Self.length(whole) > limit else { return whole }
    pseudo.expansion = 0
    let short = Self.made(of: message, pseudo)
    guard Self.length(short) > limit else { return short }
    pseudo.isBracketed = false
    return message.pseudoLocalized(pseudo)
  }

  /// White space at the ends stays outside of the brackets: what is put together of such texts has
  /// it where it had it.
  private static func made(of message: Message, _ pseudo: PseudoLocalization) -> Message {
    guard pseudo.isBracketed else { return message.pseudoLocalized(pseudo) }
    var elements = message.elements
    let begin = takeSpace(&elements, atEnd: false)
    let end = takeSpace(&elements, atEnd: true)
    let inner = Message(elements).pseudoLocalized(pseudo)
    return Message([.text(begin)] + inner.elements + [.text(end)])
  }

  /// Takes the white space off one end; that of branches stays there, and is one space outside.
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

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func length(_ message: Message) -> Int { message.spelled()?.count ?? 0 }
}
