import TremaCatalog
import TremaDiagnostics
import TremaSupport
import TremaXML

/// A unit's content, independent of the version.
struct XLIFFUnit {
  /// The text of a source or target.
  struct Side {
    var text: String
    /// The position of the first character.
    var position: SourcePosition
  }

  /// The key of the text.
  var key: String
  /// The position of the unit's start tag.
  var position: SourcePosition
  /// The source, or `nil` if it is missing or empty.
  var source: Side?
  /// The target, or `nil` if it is missing or empty.
  var target: Side?
  /// The `xml:lang` attribute of the target.
  var targetLanguage: String?
  /// The status of the target, or `nil` if the document does not contain it.
  var status: Status?
  /// The notes, as the lines of a context.
  var notes: [String] = []
  /// The maximum length, in characters.
  var maximumLength: Int?
  /// Whether the text should be translated, unlike brand names, for example.
  var isTranslatable = true

  init(key: String, position: SourcePosition) {
    self.key = key
    self.position = position
  }

  /// The notes and attributes as annotations of a text.
  var annotations: Annotations {
    var annotations = Annotations(notes.joined(separator: "\n"))
    if let maximumLength { annotations.maximumLength = maximumLength }
    if !isTranslatable { annotations.isTranslatable = false }
    return annotations
  }
}

/// Reads units, and collects findings and losses.
struct XLIFFUnitReader {
  let file: String
  /// The major version of XLIFF, 1 or 2.
  let majorVersion: Int
  var findings: FindingList
  var losses = UnsupportedFeatures()
  /// The maximum number of bytes that data may add, in all units together.
  private let limit: Int
  /// The number of bytes that data may still add.
  private var remainingBytes: Int
  /// The error that ends reading because a limit was exceeded.
  private(set) var failure: Diagnostic?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - generation: The major version of XLIFF, 1 or 2.
  ///   - size: The size of the document, in bytes, used to derive the limit.
  init(_ options: ReadingOptions, generation: Int, size: Int) {
    file = options.file
    self.majorVersion = generation
    limit = XMLLimits().expansion(of: size)
    remainingBytes = limit
    findings = FindingList(options.maxFindings)
  }

  /// Returns the content of a unit.
  ///
  /// - Parameters:
  ///   - element: A `trans-unit` or `unit` element.
  ///   - isTranslatable: The value that the unit inherits from the enclosing elements.
  /// - Returns: The content, or `nil` if the unit has no key. A missing key is reported.
  mutating func unit(_ element: XLIFFElement, isTranslatable: Bool) -> XLIFFUnit? {
    guard let key = key(of: element) else {
      report(
        .error, "missing-key", "this unit has no 'id' attribute", at: element.position,
        hint: "add a unique id, which is the key of the text", subject: "")
      return nil
    }
    var unit = XLIFFUnit(key: key, position: element.position)
    unit.isTranslatable = element["translate"].map { $0 != "no" } ?? isTranslatable
    if majorVersion == 1 {
      readVersion1(element, into: &unit)
    } else {
      readVersion2(element, into: &unit)
    }
    return unit
  }

  /// Returns the key of a unit, which is its identifier, with two exceptions. In 1.x, a name has
  /// priority over an identifier that is a number. In 2.x, the name is the key because not every
  /// key is a valid identifier.
  private func key(of element: XLIFFElement) -> String? {
    guard majorVersion == 1 else { return element["name"] ?? element["id"] }
    guard let id = element["id"] else { return element["resname"] }
    let isNumber = id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if isNumber, !id.isEmpty, let name = element["resname"], !name.isEmpty { return name }
    return id
  }

  // MARK: 1.2

  /// Reads a `trans-unit` of XLIFF 1.x.
  private mutating func readVersion1(_ element: XLIFFElement, into unit: inout XLIFFUnit) {
    var hasSource = false
    for child in element.elements {
      switch child.name {
      case _ where !child.isXLIFF: noteLoss(.unknownField, unit, child)
      case "source":
        hasSource = true
        unit.source = side(child, unit)
      case "target":
        unit.target = side(child, unit)
        unit.targetLanguage = child["xml:lang"]
        let state = XLIFFState(
          state: child["state"], detail: child["state-qualifier"],
          isApproved: element["approved"] == "yes", isRefused: element["approved"] == "no")
        if state.isPresent { unit.status = status(state, of: unit, element) }
      case "note": unit.notes.append(child.text)
      // Segments repeat the source, and alternative translations are suggestions.
      case "seg-source", "alt-trans": break
      default: noteLoss(.unknownField, unit, child)
      }
    }
    if !hasSource { reportMissingSource(unit) }
    guard let width = element.attribute("maxwidth") else { return }
    // Without `size-unit`, the width is in pixels, which catalogs don't support.
    if element["size-unit"] == "char", let maximum = Int(width.value), maximum > 0 {
      unit.maximumLength = maximum
    } else {
      losses.note(.maximumLength, key: unit.key, at: location(width.position))
    }
  }

  /// Returns the text of a source or target, or `nil` if it is empty.
  private mutating func side(_ element: XLIFFElement, _ unit: XLIFFUnit) -> XLIFFUnit.Side? {
    let text = text(of: element, unit)
    return text.isEmpty ? nil : XLIFFUnit.Side(text: text, position: element.contentPosition)
  }

