import TremaCatalog
import TremaMessages
import TremaSupport

/// A text that Xcode has exported as multiple units: plural forms, a format's variables, and device
/// or width variants.
struct XcodeText {
  /// The units that are used, in document order.
  private let parts: [(identifier: XcodeUnit, unit: XLIFFUnit)]

  /// The reason why the units do not form a message, and the position of the problem.
  struct Problem: Error {
    var reason: String
    var position: SourcePosition
  }

  /// Collects the units of a text.
  ///
  /// - Parameter parts: The units of one text, in document order.
  init(_ parts: [(identifier: XcodeUnit, unit: XLIFFUnit)]) {
    let variations = parts.compactMap(\.identifier.variation)
    hasVariations = !variations.isEmpty
    var seen: Set<[UInt8]> = []
    // Xcode repeats a text's notes in all of its units.
    let notes = parts.flatMap(\.unit.notes).filter { seen.insert(Array($0.utf8)).inserted }
    var annotations = Annotations(notes.joined(separator: "\n"))
    annotations.isTranslatable = parts.allSatisfy(\.unit.isTranslatable)
    self.annotations = annotations
    let chosen = Self.widest(variations)
    self.parts = parts.filter {
      $0.identifier.variation == nil || $0.identifier.variation == chosen
    }
  }

  /// Whether the text has device or width variants, one of which is used.
  let hasVariations: Bool

  /// The annotations of the units, without repetitions.
  let annotations: Annotations

  /// Returns the variant to use, because a catalog has only one text: the default variant for
  /// devices or, if there is none, the variant for the largest width.
  private static func widest(_ variations: [String]) -> String? {
    if variations.contains("other") { return "other" }
    let widths = variations.compactMap { Int($0) }
    return widths.max().map(String.init) ?? variations.first
  }

  /// The status of the translated units, or `nil` if the document contains none.
  var status: Status? {
    let translated = parts.map(\.unit).filter { $0.target != nil }
    guard translated.contains(where: { $0.status != nil }) else { return nil }
    return Status.leastComplete(of: translated.map { $0.status ?? .translated })
  }

  /// Whether the units have different statuses, only one of which is kept.
  var hasSeveralStatuses: Bool {
    let statuses = parts.map(\.unit).filter { $0.target != nil }.map(\.status)
    return statuses.contains { $0 != statuses[0] }
  }

  /// Returns the message of the sources and its position, or `nil` if there are no sources.
  ///
  /// - Parameters:
  ///   - language: The source language.
  ///   - names: The argument names by number, to which the names of variables are added.
  func source(
    in language: LanguageTag, names: inout [Int: String]
  ) throws(Problem) -> (message: Message, position: SourcePosition)? {
    var format = XcodeFormat()
    for (identifier, unit) in parts {
      guard let side = unit.source else { continue }
      format.add(side, as: identifier)
    }
    // The units have the target language's categories, but the source has only those of its own
    // language.
    format.keepCategories(PluralRules(language).categories)
    return try message(format, language, names: &names)
  }

  /// Returns the message of the targets and its position, or `nil` if there are no targets.
  ///
  /// - Parameters:
  ///   - language: The target language.
  ///   - names: The argument names by number, to which the names of variables are added.
  func target(
    in language: LanguageTag, names: inout [Int: String]
  ) throws(Problem) -> (message: Message, position: SourcePosition)? {
    var format = XcodeFormat()
    for (identifier, unit) in parts {
      guard let side = unit.target else { continue }
      format.add(side, as: identifier)
    }
    return try message(format, language, names: &names)
  }

  /// Converts a format with variables to a message.
  ///
  /// - Throws: The reason if the format is missing, a variable has no `other` form, or there are
  ///   too many references to variables.
  private func message(
    _ format: XcodeFormat, _ language: LanguageTag, names: inout [Int: String]
  ) throws(Problem) -> (message: Message, position: SourcePosition)? {
    guard let position = format.position else { return nil }
    if format.hasTooManyVariables {
      throw Problem(reason: "it has too many references to variables", position: position)
    }
    guard let variableFormat = format.variableFormat else {
      throw Problem(reason: "the format around the variables has no text", position: position)
    }
    do throws(VariableFormat.Problem) {
      let message = try variableFormat.message(
        in: language, numberSpelling: format.valuePlaceholder)
      for (number, name) in format.names(in: message) where names[number] == nil {
        names[number] = name
      }
      return (message, position)
    } catch {
      throw Problem(reason: format.reason(of: error), position: position)
    }
  }
}

