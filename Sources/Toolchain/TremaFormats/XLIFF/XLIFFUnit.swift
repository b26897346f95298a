import TremaCatalog
import TremaDiagnostics
import TremaSupport
import TremaXML

/// The content of one unit, independent of the version.
struct XLIFFUnit {
  struct Side {
    var text: String
    /// The position of its first character.
    var position: SourcePosition
  }

  var key: String
  var position: SourcePosition
  /// nil when there is none, or an empty one.
  var source: Side?
  var target: Side?
  /// `xml:lang` of the target.
  var targetLanguage: String?
  /// nil when the file does not say it.
  var status: Status?
  /// The notes as the lines of a context.
  var notes: [String] = []
  var maximumLength: Int?
  var isTranslatable = true

  init(key: String, position: SourcePosition) {
    self.key = key
    self.position = position
  }

  var annotations: Annotations {
    var annotations = Annotations(notes.joined(separator: "\n"))
    if let maximumLength { annotations.maximumLength = maximumLength }
    if !isTranslatable { annotations.isTranslatable = false }
    return annotations
  }
}

/// Reads units, and remembers what was odd about them.
struct XLIFFUnitReader {
  let file: String
  let generation: Int
  var findings: FindingList
  var losses = UnsupportedFeatures()
  /// Bytes that the data of all units may come to, and what is left of them.
  private let limit: Int
  private var room: Int
  /// The error that ends the reading.
  private(set) var failure: Diagnostic?

  /// - Parameter size: bytes of the file.
  init(_ options: ReadingOptions, generation: Int, size: Int) {
    file = options.file
    self.generation = generation
    limit = XMLLimits().expansion(of: size)
    room = limit
    findings = FindingList(options.maxFindings)
  }

  /// - Parameter isTranslatable: what the groups around say.
  /// - Returns: nil for a unit without a key.
  mutating func unit(_ element: XLIFFElement, isTranslatable: Bool) -> XLIFFUnit? {
    guard let key = key(of: element) else {
      report(
        .error, "missing-key", "this unit has no attribute 'id'", at: element.position,
        hint: "give every unit an id of its own: the key of the text", subject: "")
      return nil
    }
    var unit = XLIFFUnit(key: key, position: element.position)
    unit.isTranslatable = element["translate"].map { $0 != "no" } ?? isTranslatable
    if generation == 1 { readOne(element, into: &unit) } else { readTwo(element, into: &unit) }
    return unit
  }

  /// The identifier is the key, but for two: a number beside a name that says more (1.2), and the
  /// identifiers of 2.x, which cannot hold every key; there the name is the key.
  private func key(of element: XLIFFElement) -> String? {
    guard generation == 1 else { return element["name"] ?? element["id"] }
    guard let id = element["id"] else { return element["resname"] }
    let isNumber = id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if isNumber, !id.isEmpty, let name = element["resname"], !name.isEmpty { return name }
    return id
  }

  // MARK: 1.2

  private mutating func readOne(_ element: XLIFFElement, into unit: inout XLIFFUnit) {
    var hasSource = false
    for child in element.elements {
      switch child.name {
      case _ where !child.isXLIFF: lose(.unknownField, unit, child)
      case "source":
        hasSource = true
        unit.source = side(child, unit)
      case "target":
        unit.target = side(child, unit)
        unit.targetLanguage = child["xml:lang"]
        let state = XLIFFState(
          state: child["state"], detail: child["state-qualifier"],
          isApproved: element["approved"] == "yes", isRefused: element["approved"] == "no")
        if state.isSaid { unit.status = status(state, of: unit, element) }
      case "note": unit.notes.append(child.text)
      // Segments repeat the source, and alternatives are suggestions.
      case "seg-source", "alt-trans": break
      default: lose(.unknownField, unit, child)
      }
    }
    if !hasSource { reportMissingSource(unit) }
    guard let width = element.attribute("maxwidth") else { return }
    // Without a unit it counts pixels.
    if element["size-unit"] == "char", let maximum = Int(width.value), maximum > 0 {
      unit.maximumLength = maximum
    } else {
      losses.note(.maximumLength, key: unit.key, at: location(width.position))
    }
  }

  private mutating func side(_ element: XLIFFElement, _ unit: XLIFFUnit) -> XLIFFUnit.Side? {
    let text = text(of: element, unit)
    return text.isEmpty ? nil : XLIFFUnit.Side(text: text, position: element.contentPosition)
  }

  private mutating func text(
    of element: XLIFFElement, _ unit: XLIFFUnit, data: [[UInt8]: String] = [:]
  ) -> String {
    let inline = XLIFFInline(element, generation: generation, data: data, room: room)
    room = inline.room
    if let position = inline.excess, failure == nil { failure = tooMuch(at: position) }
    if inline.lostMarkup { lose(.markup, unit, element) }
    if inline.lostElement { lose(.unknownField, unit, element) }
    if let position = inline.wrongCharacter {
      report(
        .error, "invalid-character", "this is not the number of a character", at: position,
        hint: "write four hexadecimal digits: <cp hex=\"001B\"/>", subject: unit.key)
    }
    return inline.text
  }

