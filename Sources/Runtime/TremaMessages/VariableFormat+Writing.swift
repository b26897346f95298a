extension VariableFormat {
  /// The format with variables that says a message.
  ///
  /// - Parameters:
  ///   - message: everything in it has a number; see ``Message/numbered(by:)``.
  ///   - language: that of the message.
  ///   - names: what arguments are called; the others are `arg1`, `arg2`, ...
  ///   - conversions: of arguments that the message does not show, without the percent sign.
  ///   - ownNumber: what means the number of a variable in its forms; nil for a conversion.
  /// - Returns: nil when variables cannot say it: a select, an ordinal, an offset, an exact number
  ///   that is no category, a date.
  package init?(
    _ message: Message, in language: LanguageTag, names: [Int: String] = [:],
    conversions: [Int: String] = [:], ownNumber: String? = nil
  ) {
    var writer = VariableFormatWriter(message, language, names, ownNumber)
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

  /// How the variables of arguments differ from those that are written for a message: the value
  /// types that no form shows, for the annotations of a text, and those that a form contradicts.
  ///
  /// - Parameters:
  ///   - valueTypes: as a file has them, by argument.
  ///   - message: everything in it has a number.
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
  let ownNumber: String?
  /// One argument that is shown once needs no number.
  private let isNumbered: Bool
  /// Arguments that a placeholder shows as something else than a whole number.
  private let types: [Int: Placeholder]
  /// Arguments that must be numbers.
  private let numeric: Set<Int>
  private(set) var variables: [VariableFormat.Variable] = []
  private var takenNames: Set<String> = []
  /// How often an argument was named, so that the next free name need not be searched for.
  private var counts: [Int: Int] = [:]

  init(
    _ message: Message, _ language: LanguageTag, _ names: [Int: String], _ ownNumber: String?
  ) {
    self.language = language
    self.names = names
    self.ownNumber = ownNumber
    let uses = message.uses(ArgumentNumbers([]))
    // A second place to show it would count as a second argument.
    isNumbered =
      Set(uses.map(\.number)) != [1] || !Self.showsOnce(message, countsOwn: ownNumber == nil)
    var types: [Int: Placeholder] = [:]
    for use in uses {
      guard case .placeholder(let placeholder) = use.demand else { continue }
      // The number is taken from the call once, in the size that the first conversion says.
      if placeholder.type != .integer || types[use.number] == nil {
        types[use.number] = placeholder
      }
    }
    self.types = types
    numeric = Set(uses.filter(\.demand.isNumeric).map(\.number))
  }

  /// Whether at most one thing that is not text is in a message, and in each of its branches.
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

  mutating func format(of message: Message, own: Int?) -> String? {
    var format = ""
    for element in message.elements {
      switch element {
      case .text(let text): format += Message.doublingPercents(text)
      case .pluralNumber:
        guard let own else { return nil }
        format += ownNumber ?? "%\(isNumbered ? "\(own)$" : "")\(valueType(of: own))"
      case .placeholder(let placeholder):
        // As its variable has the same conversion, it need not be written out.
        if let ownNumber, let own, placeholder.position == own, placeholder.isPlainNumber,
          placeholder.conversion == types[own]?.conversion, placeholder.length == types[own]?.length
        {
          format += ownNumber
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

  private mutating func spelled(_ argument: MessageArgument) -> String? {
    guard case .numbered(let number) = argument.name else { return nil }
    let position = isNumbered ? "\(number)$" : ""
    switch argument.kind {
    // An object conversion of a number would crash.
    case .plain: return "%\(position)\(numeric.contains(number) ? valueType(of: number) : "@")"
    case .number(.integer): return "%\(position)\(valueType(of: number))"
    case .number, .date, .time, .select: return nil
    case .plural(let plural):
      guard let forms = PluralForms(plural, in: language, for: .apple) else { return nil }
      let name = freeName(for: number)
      // Its place is taken before those of the variables in its forms.
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

  private func valueType(of number: Int) -> String {
    guard let placeholder = types[number] else { return "ld" }
    switch placeholder.type {
    case .floating: return String(Unicode.Scalar(placeholder.conversion))
    case .integer:
      return (placeholder.length?.rawValue ?? "") + String(Unicode.Scalar(placeholder.conversion))
    default: return "ld"
    }
  }

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
