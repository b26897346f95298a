import TremaCatalog
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// The variables of one text, checked and put into its format.
struct StringsdictVariables {
  private struct Variable {
    var position: SourcePosition
    var forms: [(category: PluralCategory, text: String, position: SourcePosition)] = []
    var valueType = "ld"
    /// Whether its error was reported already.
    var isBroken = false
  }

  var findings: AppleFindings
  private let key: String
  private let format: String
  private let position: SourcePosition
  private var names: [String] = []
  private var variables: [String: Variable] = [:]
  /// How much each variable that was reached puts into the text.
  private var sizes: [String: Int] = [:]
  private var limit = 0

  /// Variables inside each other; as many as a message reads.
  private static let deepest = 8
  /// Variables put into one text, those in forms counted as often as they are there. Each can name
  /// the next twice, so that a short file asks for more than any memory has.
  private static let most = 2000
  /// The length in bytes that counts as one more.
  private static let longForm = 256

  init(_ findings: AppleFindings, key: String, format: String, at position: SourcePosition) {
    self.findings = findings
    self.key = key
    self.format = format
    self.position = position
  }

  private mutating func report(
    _ severity: Severity, _ code: String, _ message: String, at position: SourcePosition,
    _ hint: String
  ) {
    findings.report(severity, code, message, at: position, hint: hint, key: key)
  }

  // MARK: Variables

  mutating func append(_ entry: PropertyList.Entry) {
    if StringsdictKey.variants.contains(entry.key) {
      findings.losses.note(.variation, key: key, at: findings.location(entry.keyPosition))
      return
    }
    let name = entry.key
    var variable = Variable(position: entry.keyPosition)
    defer {
      names.append(name)
      variables[name] = variable
    }
    guard let fields = entry.value.entries else {
      variable.isBroken = true
      report(
        .error, "unexpected-value", "the variable '\(name)' is \(entry.value.kind)",
        at: entry.value.position, "write a dictionary with one text a category")
      return
    }
    for index in findings.unique(fields, of: key) { read(fields[index], of: name, into: &variable) }
    if !fields.contains(where: { $0.key == StringsdictKey.rule }) {
      report(
        .warning, "missing-rule", "the variable '\(name)' has no \(StringsdictKey.rule)",
        at: variable.position, "write \(StringsdictKey.plural)")
    }
    if !variable.isBroken, !variable.forms.contains(where: { $0.category == .other }) {
      variable.isBroken = true
      report(
        .error, "missing-other", "the variable '\(name)' has no form for 'other'",
        at: variable.position, "add it: every language needs one")
    }
  }

  private mutating func read(
    _ field: PropertyList.Entry, of name: String, into variable: inout Variable
  ) {
    guard let text = field.value.string else {
      variable.isBroken = true
      report(
        .error, "unexpected-value",
        "'\(field.key)' of the variable '\(name)' is \(field.value.kind)",
        at: field.value.position, "write a text")
      return
    }
    switch field.key {
    case StringsdictKey.rule:
      if text == StringsdictKey.plural { return }
      variable.isBroken = true
      report(
        .error, "unknown-rule", "the variable '\(name)' has the rule '\(text)'",
        at: field.value.position, "only \(StringsdictKey.plural) is known for variables")
    case StringsdictKey.valueType:
      let isMarked = text.utf8.first == UInt8(ascii: "%")
      let type = isMarked ? String(text.dropFirst()) : text
      let isNumber = Annotations.isNumberConversion(type)
      if isNumber { variable.valueType = type }
      if isMarked || !isNumber {
        report(
          .warning, "invalid-value-type",
          "the value type '\(text)' of the variable '\(name)' is no conversion of a number",
          at: field.value.position, "write d, ld, lu or f, without a percent sign")
      }
    default:
      guard let category = PluralCategory(rawValue: field.key) else {
        let near = nearest(to: field.key, among: PluralCategory.allCases.map(\.rawValue))
        report(
          .warning, "unknown-category",
          "'\(field.key)' is no plural category, so nothing chooses it", at: field.keyPosition,
          near.map { "did you mean '\($0)'?" } ?? "they are zero, one, two, few, many and other")
        return
      }
      variable.forms.append((category, text, field.value.position))
    }
  }

  // MARK: The text

  /// - Parameters:
  ///   - language: decides what `zero` means.
  ///   - most: how many variables may be put into the text, beside all other limits.
  struct Content {
    var message: Message
    /// The names of arguments, by number.
    var names: [Int: String] = [:]
    /// The value types that no form shows, by number.
    var conversions: [Int: String] = [:]
    /// How many variables were put into the message.
    var size = 0
  }

