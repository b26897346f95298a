import TremaCatalog
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// Checks the variables of a text, and inserts them into its format.
struct StringsdictVariables {
  /// A plural of the text.
  private struct Variable {
    var position: SourcePosition
    var forms: [(category: PluralCategory, text: String, position: SourcePosition)] = []
    /// The conversion of the number, without the percent sign.
    var valueType = "ld"
    /// Whether an error has been reported for the variable.
    var isBroken = false
  }

  var findings: AppleFindings
  /// The key of the text, for findings.
  private let key: String
  /// The format of the text.
  private let format: String
  /// The position of the format.
  private let position: SourcePosition
  /// The names of the variables in file order.
  private var names: [String] = []
  private var variables: [String: Variable] = [:]
  /// The number of variables, including itself, that each referenced variable inserts into the
  /// text.
  private var sizes: [String: Int] = [:]
  /// The maximum number of variables that may be inserted.
  private var limit = 0

  /// The maximum nesting depth for variables, which is the same as for messages.
  private static let maxDepth = 8
  /// The maximum number of variables in a text. Variables in forms are counted each time they are
  /// inserted. Each variable can refer to the next one twice, so a short file could otherwise
  /// exhaust the memory.
  private static let maxVariables = 2000
  /// The length of a form, in bytes, that counts as an additional variable.
  private static let longFormLength = 256

  init(_ findings: AppleFindings, key: String, format: String, at position: SourcePosition) {
    self.findings = findings
    self.key = key
    self.format = format
    self.position = position
  }

  /// Reports a problem of the text.
  private mutating func report(
    _ severity: Severity, _ code: String, _ message: String, at position: SourcePosition,
    _ hint: String
  ) {
    findings.report(severity, code, message, at: position, hint: hint, key: key)
  }

  // MARK: Variables

  /// Adds a variable, and reports its problems.
  mutating func append(_ entry: PropertyList.Entry) {
    if StringsdictKey.variants.contains(entry.key) {
      findings.losses.note(.variation, key: key, at: findings.location(entry.keyPosition))
      return
    }
    let name = entry.key
    var variable = Variable(position: entry.keyPosition)
    // Even an invalid variable is stored so that references to it aren't reported as unknown.
    defer {
      names.append(name)
      variables[name] = variable
    }
    guard let fields = entry.value.entries else {
      variable.isBroken = true
      report(
        .error, "unexpected-value",
        "the variable '\(name)' must be a dictionary, not \(entry.value.kind)",
        at: entry.value.position, "use a dictionary with one string for each category")
      return
    }
    for index in findings.unique(fields, of: key) { read(fields[index], of: name, into: &variable) }
    if !fields.contains(where: { $0.key == StringsdictKey.rule }) {
      report(
        .warning, "missing-rule", "the variable '\(name)' has no \(StringsdictKey.rule)",
        at: variable.position, "add it with the value \(StringsdictKey.plural)")
    }
    if !variable.isBroken, !variable.forms.contains(where: { $0.category == .other }) {
      variable.isBroken = true
      report(
        .error, "missing-other", "the variable '\(name)' has no form for 'other'",
        at: variable.position, "add it; every language requires one")
    }
  }

  /// Reads an entry of a variable: its rule, its value type, or a form.
  private mutating func read(
    _ field: PropertyList.Entry, of name: String, into variable: inout Variable
  ) {
    guard let text = field.value.string else {
      variable.isBroken = true
      report(
        .error, "unexpected-value",
        "'\(field.key)' of the variable '\(name)' must be a string, not \(field.value.kind)",
        at: field.value.position, "replace it with a string")
      return
    }
    switch field.key {
    case StringsdictKey.rule:
      if text == StringsdictKey.plural { return }
      variable.isBroken = true
      report(
        .error, "unknown-rule", "unknown rule '\(text)' of the variable '\(name)'",
        at: field.value.position, "use \(StringsdictKey.plural), the only rule for variables")
    case StringsdictKey.valueType:
      // A percent sign before the conversion is reported and ignored.
      let isMarked = text.utf8.first == UInt8(ascii: "%")
      let type = isMarked ? String(text.dropFirst()) : text
      let isNumber = Annotations.isNumberConversion(type)
      if isNumber { variable.valueType = type }
      if isMarked || !isNumber {
        report(
          .warning, "invalid-value-type",
          "the value type '\(text)' of the variable '\(name)' is not a number conversion",
          at: field.value.position, "use d, ld, lu or f, without a percent sign")
      }
    // Any other key must be a plural category.
    default:
      guard let category = PluralCategory(rawValue: field.key) else {
        let closest = closestMatch(to: field.key, among: PluralCategory.allCases.map(\.rawValue))
        report(
          .warning, "unknown-category",
          "unknown plural category '\(field.key)', which is never selected", at: field.keyPosition,
          closest.map { "did you mean '\($0)'?" }
            ?? "use one of 'zero', 'one', 'two', 'few', 'many', 'other'")
        return
      }
      variable.forms.append((category, text, field.value.position))
    }
  }

  // MARK: The text

  /// The message of a text and its properties.
  struct Content {
    var message: Message
    /// The names of the arguments by number.
    var names: [Int: String] = [:]
    /// The value types that no form displays, by number.
    var conversions: [Int: String] = [:]
    /// The number of variables that were inserted into the message.
    var size = 0
  }

