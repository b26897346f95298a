/// A set of characters. It matches one character.
struct PatternSet: Sendable {
  /// A part of the set.
  enum Part: Sendable {
    /// A range of code points.
    case range(ClosedRange<UInt32>)
    /// A property, such as `\d`, `\w`, `\s` or `\p{…}`, or its complement.
    case property(PatternProperty, isNegated: Bool)
  }

  /// The parts, whose union is the set.
  var parts: [Part] = []
  /// Whether the set is the complement of its parts.
  var isNegated = false

  /// Creates a set.
  init(_ parts: [Part] = [], isNegated: Bool = false) {
    self.parts = parts
    self.isNegated = isNegated
  }

  /// Creates a set of one code point.
  init(_ scalar: UInt32) { self.init([.range(scalar...scalar)]) }

  /// The set that `.` matches: all characters except line terminators.
  static let dot = PatternSet(
    [.range(0x0A...0x0A), .range(0x0D...0x0D), .range(0x2028...0x2029)], isNegated: true)

  /// Returns whether the set contains a character.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    for part in parts {
      let matches =
        switch part {
        case .range(let range): range.contains(scalar.value)
        case .property(let property, let isNegated): property.matches(scalar) != isNegated
        }
      if matches { return !isNegated }
    }
    return isNegated
  }
}

/// A property of characters.
enum PatternProperty: Sendable {
  /// `\d`, `\w` and `\s`.
  case digit, word, space
  /// `\p{Any}` and `\p{ASCII}`.
  case any, ascii
  /// A general category, or a group of them such as `\p{L}`.
  case category([Unicode.GeneralCategory])
  /// A binary property such as `\p{Alphabetic}`.
  case binary(Binary)

  /// The Unicode binary properties that the standard library provides and that are used in
  /// patterns.
  enum Binary: String, Sendable {
    case alphabetic = "Alphabetic"
    case lowercase = "Lowercase"
    case uppercase = "Uppercase"
    case whiteSpace = "White_Space"
    case emoji = "Emoji"
    case ideographic = "Ideographic"
    case idStart = "ID_Start"
    case idContinue = "ID_Continue"
    case hexDigit = "Hex_Digit"
    case asciiHexDigit = "ASCII_Hex_Digit"
    case dash = "Dash"
    case math = "Math"
  }

  /// Returns whether a character has the property.
  func matches(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    switch self {
    case .digit: return (0x30...0x39).contains(value)
    case .word: return Self.isWord(value)
    case .space: return Self.isSpace(scalar)
    case .any: return true
    case .ascii: return value < 0x80
    case .category(let categories): return categories.contains(scalar.properties.generalCategory)
    case .binary(let binary): return Self.matches(binary, scalar.properties)
    }
  }

  /// Returns whether a code point is an ASCII letter, a digit or an underscore.
  static func isWord(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// Returns whether a character is whitespace or a line terminator.
  ///
  /// See ECMA-262, sections 12.2 and 12.3: WhiteSpace and LineTerminator.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0xA0, 0xFEFF, 0x2028, 0x2029: true
    case 0..<0x1680: false
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// Returns whether a character has a binary property.
  private static func matches(_ binary: Binary, _ properties: Unicode.Scalar.Properties) -> Bool {
    switch binary {
    case .alphabetic: properties.isAlphabetic
    case .lowercase: properties.isLowercase
    case .uppercase: properties.isUppercase
    case .whiteSpace: properties.isWhitespace
    case .emoji: properties.isEmoji
    case .ideographic: properties.isIdeographic
    case .idStart: properties.isIDStart
    case .idContinue: properties.isIDContinue
    case .hexDigit: properties.isHexDigit
    case .asciiHexDigit: properties.isASCIIHexDigit
    case .dash: properties.isDash
    case .math: properties.isMath
    }
  }

  /// Creates the property with a name from `\p{…}`: a general category by its short or long name,
  /// optionally after `General_Category=`, or a binary property. Returns `nil` for an unknown name.
  init?(named name: String) {
    var name = name[...]
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.utf8.count)
    }
    switch name {
    case "Any": self = .any
    case "ASCII": self = .ascii
    default:
      // No category has the same name as a binary property.
      if let categories = Self.categories(String(name)) {
        self = .category(categories)
      } else if let binary = Binary(rawValue: String(name)) {
        self = .binary(binary)
      } else {
        return nil
      }
    }
  }

  /// Returns the categories with a name.
  ///
  /// See Unicode, PropertyValueAliases.txt, gc.
  private static func categories(_ name: String) -> [Unicode.GeneralCategory]? {
    switch name {
    case "L", "Letter":
      [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
    case "LC", "Cased_Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    case "Lu", "Uppercase_Letter": [.uppercaseLetter]
    case "Ll", "Lowercase_Letter": [.lowercaseLetter]
    case "Lt", "Titlecase_Letter": [.titlecaseLetter]
    case "Lm", "Modifier_Letter": [.modifierLetter]
    case "Lo", "Other_Letter": [.otherLetter]
    case "M", "Mark", "Combining_Mark": [.nonspacingMark, .spacingMark, .enclosingMark]
    case "Mn", "Nonspacing_Mark": [.nonspacingMark]
    case "Mc", "Spacing_Mark": [.spacingMark]
    case "Me", "Enclosing_Mark": [.enclosingMark]
    case "N", "Number": [.decimalNumber, .letterNumber, .otherNumber]
    case "Nd", "Decimal_Number", "digit": [.decimalNumber]
    case "Nl", "Letter_Number": [.letterNumber]
    case "No", "Other_Number": [.otherNumber]
    case "P", "Punctuation", "punct":
      [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation,
      ]
    case "Pc", "Connector_Punctuation": [.connectorPunctuation]
    case "Pd", "Dash_Punctuation": [.dashPunctuation]
    case "Ps", "Open_Punctuation": [.openPunctuation]
    case "Pe", "Close_Punctuation": [.closePunctuation]
    case "Pi", "Initial_Punctuation": [.initialPunctuation]
    case "Pf", "Final_Punctuation": [.finalPunctuation]
    case "Po", "Other_Punctuation": [.otherPunctuation]
    case "S", "Symbol": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
    case "Sm", "Math_Symbol": [.mathSymbol]
    case "Sc", "Currency_Symbol": [.currencySymbol]
    case "Sk", "Modifier_Symbol": [.modifierSymbol]
    case "So", "Other_Symbol": [.otherSymbol]
    case "Z", "Separator": [.spaceSeparator, .lineSeparator, .paragraphSeparator]
    case "Zs", "Space_Separator": [.spaceSeparator]
    case "Zl", "Line_Separator": [.lineSeparator]
    case "Zp", "Paragraph_Separator": [.paragraphSeparator]
    case "C", "Other": [.control, .format, .surrogate, .privateUse, .unassigned]
    case "Cc", "Control", "cntrl": [.control]
    case "Cf", "Format": [.format]
    case "Cs", "Surrogate": [.surrogate]
    case "Co", "Private_Use": [.privateUse]
    case "Cn", "Unassigned": [.unassigned]
    default: nil
    }
  }
}
