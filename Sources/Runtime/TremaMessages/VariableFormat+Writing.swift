extension VariableFormat {
  /// Converts a message to a format with variables.
  ///
  /// - Parameters:
  ///   - message: The numbered message; see `Message.numbered(by:)`.
  ///   - names: The argument names by number. Other arguments are named `arg1`, `arg2`, ...
  ///   - conversions: The conversions, without the percent sign, of arguments that the message does
  ///     not display.
  ///   - numberSpelling: The spelling for a variable's number in its forms; `nil` to use a
  ///     conversion.
  /// - Returns: The format, or `nil` if variables cannot represent the message: a select, an
  ///   ordinal, an offset, an exact number that is not a category, or a date.
  package init?(
    _ message: Message, in language: LanguageTag, names: [Int: String] = [:],
    conversions: [Int: String] = [:], numberSpelling: String? = nil
  ) {
    var writer = VariableFormatWriter(message, language, names, numberSpelling)
    guard let format = writer.format(of: message, own: nil) else { return nil }
    self.format = format
    variables = writer.variables
    if conversions.isEmpty { return }
    let shown = message.shownNumbers
    for index in variables.indices {
      guard let number = variables[index].argument, !shown.contains(number),
        let conversion = conversions[number]
      else { continue }
      variables[index].valueType = conversion
    }
  }

  /// Returns the differences between the value types in a file and the value types that would be
  /// written for a message: types that no form displays, which are kept as annotations of the text,
  /// and types that a form contradicts.
  ///
  /// - Parameters:
  ///   - valueTypes: The value types in the file, by argument.
  ///   - message: The numbered message.
  package static func differences(
    of valueTypes: [Int: String], from message: Message, in language: LanguageTag
  ) -> (hidden: [Int: String], contradicted: [Int: String]) {
    guard valueTypes.values.contains(where: { $0 != "ld" }) || message.hasPlaceholders,
      let format = VariableFormat(message, in: language)
    else { return ([:], [:]) }
    let shown = message.shownNumbers
    var (hidden, contradicted): ([Int: String], [Int: String]) = ([:], [:])
    for variable in format.variables {
      guard let number = variable.argument, let type = valueTypes[number],
        type != variable.valueType
      else { continue }
      if shown.contains(number) {
        contradicted[number] = variable.valueType
      } else {
        hidden[number] = type
      }
    }
    return (hidden, contradicted)
  }
}

/// The state of writing one format.
private struct VariableFormatWriter {
  let language: LanguageTag
  let names: [Int: String]
  /// The spelling for the variable's number in its forms; `nil` to use a conversion.
  let numberSpelling: String?
  /// Whether arguments are numbered. A single argument that is displayed once needs no number.
  private let isNumbered: Bool
  /// The placeholders that determine the conversions of arguments.
  private let types: [Int: Placeholder]
  /// The arguments that must be numbers.
  private let numeric: Set<Int>
  /// The variables so far.
  private(set) var variables: [VariableFormat.Variable] = []
  private var takenNames: Set<String> = []
  /// The number of variables for each argument, used to derive the next free name.
  private var counts: [Int: Int] = [:]

  init(
    _ message: Message, _ language: LanguageTag, _ names: [Int: String], _ numberSpelling: String?
  ) {
    self.language = language
    self.names = names
    self.numberSpelling = numberSpelling
    let uses = message.uses(ArgumentNumbers([]))
    // Without numbers, a second occurrence would refer to the next argument.
    isNumbered =
      Set(uses.map(\.number)) != [1] || !Self.showsOnce(message, countsOwn: numberSpelling == nil)
    var types: [Int: Placeholder] = [:]
    for use in uses {
      guard case .placeholder(let placeholder) = use.requirement else { continue }
      // The platform reads the number from the arguments only once, with the size of the first
      // conversion.
      if placeholder.type != .integer || types[use.number] == nil {
        types[use.number] = placeholder
      }
    }
    self.types = types
    numeric = Set(uses.filter(\.requirement.isNumeric).map(\.number))
  }

  /// Returns whether a message and each of its branches contain at most one element that is not
  /// text.
  private static func showsOnce(_ message: Message, countsOwn: Bool) -> Bool {
    var count = 0
    for element in message.elements {
      switch element {
      case .text: break
      case .pluralNumber: count += countsOwn ? 1 : 0
      case .placeholder: count += 1
      case .argument(let argument):
        count += 1
        let isShown = argument.branches.allSatisfy { branch in
          !branch.hasBranches && showsOnce(branch, countsOwn: countsOwn)
        }
        guard isShown else { return false }
      }
    }
    return count <= 1
  }

  /// Returns a message's format, or `nil` if it cannot be represented.
  ///
  /// - Parameter own: The enclosing variable's argument, which `#` displays.
  mutating func format(of message: Message, own: Int?) -> String? {
    var format = ""
    for element in message.elements {
      switch element {
      case .text(let text): format += Message.doublingPercents(text)
      case .pluralNumber:
        guard let own else { return nil }
        format += numberSpelling ?? "%\(isNumbered ? "\(own)$" : "")\(valueType(of: own))"
      case .placeholder(let placeholder):
        // The variable has the same conversion, so its own number can be used.
        if let numberSpelling, let own, placeholder.position == own,
          placeholder.isPlainNumber,
          placeholder.conversion == types[own]?.conversion, placeholder.length == types[own]?.length
        {
          format += numberSpelling
          continue
        }
        let position = isNumbered ? placeholder.position : nil
        guard let spelled = PlaceholderDialect.apple.spell(placeholder, position: position) else {
          return nil
        }
        format += spelled
      case .argument(let argument):
        guard let spelled = spelled(argument) else { return nil }
        format += spelled
      }
    }
    return format
  }

  /// Returns the spelling of an argument, adding a variable if it is a plural. Returns `nil` if the
  /// argument cannot be represented.
  private mutating func spelled(_ argument: MessageArgument) -> String? {
    guard case .numbered(let number) = argument.name else { return nil }
    let position = isNumbered ? "\(number)$" : ""
    switch argument.kind {
    // Formatting a number with an object conversion would crash.
    case .plain: return "%\(position)\(numeric.contains(number) ? valueType(of: number) : "@")"
    case .number(.integer): return "%\(position)\(valueType(of: number))"
    case .number, .date, .time, .select: return nil
    case .plural(let plural):
      guard let forms = PluralForms(plural, in: language, for: .apple) else { return nil }
      let name = freeName(for: number)
      // The variable precedes the variables in its forms.
      let index = variables.count
      variables.append(
        VariableFormat.Variable(
          name, valueType: valueType(of: number), forms: [:], argument: number))
      for form in forms.forms {
        guard let format = format(of: form.message, own: number) else { return nil }
        variables[index].forms[form.category] = format
      }
      return "%\(position)#@\(name)@"
    }
  }

  /// Returns the conversion for an argument, without its percent sign.
  private func valueType(of number: Int) -> String {
    guard let placeholder = types[number] else { return "ld" }
    switch placeholder.type {
    case .floating: return String(Unicode.Scalar(placeholder.conversion))
    case .integer:
      return (placeholder.length?.rawValue ?? "") + String(Unicode.Scalar(placeholder.conversion))
    default: return "ld"
    }
  }

  /// Returns an unused name for a variable of an argument.
  private mutating func freeName(for number: Int) -> String {
    let name = names[number] ?? "arg\(number)"
    var count = counts[number, default: 0]
    var free: String
    repeat {
      count += 1
      free = count == 1 ? name : "\(name)\(count)"
    } while !takenNames.insert(free).inserted
    counts[number] = count
    return free
  }
}
