/// A format with variables, in which `%#@name@` is a plural, as in `.stringsdict` files and the
/// substitutions of `.xcstrings` files.
///
/// See Apple, "Localizing strings that contain plurals", and
/// `Documentation/Formats/Stringsdict.md`.
package struct VariableFormat: Hashable, Sendable {
  /// A variable and its plural forms.
  package struct Variable: Hashable, Sendable {
    package var name: String
    /// The conversion of the number, without its percent sign, such as `ld`.
    package var valueType: String
    /// The formats by category, in the syntax of the platform.
    package var forms: [PluralCategory: String]
    /// The argument number, if the variable specifies it instead of the format.
    package var argument: Int?

    /// Creates a variable.
    package init(
      _ name: String, valueType: String, forms: [PluralCategory: String], argument: Int? = nil
    ) {
      self.name = name
      self.valueType = valueType
      self.forms = forms
      self.argument = argument
    }
  }

  /// A reason why a format cannot be converted to a message.
  package enum Problem: Error, Hashable, Sendable {
    /// The format contains a variable that is not defined.
    case unknownVariable(String)
    /// The variable has no `other` form.
    case missingOther(String)
    /// The variable occurs in its own forms, or variables are nested too deeply.
    case recursion(String)
    /// The nested variables expand to an unreasonably long text.
    case tooLarge

    /// A description of the reason.
    package var reason: String {
      switch self {
      case .unknownVariable(let name): "the format uses the unknown variable '\(name)'"
      case .missingOther(let name): "the variable '\(name)' has no form for 'other'"
      case .recursion(let name): "the variable '\(name)' refers to itself"
      case .tooLarge: "the text is too long after its variables are expanded"
      }
    }
  }

  /// The format, with its variables spelled `%#@name@`.
  package var format: String
  package var variables: [Variable]

  /// Creates a format with variables.
  package init(_ format: String, _ variables: [Variable]) {
    self.format = format
    self.variables = variables
  }

  /// Returns the message of the format, with all arguments numbered.
  ///
  /// - Parameters:
  ///   - language: The language that determines the meaning of `zero`.
  ///   - numberSpelling: The spelling of the variable's number in its forms, in addition to a plain
  ///     conversion: `%arg` in `.xcstrings`.
  ///   - keepsConversions: Whether plain conversions of the number are kept so that they can be
  ///     written with the same length again. In this case, only `%ld` is converted to `#`, because
  ///     `#` is written as `%ld`.
  package func message(
    in language: LanguageTag?, numberSpelling: String? = nil, keepsConversions: Bool = false
  ) throws(Problem) -> Message {
    var reader = VariableFormatReader(self, language, numberSpelling)
    reader.keepsConversions = keepsConversions
    return try reader.message(format, own: nil, depth: 0)
  }
}

/// The state of reading one format.
private struct VariableFormatReader {
  let format: VariableFormat
  let language: LanguageTag?
  /// The spelling of the variable's number, as UTF-8 bytes.
  let numberSpelling: [UInt8]?
  /// The argument for the next unnumbered conversion or variable, from 1.
  private var next = 1

  /// The maximum nesting depth of variables.
  private static let maxDepth = 8

  /// Whether plain conversions of the number are kept.
  var keepsConversions = false
  /// The number of bytes that may still be read, as nested variables can expand exponentially.
  private var budget = 1 << 17

  init(_ format: VariableFormat, _ language: LanguageTag?, _ numberSpelling: String?) {
    self.format = format
    self.language = language
    self.numberSpelling = numberSpelling.map { Array($0.utf8) }
  }

  /// Returns the message for a format or a form.
  ///
  /// - Parameters:
  ///   - text: The format.
  ///   - own: The enclosing variable's argument.
  ///   - depth: The nesting depth of variables.
  mutating func message(
    _ text: String, own: Int?, depth: Int
  ) throws(VariableFormat.Problem) -> Message {
    let bytes = Array(text.utf8)
    budget -= bytes.count + 64
    guard budget >= 0 else { throw .tooLarge }
    var elements: [Message.Element] = []
    var unusedNumber = own
    var index = 0
    var text: [UInt8] = []
    func flush() {
      elements.append(.text(String(decoding: text, as: UTF8.self)))
      text.removeAll()
    }
    let number = own
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        text.append(bytes[index])
        index += 1
        continue
      }
      if let numberSpelling, number != nil, bytes[index...].starts(with: numberSpelling) {
        flush()
        elements.append(.pluralNumber)
        index += numberSpelling.count
      } else if let (position, name, end) = Self.variable(bytes, at: index) {
        flush()
        elements.append(
          .argument(try plural(name, position: position, depth: depth)))
        index = end
      } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "%") {
        text.append(UInt8(ascii: "%"))
        index += 2
      } else if let (conversion, end) = PlaceholderParser.parse(bytes, at: index) {
        flush()
        index = end
        var placeholder = conversion
        if placeholder.position == nil, placeholder.type != .none {
          if let number = unusedNumber,
            placeholder.type == .integer || placeholder.type == .floating
          {
            placeholder.position = number
            unusedNumber = nil
          } else {
            placeholder.position = next
            next += 1
          }
        }
        elements.append(
          number != nil && placeholder.position == number && placeholder.isPlainNumber
            && (!keepsConversions || placeholder.isApplePluralNumber)
            // Apple platforms format this number in the style of the language.
            ? .pluralNumber : .placeholder(placeholder))
      } else {
        text.append(UInt8(ascii: "%"))
        index += 1
      }
    }
    flush()
    return Message(elements)
  }

  /// Returns a variable's plural.
  ///
  /// - Parameters:
  ///   - name: The variable's name.
  ///   - position: The explicit number of its argument.
  ///   - depth: The nesting depth of variables.
  private mutating func plural(
    _ name: String, position: Int?, depth: Int
  ) throws(VariableFormat.Problem) -> MessageArgument {
    guard depth < Self.maxDepth else { throw .recursion(name) }
    // Names are compared byte for byte, as on the platform.
    let isNamed = { (variable: VariableFormat.Variable) in
      variable.name.utf8.elementsEqual(name.utf8)
    }
    guard let variable = format.variables.first(where: isNamed) else {
      throw .unknownVariable(name)
    }
    let number = position ?? variable.argument ?? next
    if position == nil, variable.argument == nil { next += 1 }
    let start = next
    var furthest = next
    var forms: [PluralCategory: Message] = [:]
    // A fixed order of categories ensures that the same error is always found first.
    for category in PluralCategory.allCases {
      guard let text = variable.forms[category] else { continue }
      next = start
      forms[category] = try message(text, own: number, depth: depth + 1)
      furthest = max(furthest, next)
    }
    next = furthest
    guard let plural = PluralForms(forms).plural(in: language, from: .apple) else {
      throw .missingOther(name)
    }
    return MessageArgument(.numbered(number), .plural(plural))
  }

  /// Reads a reference to a variable: `%#@name@` or `%2$#@name@`.
  private static func variable(
    _ bytes: [UInt8], at start: Int
  ) -> (position: Int?, name: String, end: Int)? {
    var index = start + 1
    var position: Int?
    let digits = bytes[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if !digits.isEmpty, digits.count <= 3, digits.endIndex < bytes.count,
      bytes[digits.endIndex] == UInt8(ascii: "$")
    {
      position = Int(String(decoding: digits, as: UTF8.self))
      index = digits.endIndex + 1
    }
    guard bytes[index...].starts(with: "#@".utf8), position != 0,
      let end = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "@")), end > index + 2
    else { return nil }
    return (position, String(decoding: bytes[(index + 2)..<end], as: UTF8.self), end + 1)
  }
}
