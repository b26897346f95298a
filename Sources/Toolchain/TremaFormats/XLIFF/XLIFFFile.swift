import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A `file` element: its languages and the units read so far.
struct XLIFFFile {
  let position: SourcePosition
  let source: LanguageTag
  /// nil when the file does not say it.
  let target: LanguageTag?
  private(set) var units: [XLIFFUnit] = []
  private var places: [[UInt8]: SourcePosition] = [:]

  init(source: LanguageTag, target: LanguageTag?, position: SourcePosition) {
    self.source = source
    self.target = target
    self.position = position
  }

  /// - Returns: where a unit with the same key is; the new one is left out then.
  mutating func append(_ unit: XLIFFUnit) -> SourcePosition? {
    let key = Array(unit.key.utf8)
    if let first = places[key] { return first }
    places[key] = unit.position
    units.append(unit)
    return nil
  }
}

/// Makes texts of the units of a file.
struct XLIFFTexts {
  let file: XLIFFFile
  let options: ReadingOptions
  private(set) var texts: [Text] = []
  private(set) var losses = UnsupportedFeatures()
  private var findings = FindingList()

  /// - Parameter found: what was found before; takes what is found here.
  init(_ file: XLIFFFile, _ options: ReadingOptions, noting found: inout FindingList) {
    self.file = file
    self.options = options
    swap(&findings, &found)
    readUnits()
    swap(&findings, &found)
  }

  private mutating func readUnits() {
    let places = file.units.map { XcodeUnit($0.key) }
    var groups: [[UInt8]: [(place: XcodeUnit, unit: XLIFFUnit)]] = [:]
    for case let place? in places { groups[Array(place.key.utf8)] = [] }
    for (unit, place) in zip(file.units, places) {
      // In a string catalogue the format around variables has the key alone.
      let key = Array((place?.key ?? unit.key).utf8)
      guard groups[key] != nil else { continue }
      groups[key]?.append((place ?? XcodeUnit(formatOf: unit.key), unit))
    }
    for (unit, place) in zip(file.units, places) {
      let name = place?.key ?? unit.key
      if let parts = groups[Array(name.utf8)] {
        if parts.first?.unit.key.utf8.elementsEqual(unit.key.utf8) == true {
          append(XcodeText(parts), name, unit)
        }
      } else {
        append(unit)
      }
    }
  }

  private mutating func append(_ unit: XLIFFUnit) {
    let source = unit.source.map(Self.message)
    let target = unit.target.map(Self.message)
    append(
      unit.key, unit.annotations, source, target, unit.status, unit.targetLanguage, unit.position)
  }

  /// The source or the target of a unit. One that Xcode split into units has no spelling of its own.
  private typealias Content = (message: Message, spelling: String?, position: SourcePosition)

  private static func message(_ side: XLIFFUnit.Side) -> Content {
    (Message.parse(side.text, backslash: .literal).message, side.text, side.position)
  }

  private mutating func append(_ text: XcodeText, _ key: String, _ unit: XLIFFUnit) {
    if text.hasVariations {
      losses.note(.variation, key: key, at: location(unit.position))
    }
    if text.hasSeveralStatuses { losses.note(.state, key: key, at: location(unit.position)) }
    var names: [Int: String] = [:]
    var source: Content?
    var target: Content?
    do throws(XcodeText.Mistake) {
      source = try text.source(in: file.source, names: &names).map { ($0, nil, $1) }
    } catch { report(error, key) }
    do throws(XcodeText.Mistake) {
      target = try text.target(
        in: language(of: unit.targetLanguage) ?? file.source, names: &names
      ).map { ($0, nil, $1) }
    } catch { report(error, key) }
    var annotations = text.annotations
    for (number, name) in names where annotations.parameters[number] == nil {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    append(key, annotations, source, target, text.status, unit.targetLanguage, unit.position)
  }

  private mutating func append(
    _ key: String, _ annotations: Annotations, _ source: Content?, _ target: Content?,
    _ status: Status?, _ unitLanguage: String?, _ position: SourcePosition
  ) {
    var values: [Value] = []
    if let (message, spelling, place) = source {
      values.append(
        Value(
          language: file.source.description, message: message, spelling: spelling,
          options: options, at: place))
    }
    if let (message, spelling, place) = target {
      if let language = language(of: unitLanguage) {
        // A file of the source language may repeat its texts, edited perhaps, as targets.
        if language == file.source { values.removeAll() }
        values.append(
          Value(
            language: language.description, status: status, message: message, spelling: spelling,
            options: options, at: place))
      } else {
        findings.add(
          .error, "missing-language", "the language of this target is unknown",
          at: location(place),
          hint: "name it on the file: target-language=\"de\", in 2.x trgLang on the root",
          subject: key)
      }
    }
    texts.append(
      Text(key: key, annotations: annotations, values: values, options: options, at: position))
  }

  /// - Parameter unitLanguage: what the target says of itself.
  private func language(of unitLanguage: String?) -> LanguageTag? {
    file.target ?? unitLanguage.flatMap(LanguageTag.init)
      ?? options.language.flatMap(LanguageTag.init)
  }

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  private mutating func report(_ mistake: XcodeText.Mistake, _ key: String) {
    findings.add(
      .error, "invalid-message",
      "the units of '\(key.shortened)' are not a text: \(mistake.reason)",
      at: location(mistake.position), hint: "complete them, or leave all of them empty",
      subject: key)
  }
}

extension XcodeUnit {
  /// The format around variables, whose unit has the key alone.
  init(formatOf key: String) {
    self.key = key
    isStringCatalogue = true
  }
}
