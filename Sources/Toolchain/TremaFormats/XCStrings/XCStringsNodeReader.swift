import TremaCatalog
import TremaDiagnostics
import TremaJSON
import TremaMessages
import TremaSupport

/// A reader for a string in one language: `stringUnit`, `variations` and `substitutions`.
struct XCStringsNodeReader {
  /// The key of the text, for findings.
  let key: String
  /// The language, or `nil` if its tag is invalid.
  let language: LanguageTag?
  var findings = FindingList()
  private(set) var losses = UnsupportedFeatures()
  /// The argument names in the last message, by number.
  private(set) var names: [Int: String] = [:]
  /// The format specifiers that the last message does not display, by number.
  private(set) var conversions: [Int: String] = [:]

  init(key: String, language: LanguageTag?) {
    self.key = key
    self.language = language
  }

  /// Returns a localization's message and the units that make it up.
  ///
  /// - Returns: The message and the units, or `nil` if there is no message, or if it is invalid.
  ///   Invalid messages are reported.
  mutating func message(of node: JSONValue) -> (Message, [XCStringsUnit])? {
    var variables: [VariableFormat.Variable] = []
    var units: [XCStringsUnit] = []
    guard let content = content(of: node, &variables, &units) else { return nil }
    units = content.units + units
    do {
      guard let message = try message(content, variables) else {
        report("the plural has no form for 'other'", at: node.location)
        return nil
      }
      return (message, units)
    } catch {
      report(error.reason, at: content.units.first?.location ?? node.location)
      return nil
    }
  }

  /// Returns the message for the content of a localization and its substitutions.
  ///
  /// - Returns: The message, or `nil` if a plural has no `other` form.
  /// - Throws: The reason why the format is invalid.
  private mutating func message(
    _ content: XCStringsContent, _ variables: [VariableFormat.Variable]
  ) throws(VariableFormat.Problem) -> Message? {
    switch content {
    case .unit(let unit) where variables.isEmpty:
      let (message, issues) = Message.parseAsShown(unit.text)
      findings.addUnescapedPercent(issues, key: key, at: unit.location)
      if message.hasBranches { losses.note(.appMessage, key: key, at: unit.location) }
      return message
    case .unit(let unit):
      let format = XCStringsSubstitutions.numbered(VariableFormat(unit.text, variables))
      return try message(format)
    case .plural(let forms) where variables.isEmpty:
      return XCStringsPlural.message(forms.mapValues(\.text), in: language)
    case .plural(let forms):
      // The plural becomes an additional variable that encloses all others. No file contains its
      // name.
      let outermost = VariableFormat.Variable(
        "\u{1}", valueType: "ld", forms: forms.mapValues(\.text))
      return try message(VariableFormat("%#@\u{1}@", variables + [outermost]))
    }
  }

  /// Returns a format's message, and stores its arguments' names and conversions.
  private mutating func message(
    _ format: VariableFormat
  ) throws(VariableFormat.Problem) -> Message {
    let message = try format.message(in: language, numberSpelling: "%arg", keepsConversions: true)
    var plurals: Set<Int> = []
    for use in message.uses(ArgumentNumbers([])) {
      if case .plural = use.requirement { plurals.insert(use.number) }
    }
    names = [:]
    let specifiers = format.variables.compactMap { variable in
      variable.argument.map { ($0, variable.valueType) }
    }
    conversions =
      language.map {
        VariableFormat.differences(
          of: Dictionary(specifiers) { first, _ in first }, from: message, in: $0
        ).hidden.filter { Annotations.isNumberConversion($0.value) }
      } ?? [:]
    // The first variable for an argument determines its name.
    for variable in format.variables {
      guard let number = variable.argument, plurals.contains(number), names[number] == nil,
        Annotations.Parameter.isName(variable.name, of: number)
      else { continue }
      names[number] = variable.name
    }
    return message
  }

  /// Reads a localization or a variant.
  ///
  ///   - variables: The list to which substitutions are appended.
  ///   - units: The list to which the units of substitutions are appended.
  ///   - isInVariation: Whether the node is a variant, and not a localization.
  private mutating func content(
    of node: JSONValue, _ variables: inout [VariableFormat.Variable],
    _ units: inout [XCStringsUnit], isInVariation: Bool = false
  ) -> XCStringsContent? {
    guard let fields = object(node, "a localization") else { return nil }
    var content: XCStringsContent?
    for field in fields.members {
      switch field.name {
      case "stringUnit":
        if let unit = unit(field.value) { content = content ?? .unit(unit) }
      case "variations":
        if let varied = varied(
          field.value, &variables, &units, isTopLevel: !isInVariation)
        {
          content = varied
        }
      case "substitutions":
        for member in object(field.value, "substitutions")?.members ?? [] {
          if let variable = variable(member, &units) { variables.append(variable) }
        }
      default: losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
      }
    }
    // The number of references is limited because every reference to a substitution is expanded.
    if let content, !variables.isEmpty,
      content.units.contains(where: { XCStringsSubstitutions.exceedLimit(in: $0.text) })
    {
      report(
        "it has more than \(XCStringsSubstitutions.maxCount) substitutions",
        at: content.units.first?.location)
      return nil
    }
    return content
  }