/// A text's units in one language, as parts of a format with variables.
struct XcodeFormat {
  /// The text itself, or the format with variables.
  private var format: String?
  /// The forms of a plural that is the whole text.
  private var plural: [PluralCategory: String] = [:]
  /// The variables in document order.
  private var variables: [(name: String, forms: [PluralCategory: String])] = []
  /// The indices of the variables by name.
  private var indices: [[UInt8]: Int] = [:]
  /// The position of the first unit.
  private(set) var position: SourcePosition?
  /// The placeholder for the variable's own value, which is `%arg` in a string catalog.
  private(set) var valuePlaceholder: String?

  /// The internal name of a plural that is the whole text. Xcode's keys do not contain this
  /// delimiter.
  private static let wholeTextName = "|==|"

  /// Adds the source or target of a unit.
  mutating func add(_ side: XLIFFUnit.Side, as identifier: XcodeUnit) {
    position = position ?? side.position
    if identifier.isStringCatalog { valuePlaceholder = "%arg" }
    switch identifier.part {
    case .format: format = side.text
    case .plural(let category): plural[category] = side.text
    case .variable(let name, let category):
      let bytes = Array(name.utf8)
      if let index = indices[bytes] {
        variables[index].forms[category] = side.text
      } else {
        indices[bytes] = variables.count
        variables.append((name, [category: side.text]))
      }
    }
  }

  /// Removes the forms that a language never selects. A form for zero that differs from `other` is
  /// kept because Apple platforms support it in every language.
  mutating func keepCategories(_ used: some Collection<PluralCategory>) {
    plural = Self.filteredForms(plural, used)
    for index in variables.indices {
      variables[index].forms = Self.filteredForms(variables[index].forms, used)
    }
  }

  /// Returns the forms that ``keepCategories(_:)`` keeps.
  private static func filteredForms(
    _ forms: [PluralCategory: String], _ used: some Collection<PluralCategory>
  ) -> [PluralCategory: String] {
    forms.filter { category, text in
      if used.contains(category) { return true }
      guard category == .zero, let other = forms[.other] else { return false }
      return !text.utf8.elementsEqual(other.utf8)
    }
  }

  /// Whether the format contains too many references to variables. A variable's forms can refer to
  /// other variables, and each level multiplies the content of the next. Limiting the references
  /// keeps the message small. Ordinary texts have far fewer.
  var hasTooManyVariables: Bool {
    let texts = [format].compactMap { $0 } + plural.values + variables.flatMap(\.forms.values)
    var referenceCount = 0
    for text in texts { referenceCount += Self.variableNames(in: Array(text.utf8)).count }
    return referenceCount > 32
  }

  /// The format with its variables, or `nil` if there are variables but no format.
  var variableFormat: VariableFormat? {
    var all = variables.map { VariableFormat.Variable($0.name, valueType: "ld", forms: $0.forms) }
    if plural.isEmpty { return format.map { VariableFormat($0, all) } }
    all.append(
      VariableFormat.Variable(
        Self.wholeTextName, valueType: "ld", forms: plural, argument: pluralArgument))
    return VariableFormat("%#@\(Self.wholeTextName)@", all)
  }

  /// The number of the argument that selects the form if the whole text is a plural: the first
  /// integer in a form.
  private var pluralArgument: Int? {
    let forms = [PluralCategory.other, .many, .few, .two, .one, .zero].compactMap { plural[$0] }
    for form in forms {
      let placeholders = Message.parse(form, backslash: .literal).message.numberedPlaceholders
      if let number = placeholders.first(where: { $0.placeholder.type == .integer }) {
        return number.argument
      }
    }
    return nil
  }

  /// Returns the variable names for the arguments in a message that was created from the format.
  func names(in message: Message) -> [(number: Int, name: String)] {
    guard plural.isEmpty, let format else { return [] }
    let numbers = message.elements.compactMap { element -> Int? in
      guard case .argument(let argument) = element, case .numbered(let number) = argument.name
      else { return nil }
      return number
    }
    let names = Self.variableNames(in: Array(format.utf8)).filter {
      indices[Array($0.utf8)] != nil
    }
    // Names with whitespace can't be argument names.
    return zip(numbers, names).filter { !$0.1.utf8.contains { $0 <= 0x20 } }.map { ($0, $1) }
  }

  /// Returns the names in `%#@name@`, in order.
  private static func variableNames(in bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var index = 0
    while let mark = bytes[index...].firstIndex(of: UInt8(ascii: "#")) {
      index = mark + 1
      guard index < bytes.count, bytes[index] == UInt8(ascii: "@"),
        let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "@"))
      else { continue }
      names.append(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
      index = end + 1
    }
    return names
  }

  /// Returns the reason for a problem, without the internal name of a plural.
  func reason(of problem: VariableFormat.Problem) -> String {
    problem == .missingOther(Self.wholeTextName)
      ? "the plural has no form for 'other'" : problem.reason
  }
}
