import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaSupport

/// A `file` element, with its languages and the units that have been read.
struct XLIFFFile {
  /// The position of the element.
  let position: SourcePosition
  /// The language that the element translates from.
  let source: LanguageTag
  /// The language of the targets, or `nil` if the element does not declare it.
  let target: LanguageTag?
  /// The units in document order.
  private(set) var units: [XLIFFUnit] = []
  /// The positions of the units by their keys.
  private var unitPositions: [[UInt8]: SourcePosition] = [:]

  init(source: LanguageTag, target: LanguageTag?, position: SourcePosition) {
    self.source = source
    self.target = target
    self.position = position
  }

  /// Appends a unit.
  ///
  /// - Returns: The position of an existing unit with the same key, in which case the new unit is
  ///   dropped.
  mutating func append(_ unit: XLIFFUnit) -> SourcePosition? {
    let key = Array(unit.key.utf8)
    if let first = unitPositions[key] { return first }
    unitPositions[key] = unit.position
    units.append(unit)
    return nil
  }
}

/// Converts the units of a `file` element to texts.
struct XLIFFTexts {
  /// The element.
  let file: XLIFFFile
  let options: ReadingOptions
  /// The texts in document order.
  private(set) var texts: [Text] = []
  /// The features without an equivalent in a catalog.
  private(set) var losses = UnsupportedFeatures()
  /// The findings for the whole document, during the conversion.
  private var findings = FindingList()

  /// Converts the units of a `file` element.
  ///
  /// - Parameters:
  ///   - options: The properties of the document.
  ///   - found: The findings for the document, to which new findings are added.
  init(_ file: XLIFFFile, _ options: ReadingOptions, noting found: inout FindingList) {
    self.file = file
    self.options = options
    swap(&findings, &found)
    readUnits()
    swap(&findings, &found)
  }

  /// Converts all units. Units that Xcode created from one text are collected under the key of the
  /// text.
  private mutating func readUnits() {
    let identifiers = file.units.map { XcodeUnit($0.key) }
    var groups: [[UInt8]: [(identifier: XcodeUnit, unit: XLIFFUnit)]] = [:]
    for case let identifier? in identifiers { groups[Array(identifier.key.utf8)] = [] }
    for (unit, identifier) in zip(file.units, identifiers) {
      // In a string catalog, the identifier of the format with variables is the key itself.
      let key = Array((identifier?.key ?? unit.key).utf8)
      guard groups[key] != nil else { continue }
      groups[key]?.append((identifier ?? XcodeUnit(formatOf: unit.key), unit))
    }
    // A text is created at its first unit.
    for (unit, identifier) in zip(file.units, identifiers) {
      let name = identifier?.key ?? unit.key
      if let parts = groups[Array(name.utf8)] {
        if parts.first?.unit.key.utf8.elementsEqual(unit.key.utf8) == true {
          append(XcodeText(parts), name, unit)
        }
      } else {
        append(unit)
      }
    }
  }

  /// Converts a unit that is a complete text.
  private mutating func append(_ unit: XLIFFUnit) {
    let source = unit.source.map(Self.message)
    let target = unit.target.map(Self.message)
    append(
      unit.key, unit.annotations, source, target, unit.status, unit.targetLanguage, unit.position)
  }

  /// The message in a source or target. The spelling is `nil` if Xcode has split the text into
  /// multiple units.
  private typealias Content = (message: Message, spelling: String?, position: SourcePosition)

  /// Parses a source or target, keeping its spelling.
  private static func message(_ side: XLIFFUnit.Side) -> Content {
    (Message.parse(side.text, backslash: .literal).message, side.text, side.position)
  }

  /// Converts a text that consists of multiple units.
  ///
  /// - Parameter unit: The first unit of the text.
  private mutating func append(_ text: XcodeText, _ key: String, _ unit: XLIFFUnit) {
    if text.hasVariations {
      losses.note(.variation, key: key, at: location(unit.position))
    }
    if text.hasSeveralStatuses { losses.note(.state, key: key, at: location(unit.position)) }
    // The names of variables become argument names, unless notes declare other names.
    var names: [Int: String] = [:]
    var source: Content?
    var target: Content?
    do throws(XcodeText.Problem) {
      source = try text.source(in: file.source, names: &names).map { ($0, nil, $1) }
    } catch { report(error, key) }
    do throws(XcodeText.Problem) {
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

  /// Appends a text with its source and target.
  ///
  /// - Parameters:
  ///   - status: The status of the target, if the document contains one.
  ///   - unitLanguage: The language that the target declares.
  ///   - position: The position of the unit.
  private mutating func append(
    _ key: String, _ annotations: Annotations, _ source: Content?, _ target: Content?,
    _ status: Status?, _ unitLanguage: String?, _ position: SourcePosition
  ) {
    var values: [Value] = []
    if let (message, spelling, sourcePosition) = source {
      values.append(
        Value(
          language: file.source.description, message: message, spelling: spelling,
          options: options, at: sourcePosition))
    }
    if let (message, spelling, targetPosition) = target {
      if let language = language(of: unitLanguage) {
        // A document in the source language may repeat its texts as targets. Targets have priority
        // because they may have been edited.
        if language == file.source { values.removeAll() }
        values.append(
          Value(
            language: language.description, status: status, message: message, spelling: spelling,
            options: options, at: targetPosition))
      } else {
        findings.add(
          .error, "missing-language", "the language of this target is unknown",
          at: location(targetPosition),
          hint: "add target-language=\"de\" to the file element, or in 2.x trgLang to the root",
          subject: key)
      }
    }
    texts.append(
      Text(key: key, annotations: annotations, values: values, options: options, at: position))
  }

  /// Returns a target's language: from the `file` element, from the target itself, or from the
  /// options.
  ///
  /// - Parameter unitLanguage: The language that the target declares.
  private func language(of unitLanguage: String?) -> LanguageTag? {
    file.target ?? unitLanguage.flatMap(LanguageTag.init)
      ?? options.language.flatMap(LanguageTag.init)
  }

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }

  /// Reports units that do not form a text.
  private mutating func report(_ problem: XcodeText.Problem, _ key: String) {
    findings.add(
      .error, "invalid-message",
      "the units of '\(key.shortened)' do not form a text: \(problem.reason)",
      at: location(problem.position), hint: "complete them, or leave all of them empty",
      subject: key)
  }
}

extension XcodeUnit {
  /// Creates the identifier of a format with variables, for a unit whose identifier is the key
  /// itself.
  init(formatOf key: String) {
    self.key = key
    isStringCatalog = true
  }
}