  /// - Returns: nil when something is wrong, which is reported.
  mutating func message(in language: LanguageTag, atMost most: Int) -> Content? {
    limit = min(most, Self.most)
    let size = size(of: format, at: position, open: [])
    for name in names where sizes[name] == nil && size != nil {
      guard let variable = variables[name] else { continue }
      report(
        .warning, "unused-variable", "the text does not use the variable '\(name)'",
        at: variable.position, "write %#@\(name)@ where it belongs, or remove it")
    }
    guard let size else { return nil }
    if VariableReference.all(in: format).isEmpty {
      return Content(message: Message.parse(format, backslash: .literal).message)
    }
    let reached = variables.filter { sizes[$0.key] != nil }
    let list = reached.map { name, variable in
      VariableFormat.Variable(
        name, valueType: variable.valueType,
        forms: Dictionary(variable.forms.map { ($0.category, $0.text) }) { _, last in last })
    }
    do {
      let message = try VariableFormat(format, list).message(
        in: language, keepsConversions: true)
      var names: [Int: String] = [:]
      collectNames(format, message, into: &names)
      guard names.keys.allSatisfy({ $0 <= TextSignature.mostArguments }) else {
        report(
          .error, "invalid-format", "a variable of '\(key.shortened)' has too high a number",
          at: position,
          "arguments are counted from 1 to \(TextSignature.mostArguments)")
        return nil
      }
      return Content(
        message: message,
        names: names.filter { Annotations.Parameter.isName($0.value, of: $0.key) },
        conversions: hiddenValueTypes(names, of: message, in: language), size: size)
    } catch {
      report(.error, "invalid-format", error.reason, at: position, "mend the variables")
      return nil
    }
  }

  /// The value types that the message does not say, and a warning for each that a form contradicts.
  ///
  /// - Parameter names: of the variables, by argument.
  private mutating func hiddenValueTypes(
    _ names: [Int: String], of message: Message, in language: LanguageTag
  ) -> [Int: String] {
    let differences = VariableFormat.differences(
      of: names.compactMapValues { variables[$0]?.valueType }, from: message, in: language)
    for (number, written) in differences.contradicted.sorted(by: { $0.key < $1.key }) {
      guard let name = names[number], let variable = variables[name] else { continue }
      report(
        .warning, "invalid-value-type",
        "the value type '\(variable.valueType)' of the variable '\(name)' is not that of its forms, "
          + "which show the number as '%\(written)'; the catalogue keeps '\(written)'",
        at: variable.position, "write the same conversion in all of them")
    }
    return differences.hidden
  }

  /// How many variables a text means; nil when one of them cannot be used.
  private mutating func size(
    of text: String, at position: SourcePosition, open: [String]
  ) -> Int? {
    var total = 0
    for reference in VariableReference.all(in: text) {
      let name = reference.name
      // Counted for a mistake alone: a text may be long, and its references many.
      var place: SourcePosition { position.advanced(over: text.utf8.prefix(reference.offset)) }
      guard let variable = variables[name] else {
        let near = nearest(to: name, among: names)
        report(
          .error, "unknown-variable", "there is no variable '\(name)'", at: place,
          near.map { "did you mean '\($0)'?" } ?? "add a dictionary with its forms")
        return nil
      }
      if variable.isBroken { return nil }
      guard !open.contains(name), open.count < Self.deepest else {
        report(
          .error, "recursive-variable",
          open.contains(name)
            ? "the variable '\(name)' refers to itself"
            : "more than \(Self.deepest) nested variables",
          at: place, "write the text out")
        return nil
      }
      if sizes[name] == nil {
        sizes[name] = 0
        var size = 1
        for form in variable.forms {
          guard let inner = self.size(of: form.text, at: form.position, open: open + [name]) else {
            return nil
          }
          size += inner + form.text.utf8.count / Self.longForm
        }
        sizes[name] = size
      }
      total += sizes[name] ?? 0
      if total > limit {
        report(
          .error, "size-limit", "more variables than a text or a file may have", at: place,
          "the limit protects against hostile files")
        return nil
      }
    }
    return total
  }

  /// Goes through a text and the message made of it side by side.
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
        let branch = plural[form.category] ?? (form.category == .zero ? plural[.exact(0)] : nil)
        if let branch { collectNames(form.text, branch, into: &names) }
      }
    }
  }
}

extension Annotations.Parameter {
  /// Whether a name says something, and fits the line of an annotation.
  static func isName(_ name: String, of number: Int) -> Bool {
    name != "arg\(number)" && name.utf8.allSatisfy { $0 > 0x20 }
  }
}
