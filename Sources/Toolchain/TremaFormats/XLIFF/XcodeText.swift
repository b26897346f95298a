import TremaCatalog
import TremaMessages
import TremaSupport

/// A text that Xcode exported as several units: the forms of plurals, the variables of a format,
/// the wordings for devices or widths.
struct XcodeText {
  private let parts: [(place: XcodeUnit, unit: XLIFFUnit)]

  /// Why a side is no message, and where.
  struct Mistake: Error {
    var reason: String
    var position: SourcePosition
  }

  /// - Parameter parts: of one text, in file order.
  init(_ parts: [(place: XcodeUnit, unit: XLIFFUnit)]) {
    let variations = parts.compactMap(\.place.variation)
    hasVariations = !variations.isEmpty
    var seen: Set<[UInt8]> = []
    let notes = parts.flatMap(\.unit.notes).filter { seen.insert(Array($0.utf8)).inserted }
    var annotations = Annotations(notes.joined(separator: "\n"))
    annotations.isTranslatable = parts.allSatisfy(\.unit.isTranslatable)
    self.annotations = annotations
    let chosen = Self.widest(variations)
    self.parts = parts.filter { $0.place.variation == nil || $0.place.variation == chosen }
  }

  let hasVariations: Bool

  /// The annotations of the units; Xcode repeats a note in each.
  let annotations: Annotations

  /// A catalogue has one wording: the one for all other devices, or the longest.
  private static func widest(_ variations: [String]) -> String? {
    if variations.contains("other") { return "other" }
    let widths = variations.compactMap { Int($0) }
    return widths.max().map(String.init) ?? variations.first
  }

  /// nil when no unit says it.
  var status: Status? {
    let translated = parts.map(\.unit).filter { $0.target != nil }
    guard translated.contains(where: { $0.status != nil }) else { return nil }
    return Status.least(of: translated.map { $0.status ?? .translated })
  }

  /// Whether its units have different statuses, of which the text keeps one.
  var hasSeveralStatuses: Bool {
    let statuses = parts.map(\.unit).filter { $0.target != nil }.map(\.status)
    return statuses.contains { $0 != statuses[0] }
  }

  /// The source of the text.
  ///
  /// - Parameter names: gets what the arguments are called, by number.
  func source(
    in language: LanguageTag, names: inout [Int: String]
  ) throws(Mistake) -> (message: Message, position: SourcePosition)? {
    var format = XcodeFormat()
    for (place, unit) in parts {
      guard let side = unit.source else { continue }
      format.add(side, as: place)
    }
    // The units are those that the target language needs; the source has not more than its own.
    format.keepCategories(PluralRules(language).categories)
    return try message(format, language, names: &names)
  }

  func target(
    in language: LanguageTag, names: inout [Int: String]
  ) throws(Mistake) -> (message: Message, position: SourcePosition)? {
    var format = XcodeFormat()
    for (place, unit) in parts {
      guard let side = unit.target else { continue }
      format.add(side, as: place)
    }
    return try message(format, language, names: &names)
  }

  private func message(
    _ format: XcodeFormat, _ language: LanguageTag, names: inout [Int: String]
  ) throws(Mistake) -> (message: Message, position: SourcePosition)? {
    guard let position = format.position else { return nil }
    if format.hasTooManyVariables {
      throw Mistake(reason: "it names variables too often", position: position)
    }
    guard let variableFormat = format.variableFormat else {
      throw Mistake(reason: "the format around the variables has no text", position: position)
    }
    do throws(VariableFormat.Mistake) {
      let message = try variableFormat.message(in: language, ownNumber: format.ownNumber)
      for (number, name) in format.names(in: message) where names[number] == nil {
        names[number] = name
      }
      return (message, position)
    } catch {
      throw Mistake(reason: format.reason(of: error), position: position)
    }
  }
}

/// The units of a text in one language, on their way to a format with variables.
struct XcodeFormat {
  private var format: String?
  private var plural: [PluralCategory: String] = [:]
  private var variables: [(name: String, forms: [PluralCategory: String])] = []
  private var indices: [[UInt8]: Int] = [:]
  private(set) var position: SourcePosition?
  private(set) var ownNumber: String?

  /// The internal name of a plural that is the whole text; no key of Xcode has the mark.
  private static let whole = "|==|"

  mutating func add(_ side: XLIFFUnit.Side, as place: XcodeUnit) {
    position = position ?? side.position
    if place.isStringCatalogue { ownNumber = "%arg" }
    switch place.part {
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

  /// Leaves out the forms that a language never chooses. The one for zero stays where it says
  /// something of its own: Apple's platforms have it in every language.
  mutating func keepCategories(_ used: some Collection<PluralCategory>) {
    plural = Self.kept(plural, used)
    for index in variables.indices {
      variables[index].forms = Self.kept(variables[index].forms, used)
    }
  }

  private static func kept(
    _ forms: [PluralCategory: String], _ used: some Collection<PluralCategory>
  ) -> [PluralCategory: String] {
    forms.filter { category, text in
      if used.contains(category) { return true }
      guard category == .zero, let other = forms[.other] else { return false }
      return !text.utf8.elementsEqual(other.utf8)
    }
  }

  /// Variables may be in the forms of variables, and each level multiplies what is inside: few
  /// places keep the message small, and no text needs as many.
  var hasTooManyVariables: Bool {
    let texts = [format].compactMap { $0 } + plural.values + variables.flatMap(\.forms.values)
    var places = 0
    for text in texts { places += Self.variableNames(in: Array(text.utf8)).count }
    return places > 32
  }

  /// - Returns: nil when there are variables and no format.
  var variableFormat: VariableFormat? {
    var all = variables.map { VariableFormat.Variable($0.name, valueType: "ld", forms: $0.forms) }
    if plural.isEmpty { return format.map { VariableFormat($0, all) } }
    all.append(
      VariableFormat.Variable(
        Self.whole, valueType: "ld", forms: plural, argument: pluralArgument))
    return VariableFormat("%#@\(Self.whole)@", all)
  }

  /// The argument that a plural of the whole text depends on: the first number in a form.
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

  /// Returns the names of the variables for their arguments, in a message made of the format.
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
    return zip(numbers, names).filter { !$0.1.utf8.contains { $0 <= 0x20 } }.map { ($0, $1) }
  }

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

  func reason(of mistake: VariableFormat.Mistake) -> String {
    mistake == .missingOther(Self.whole) ? "the plural has no form for 'other'" : mistake.reason
  }
}
