/// Options for pseudo-localization, which makes a message look foreign but legible. It reveals
/// texts in an app that are untranslated, truncated, or concatenated in code.
///
/// Modeled on Android's pseudolocales `en-XA` and `ar-XB`.
package struct PseudoLocalization: Hashable, Sendable {
  /// Whether letters get accents: `Save` becomes `Šåvé`.
  package var isAccented: Bool
  /// The length to add to a text, as a percentage of its letter count.
  package var expansion: Int
  /// Whether the whole text is enclosed in brackets, which makes truncation visible.
  package var isBracketed: Bool
  /// Whether each word is displayed from right to left.
  package var isMirrored: Bool

  /// Creates options.
  package init(
    isAccented: Bool = false, expansion: Int = 0, isBracketed: Bool = false,
    isMirrored: Bool = false
  ) {
    self.isAccented = isAccented
    self.expansion = expansion
    self.isBracketed = isBracketed
    self.isMirrored = isMirrored
  }

  /// The style of `en-XA`: accents, 40 % longer, brackets.
  package static let accented = PseudoLocalization(
    isAccented: true, expansion: 40, isBracketed: true)
  /// The style of `ar-XB`: words from right to left.
  package static let mirrored = PseudoLocalization(isMirrored: true)
}

extension Message {
  /// Returns the message in a pseudo-language. Placeholders, arguments, branch selectors, and
  /// markup tags and entities are unchanged.
  package func pseudoLocalized(_ pseudo: PseudoLocalization) -> Message {
    guard !isEmpty else { return self }
    let inner = transformed(pseudo)
    guard pseudo.isBracketed else { return inner }
    return Message([.text("[")] + inner.elements + [.text("]")])
  }

  /// Returns the message without brackets. Each branch is lengthened in proportion to its own
  /// length.
  private func transformed(_ pseudo: PseudoLocalization) -> Message {
    var letters = 0
    var transformed = elements.map { element -> Element in
      switch element {
      case .placeholder, .pluralNumber: return element
      case .argument(let argument):
        return .argument(argument.mapBranches { $0.transformed(pseudo) })
      case .text(let text):
        var writer = PseudoWriter(pseudo)
        writer.append(text)
        letters += writer.letterCount
        return .text(writer.text)
      }
    }
    let missing = (letters * pseudo.expansion + 99) / 100
    if missing > 0 { transformed.append(.text(PseudoWriter.padding(missing, pseudo))) }
    return Message(transformed)
  }
}

/// A transformation of the text between two arguments.
private struct PseudoWriter {
  let options: PseudoLocalization
  private(set) var text = ""
  /// The number of user-visible letters.
  private(set) var letterCount = 0
  /// The current word.
  private var word = String.UnicodeScalarView()

  init(_ pseudo: PseudoLocalization) { self.options = pseudo }

  /// Appends text after transforming it.
  mutating func append(_ source: String) {
    let scalars = Array(source.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if let end = Self.endOfMarkup(scalars, from: index) {
        flush()
        text.unicodeScalars.append(contentsOf: scalars[index..<end])
        index = end
        continue
      }
      let scalar = scalars[index]
      index += 1
      guard !scalar.properties.isWhitespace else {
        flush()
        text.unicodeScalars.append(scalar)
        continue
      }
      if scalar.properties.isAlphabetic { letterCount += 1 }
      word.append(options.isAccented ? Self.accents[scalar] ?? scalar : scalar)
    }
    flush()
  }

  /// Appends the current word to the output.
  private mutating func flush() {
    guard !word.isEmpty else { return }
    if options.isMirrored {
      // The U+200F marks set the direction of the surrounding text, and the U+202E override sets
      // the direction of the letters.
      text += "\u{200F}\u{202E}" + String(word) + "\u{202C}\u{200F}"
    } else {
      text += String(word)
    }
    word = String.UnicodeScalarView()
  }

  /// Returns the end of a tag or entity that starts at an index, or `nil` if there is none.
  private static func endOfMarkup(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    let maxLength = 200
    switch scalars[start] {
    case "<":
      guard start + 1 < scalars.count else { return nil }
      let next = scalars[start + 1]
      guard next == "/" || next == "!" || next.isASCII && next.properties.isAlphabetic else {
        return nil
      }
      return scalars[start...].prefix(maxLength).firstIndex(of: ">").map { $0 + 1 }
    case "&":
      let name = scalars[(start + 1)...].prefix(32).prefix {
        $0 == "#" || $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      }
      guard !name.isEmpty, name.endIndex < scalars.count, scalars[name.endIndex] == ";" else {
        return nil
      }
      return name.endIndex + 1
    default: return nil
    }
  }

  /// Returns padding with at least the given number of letters, in words that can be wrapped.
  static func padding(_ count: Int, _ pseudo: PseudoLocalization) -> String {
    var writer = PseudoWriter(pseudo)
    var words = ""
    var letters = 0
    var index = 0
    while letters < count {
      let word = numbers[index % numbers.count]
      words += " " + word
      letters += word.unicodeScalars.count
      index += 1
    }
    writer.append(words)
    return writer.text
  }

  /// The words that padding consists of.
  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// The accented forms of ASCII letters.
  private static let accents: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars,
      "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ".unicodeScalars))
}