  /// Reads the variations by number or, if there are none, the default variant for devices.
  ///
  /// - Parameter isTopLevel: Whether device variants are read as separate texts so that none are
  ///   lost.
  private mutating func varied(
    _ value: JSONValue, _ variables: inout [VariableFormat.Variable],
    _ units: inout [XCStringsUnit], isTopLevel: Bool
  ) -> XCStringsContent? {
    guard let kinds = object(value, "variations") else { return nil }
    if let plural = kinds["plural"] { return forms(plural).map { .plural($0) } }
    guard let kind = kinds.members.first, let cases = object(kind.value, kind.name) else {
      return nil
    }
    // The other device variants are read as separate texts.
    let isWhole = isTopLevel && kind.name == "device" && cases["other"] != nil
    if !isWhole, cases.members.count > 1 || kind.name != "device" {
      losses.note(.variation, key: key, at: kind.nameLocation)
    }
    guard let chosen = cases["other"] ?? cases.members.first?.value else { return nil }
    return content(of: chosen, &variables, &units, isInVariation: true)
  }

  /// Reads the forms of a plural. Unknown categories are reported and omitted.
  private mutating func forms(_ value: JSONValue) -> [PluralCategory: XCStringsUnit]? {
    guard let categories = object(value, "plural") else { return nil }
    var forms: [PluralCategory: XCStringsUnit] = [:]
    for member in categories.members {
      guard let category = PluralCategory(rawValue: member.name) else {
        report("unknown plural category '\(member.name)'", at: member.nameLocation)
        continue
      }
      for field in object(member.value, member.name)?.members ?? [] {
        if field.name == "stringUnit" {
          if let unit = unit(field.value) { forms[category] = unit }
        } else {
          losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
        }
      }
    }
    return forms
  }

  /// Reads a substitution.
  ///
  /// - Returns: The substitution, or `nil` if it is invalid. The problem is reported.
  private mutating func variable(
    _ member: JSONObject.Member, _ units: inout [XCStringsUnit]
  ) -> VariableFormat.Variable? {
    guard let fields = object(member.value, member.name) else { return nil }
    // `ld` is assumed for a substitution without `formatSpecifier`.
    var variable = VariableFormat.Variable(member.name, valueType: "ld", forms: [:])
    for field in fields.members {
      switch field.name {
      case "argNum":
        let maximum = TextSignature.maxArguments
        guard let number = field.value.number?.int, (1...maximum).contains(number) else {
          report("'argNum' must be a number from 1 to \(maximum)", at: field.value.location)
          return nil
        }
        variable.argument = number
      case "formatSpecifier":
        guard let specifier = field.value.string else {
          findings.addUnexpected(field.value, wanted: "a string", of: field.name)
          return nil
        }
        variable.valueType = specifier
      case "variations":
        // A substitution has no substitutions itself, so this list is not used.
        var unused: [VariableFormat.Variable] = []
        switch varied(field.value, &unused, &units, isTopLevel: false) {
        case .plural(let forms): variable.forms = forms.mapValues(\.text)
        case .unit(let unit): variable.forms = [.other: unit.text]
        case nil: return nil
        }
      default: losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
      }
    }
    if let form = variable.forms.values.first(where: XCStringsSubstitutions.isContained) {
      report("substitutions cannot be nested: \(form)", at: member.nameLocation)
      return nil
    }
    spellNumbers(of: &variable)
    return variable
  }

  /// Replaces `%arg` with the format specifier of the substitution. Converting it to `#` would lose
  /// specifiers other than `%ld`.
  private func spellNumbers(of variable: inout VariableFormat.Variable) {
    let specifier = variable.valueType
    guard
      case .placeholder(let placeholder)? = Placeholder.percents(in: Array("%\(specifier)".utf8))
        .first?.percent, !placeholder.isApplePluralNumber, placeholder.position == nil
    else { return }
    let position = variable.argument.map { "\($0)$" } ?? ""
    variable.forms = variable.forms.mapValues { form in
      Self.replacing("%arg", in: form, with: "%\(position)\(specifier)")
    }
  }

  /// Replaces all occurrences of a string except in `%%`.
  private static func replacing(_ target: String, in text: String, with replacement: String)
    -> String
  {
    let (bytes, target) = (Array(text.utf8), Array(target.utf8))
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: "%%".utf8) {
        output += "%%".utf8
        index += 2
      } else if bytes[index...].starts(with: target) {
        output += replacement.utf8
        index += target.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Reads a `stringUnit`. Reports the reason if it is invalid.
  private mutating func unit(_ value: JSONValue) -> XCStringsUnit? {
    guard let fields = object(value, "stringUnit") else { return nil }
    for field in fields.members where field.name != "state" && field.name != "value" {
      losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
    }
    guard let text = fields["value"] else {
      report("the stringUnit has no value", at: value.location)
      return nil
    }
    guard let string = text.string else {
      findings.addUnexpected(text, wanted: "a string", of: "value")
      return nil
    }
    return XCStringsUnit(
      text: string, state: fields["state"]?.string, location: text.location)
  }

  /// Returns a value as an object. Reports a problem if it is not an object.
  private mutating func object(_ value: JSONValue, _ name: String) -> JSONObject? {
    if let object = value.object { return object }
    findings.addUnexpected(value, wanted: "an object", of: name)
    return nil
  }

  /// Reports the reason why the text cannot be read.
  private mutating func report(_ reason: String, at location: SourceLocation?) {
    let key = key
    findings.add(
      .error, "invalid-message", "'\(key.shortened)' is not a valid message: \(reason)",
      at: location,
      hint: "correct the text in Xcode", subject: key)
  }
}