  /// Returns the message of the text.
  ///
  /// - Parameters:
  ///   - language: The language that determines the meaning of `zero`.
  ///   - maximum: The maximum number of variables that may be inserted, in addition to the limit
  ///     per text.
  /// - Returns: The message, or `nil` if there is an error. The error is reported.
  mutating func message(in language: LanguageTag, atMost maximum: Int) -> Content? {
    limit = min(maximum, Self.maxVariables)
    // The size also determines which variables are referenced.
    let size = size(of: format, at: position, open: [])
    for name in names where sizes[name] == nil && size != nil {
      guard let variable = variables[name] else { continue }
      report(
        .warning, "unused-variable", "the text does not use the variable '\(name)'",
        at: variable.position, "add %#@\(name)@ to the text, or remove the variable")
    }
    guard let size else { return nil }
    if VariableReference.all(in: format).isEmpty {
      return Content(message: Message.parse(format, backslash: .literal).message)
    }
    let referenced = variables.filter { sizes[$0.key] != nil }
    let list = referenced.map { name, variable in
      VariableFormat.Variable(
        name, valueType: variable.valueType,
        forms: Dictionary(variable.forms.map { ($0.category, $0.text) }) { _, last in last })
    }
    do {
      let message = try VariableFormat(format, list).message(
        in: language, keepsConversions: true)
      var names: [Int: String] = [:]
      collectNames(format, message, into: &names)
      guard names.keys.allSatisfy({ $0 <= TextSignature.maxArguments }) else {
        report(
          .error, "invalid-format",
          "a variable in '\(key.shortened)' has an argument number that is too large",
          at: position,
          "number the arguments from 1 to \(TextSignature.maxArguments)")
        return nil
      }
      return Content(
        message: message,
        names: names.filter { Annotations.Parameter.isName($0.value, of: $0.key) },
        conversions: hiddenValueTypes(names, of: message, in: language), size: size)
    } catch {
      report(.error, "invalid-format", error.reason, at: position, "correct the variables")
      return nil
    }
  }

  /// Returns the value types that the message does not display. Reports a warning for each value
  /// type that a form contradicts.
  ///
  /// - Parameters:
  ///   - names: The names of the variables by argument.
  ///   - message: The message, including its plurals.
  private mutating func hiddenValueTypes(
    _ names: [Int: String], of message: Message, in language: LanguageTag
  ) -> [Int: String] {
    let differences = VariableFormat.differences(
      of: names.compactMapValues { variables[$0]?.valueType }, from: message, in: language)
    for (number, written) in differences.contradicted.sorted(by: { $0.key < $1.key }) {
      guard let name = names[number], let variable = variables[name] else { continue }
      report(
        .warning, "invalid-value-type",
        "the value type '\(variable.valueType)' of the variable '\(name)' differs from its forms, "
          + "which format the number as '%\(written)'; the catalogue keeps '\(written)'",
        at: variable.position, "use the same conversion in all of them")
    }
    return differences.hidden
  }

  /// Returns the number of variables that a format inserts. If one of them cannot be used, reports
  /// it and returns `nil`.
  ///
  /// - Parameters:
  ///   - text: The format or a form.
  ///   - position: The position of the format or form.
  ///   - open: The names of the enclosing variables, which must not be referenced again.
  private mutating func size(
    of text: String, at position: SourcePosition, open: [String]
  ) -> Int? {
    var total = 0
    for reference in VariableReference.all(in: text) {
      let name = reference.name
      // The position is computed only for problems because a text may be long and contain many
      // references.
      var referencePosition: SourcePosition {
        position.advanced(over: text.utf8.prefix(reference.offset))
      }
      guard let variable = variables[name] else {
        let closest = closestMatch(to: name, among: names)
        report(
          .error, "unknown-variable", "unknown variable '\(name)'", at: referencePosition,
          closest.map { "did you mean '\($0)'?" } ?? "add a dictionary with its forms")
        return nil
      }
      if variable.isBroken { return nil }
      guard !open.contains(name), open.count < Self.maxDepth else {
        report(
          .error, "recursive-variable",
          open.contains(name)
            ? "the variable '\(name)' refers to itself"
            : "variables are nested more than \(Self.maxDepth) levels deep",
          at: referencePosition, "replace the reference with its text")
        return nil
      }
      if sizes[name] == nil {
        sizes[name] = 0
        var size = 1
        for form in variable.forms {
          guard let inner = self.size(of: form.text, at: form.position, open: open + [name]) else {
            return nil
          }
          size += inner + form.text.utf8.count / Self.longFormLength
        }
        sizes[name] = size
      }
      total += sizes[name] ?? 0
      if total > limit {
        report(
          .error, "size-limit", "the text or the file contains too many variables",
          at: referencePosition,
          "remove some of them; the limit protects against malicious files")
        return nil
      }
    }
    return total
  }

  /// Collects the names of the variables by argument. The format and the message created from it
  /// have the same structure and are traversed in parallel.
  private func collectNames(_ text: String, _ message: Message, into names: inout [Int: String]) {
    let plurals = message.elements.compactMap { element in
      if case .argument(let argument) = element { argument } else { nil }
    }
    for (reference, argument) in zip(VariableReference.all(in: text), plurals) {
      guard case .numbered(let number) = argument.name, case .plural(let plural) = argument.kind,
        let variable = variables[reference.name]
      else { continue }
      if names[number] == nil { names[number] = reference.name }
      for form in variable.forms {
        // In some languages, the form for zero has become the `=0` branch.
        let branch = plural[form.category] ?? (form.category == .zero ? plural[.exact(0)] : nil)
        if let branch { collectNames(form.text, branch, into: &names) }
      }
    }
  }
}

extension Annotations.Parameter {
  /// Returns whether a name differs from the default name and can be written in an annotation,
  /// which ends at whitespace.
  static func isName(_ name: String, of number: Int) -> Bool {
    name != "arg\(number)" && name.utf8.allSatisfy { $0 > 0x20 }
  }
}
