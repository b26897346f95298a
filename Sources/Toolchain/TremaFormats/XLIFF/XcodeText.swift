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

  /// What the units say of the text; Xcode repeats a note in each.
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