  /// Returns the text of an element that may have inline elements, and collects findings and
  /// losses.
  ///
  /// - Parameter data: The elements of `originalData` by identifier.
  private mutating func text(
    of element: XLIFFElement, _ unit: XLIFFUnit, data: [[UInt8]: String] = [:]
  ) -> String {
    let inline = XLIFFInline(element, generation: majorVersion, data: data, room: remainingBytes)
    remainingBytes = inline.remainingBytes
    if let position = inline.excessPosition, failure == nil {
      failure = expansionLimitExceeded(at: position)
    }
    if inline.hasLostMarkup { noteLoss(.markup, unit, element) }
    if inline.hasLostElement { noteLoss(.unknownField, unit, element) }
    if let position = inline.wrongCharacter {
      report(
        .error, "invalid-character", "invalid character code", at: position,
        hint: "use four hexadecimal digits: <cp hex=\"001B\"/>", subject: unit.key)
    }
    return inline.text
  }

  /// Returns the status for a state, and records a loss if trema would write a different state.
  private mutating func status(
    _ state: XLIFFState, of unit: XLIFFUnit, _ element: XLIFFElement
  ) -> Status {
    // An unknown state becomes an undefined status, so it doesn't count as translated.
    let status = state.status(majorVersion: majorVersion) ?? .undefined(state.state)
    if !state.isWritten(for: status, majorVersion: majorVersion) { noteLoss(.state, unit, element) }
    return status
  }

  // MARK: 2.x

  /// Reads a `unit` of XLIFF 2.x, which consists of segments.
  private mutating func readVersion2(_ element: XLIFFElement, into unit: inout XLIFFUnit) {
    // The data is read first because segments refer to it.
    var data: [[UInt8]: String] = [:]
    for child in element.first("originalData")?.elements ?? [] {
      guard child.name == "data", let id = child["id"] else { continue }
      data[Array(id.utf8)] = text(of: child, unit)
    }
    var segments: [XLIFFElement] = []
    for child in element.elements {
      switch child.name {
      case _ where !child.isXLIFF: noteLoss(.unknownField, unit, child)
      case "notes": unit.notes += child.elements.filter { $0.name == "note" }.map(\.text)
      case "segment", "ignorable": segments.append(child)
      case "originalData": break
      default: noteLoss(.unknownField, unit, child)
      }
    }
    if !segments.contains(where: { $0.first("source") != nil }) { reportMissingSource(unit) }
    unit.source = joined(segments.compactMap { $0.first("source") }, unit, data)
    readTargets(segments, data, into: &unit)
    guard let restriction = element.restriction else { return }
    if let maximum = Int(restriction), maximum > 0 {
      unit.maximumLength = maximum
    } else {
      noteLoss(.maximumLength, unit, element)
    }
  }

  /// Joins the targets of the segments. The text counts as untranslated if any segment with text
  /// has no target.
  ///
  /// - Parameter segments: The `segment` and `ignorable` elements, in document order.
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
        // Untranslated text, such as a space between sentences, is the same in the target.
        targets.append((index + 1, source))
      } else if segment.first("source")?.children.isEmpty == false {
        untranslated = untranslated ?? segment
      }
      guard segment.name == "segment", let target = segment.first("target") else { continue }
      unit.targetLanguage = unit.targetLanguage ?? target["xml:lang"]
      let state = XLIFFState(state: segment["state"], detail: segment["subState"])
      hasStatus = hasStatus || state.isPresent
      statuses.append(status(state, of: unit, segment))
    }
    if statuses.isEmpty { return }
    if let untranslated {
      if targets.contains(where: { $0.element.name == "target" }) {
        report(
          .warning, "incomplete-target",
          "a segment of '\(unit.key)' has no target; the text is treated as untranslated",
          at: untranslated.position, hint: "translate all segments of the unit", subject: unit.key)
      }
      return
    }
    // A target without the `order` attribute has the position of its segment. Targets with equal
    // values keep document order.
    let ordered = targets.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }
    unit.target = joined(ordered.map(\.element.element), unit, data)
    if hasStatus { unit.status = Status.leastComplete(of: statuses) }
    if let first = segments.first, statuses.contains(where: { $0 != statuses[0] }) {
      noteLoss(.state, unit, first)
    }
  }

  /// Returns the joined texts of multiple sources or targets, with the first one's position.
  private mutating func joined(
    _ elements: [XLIFFElement], _ unit: XLIFFUnit, _ data: [[UInt8]: String]
  ) -> XLIFFUnit.Side? {
    guard let first = elements.first else { return nil }
    var joined = ""
    for element in elements { joined += text(of: element, unit, data: data) }
    return joined.isEmpty ? nil : XLIFFUnit.Side(text: joined, position: first.contentPosition)
  }

  // MARK: Findings

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  /// Records a lost feature. The name of an unknown element is kept for the message.
  private mutating func noteLoss(_ feature: Feature, _ unit: XLIFFUnit, _ element: XLIFFElement) {
    losses.note(
      feature, key: unit.key, at: location(element.position),
      named: feature == .unknownField ? element.name : nil)
  }

  /// Returns the diagnostic for references whose expansion exceeds the limit.
  private func expansionLimitExceeded(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .error, "expansion-limit", "the file's references expand to more than \(limit) bytes",
      at: location(position),
      hint: "remove repeated references; the limit protects against malicious files",
      kind: .unreadable)
  }

  /// Reports a unit without a source.
  private mutating func reportMissingSource(_ unit: XLIFFUnit) {
    report(
      .warning, "schema", "the unit '\(unit.key)' has no source", at: unit.position,
      hint: "add a source, which may be empty", subject: unit.key)
  }

  /// Adds a finding. The message is evaluated only if the finding is kept.
  private mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String, subject: String
  ) {
    findings.add(
      severity, code, message(), at: location(position), hint: hint, subject: subject)
  }
}