  private mutating func status(
    _ state: XLIFFState, of unit: XLIFFUnit, _ element: XLIFFElement
  ) -> Status {
    // An undefined word is kept, so that it is not taken for a translation that is done.
    let status = state.status(generation: generation) ?? .undefined(state.state)
    if !state.isSaid(by: status, generation: generation) { lose(.state, unit, element) }
    return status
  }

  // MARK: 2.x

  private mutating func readTwo(_ element: XLIFFElement, into unit: inout XLIFFUnit) {
    var data: [[UInt8]: String] = [:]
    for child in element.first("originalData")?.elements ?? [] {
      guard child.name == "data", let id = child["id"] else { continue }
      data[Array(id.utf8)] = text(of: child, unit)
    }
    var segments: [XLIFFElement] = []
    for child in element.elements {
      switch child.name {
      case _ where !child.isXLIFF: lose(.unknownField, unit, child)
      case "notes": unit.notes += child.elements.filter { $0.name == "note" }.map(\.text)
      case "segment", "ignorable": segments.append(child)
      case "originalData": break
      default: lose(.unknownField, unit, child)
      }
    }
    if !segments.contains(where: { $0.first("source") != nil }) { reportMissingSource(unit) }
    unit.source = joined(segments.compactMap { $0.first("source") }, unit, data)
    readTargets(segments, data, into: &unit)
    guard let restriction = element.restriction else { return }
    if let maximum = Int(restriction), maximum > 0 {
      unit.maximumLength = maximum
    } else {
      lose(.maximumLength, unit, element)
    }
  }

  private mutating func readTargets(
    _ segments: [XLIFFElement], _ data: [[UInt8]: String], into unit: inout XLIFFUnit
  ) {
    var targets: [(order: Int, element: XLIFFElement)] = []
    var statuses: [Status] = []
    var hasStatus = false
    var untranslated: XLIFFElement?
    for (index, segment) in segments.enumerated() {
      if let target = segment.first("target"),
        segment.name == "ignorable" || !target.children.isEmpty
      {
        targets.append((target["order"].flatMap { Int($0) } ?? index + 1, target))
      } else if segment.name == "ignorable", let source = segment.first("source") {
        targets.append((index + 1, source))
      } else if segment.first("source")?.children.isEmpty == false {
        untranslated = untranslated ?? segment
      }
      guard segment.name == "segment", let target = segment.first("target") else { continue }
      unit.targetLanguage = unit.targetLanguage ?? target["xml:lang"]
      let state = XLIFFState(state: segment["state"], detail: segment["subState"])
      hasStatus = hasStatus || state.isSaid
      statuses.append(status(state, of: unit, segment))
    }
    if statuses.isEmpty { return }
    if let untranslated {
      if targets.contains(where: { $0.element.name == "target" }) {
        report(
          .warning, "incomplete-target",
          "this segment of '\(unit.key)' has no target: the text counts as not translated",
          at: untranslated.position, hint: "translate all segments of the unit", subject: unit.key)
      }
      return
    }
    // Each is where it is unless it says otherwise; equal orders keep the order of the file.
    let ordered = targets.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }
    unit.target = joined(ordered.map(\.element.element), unit, data)
    if hasStatus { unit.status = Status.least(of: statuses) }
    if let first = segments.first, statuses.contains(where: { $0 != statuses[0] }) {
      lose(.state, unit, first)
    }
  }

  private mutating func joined(
    _ elements: [XLIFFElement], _ unit: XLIFFUnit, _ data: [[UInt8]: String]
  ) -> XLIFFUnit.Side? {
    guard let first = elements.first else { return nil }
    var joined = ""
    for element in elements { joined += text(of: element, unit, data: data) }
    return joined.isEmpty ? nil : XLIFFUnit.Side(text: joined, position: first.contentPosition)
  }

  // MARK: What was odd

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  private mutating func lose(_ feature: Feature, _ unit: XLIFFUnit, _ element: XLIFFElement) {
    losses.note(
      feature, key: unit.key, at: location(element.position),
      named: feature == .unknownField ? element.name : nil)
  }

  private func tooMuch(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .error, "expansion-limit", "the references of the file lead to more than \(limit) bytes",
      at: location(position),
      hint: "the limit protects against hostile files", kind: .unreadable)
  }

  private mutating func reportMissingSource(_ unit: XLIFFUnit) {
    report(
      .warning, "schema", "the unit '\(unit.key)' has no source", at: unit.position,
      hint: "every unit needs one, if only an empty one", subject: unit.key)
  }

  private mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String, subject: String
  ) {
    findings.add(
      severity, code, message(), at: location(position), hint: hint, subject: subject)
  }
}
