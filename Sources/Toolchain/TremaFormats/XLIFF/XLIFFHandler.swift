import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// An XML handler that collects a document's units and converts them to texts at the end of each
/// `file` element.
final class XLIFFHandler: XMLHandler {
  /// An open element outside units. `isTranslatable` is inherited from enclosing elements.
  private struct Frame {
    var isFile = false
    var isTranslatable = true
  }

  private let options: ReadingOptions
  /// The size of the document, in bytes, used to derive limits.
  private let size: Int
  private var namespaces = XMLNamespaces()
  /// The root element, once it has begun.
  private var root: XLIFFRoot?
  /// The open elements outside units, outermost first, without skipped elements.
  private var frames: [Frame] = []
  /// The number of open elements in the skipped element, including itself.
  private var skippedDepth = 0
  /// The open unit and the open elements inside it, outermost first.
  private var open: [XLIFFElement] = []
  /// The character data since the last tag, in UTF-8.
  private var characters: [UInt8] = []
  /// Whether text outside units has been reported since the last tag, because text may be passed in
  /// multiple pieces.
  private var hasStrayText = false
  /// The open `file` element.
  private var file: XLIFFFile?
  /// The reader of units, which also collects all findings.
  private var units: XLIFFUnitReader
  private var collection: XLIFFCollection

  /// Creates a handler.
  ///
  /// - Parameter size: The size of the document, in bytes.
  init(_ options: ReadingOptions, size: Int) {
    self.options = options
    self.size = size
    units = XLIFFUnitReader(options, generation: 1, size: size)
    collection = XLIFFCollection(options.file)
  }

  /// The texts and findings of the document. The findings are sorted by position.
  var reading: FormatReading {
    var reading = collection.reading
    reading.findings = units.findings
    reading.findings.sort()
    reading.losses.merge(units.losses)
    return reading
  }

  // MARK: Start tags

  /// Handles a start tag: the root, a `file` element, a group, a unit or an element to skip.
  func startElement(_ start: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    let tag = XMLTag(start)
    namespaces.open(tag)
    hasStrayText = false
    // Inside a unit, every element is collected, and its meaning is determined at the end.
    if !open.isEmpty {
      takeCharacters()
      open.append(XLIFFElement(tag, namespaces))
      return
    }
    if skippedDepth > 0 {
      skippedDepth += 1
      return
    }
    let (uri, name) = namespaces.resolve(element: tag.name)
    guard let root else {
      let root = try XLIFFRoot(tag, name: name, uri: uri, options)
      self.root = root
      units = XLIFFUnitReader(options, generation: root.majorVersion, size: size)
      frames.append(Frame())
      return
    }
    guard XLIFFNamespace.isXLIFF(uri) else { return skip(tag, losing: nil) }
    let isTranslatable =
      tag.attribute("translate").map { $0.value != "no" } ?? frames.last?.isTranslatable ?? true
    switch name {
    case "file" where file == nil:
      file = try root.file(tag, options)
      try collection.begin(root.source(of: tag), at: tag.position)
      frames.append(Frame(isFile: true, isTranslatable: isTranslatable))
    case "body" where file != nil, "group" where file != nil:
      frames.append(Frame(isTranslatable: isTranslatable))
    case "trans-unit" where file != nil && root.majorVersion == 1,
      "unit" where file != nil && root.majorVersion == 2:
      open = [XLIFFElement(tag, namespaces)]
    case "note", "notes": skip(tag, losing: .context)
    // Headers and skeletons describe how the document was created, which catalogs don't store.
    case "header", "skeleton": skip(tag, losing: nil)
    default: skip(tag, losing: .unknownField)
    }
  }

  /// Skips an element, including its content.
  ///
  /// - Parameter feature: The feature that is lost, or `nil` for none.
  private func skip(_ tag: XMLTag, losing feature: Feature?) {
    skippedDepth = 1
    if let feature { units.losses.note(feature, key: "", at: location(tag.position)) }
  }

  // MARK: Content

  /// Collects the text of a unit. Elsewhere, only whitespace is expected.
  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    if !open.isEmpty {
      utf8.withUnsafeBufferPointer { characters += $0 }
      return
    }
    let isBlank = utf8.withUnsafeBufferPointer { $0.allSatisfy { $0 <= 0x20 } }
    guard !isBlank, skippedDepth == 0, !hasStrayText else { return }
    hasStrayText = true
    units.findings.add(
      .error, "stray-text", "unexpected text outside a unit",
      at: location(reader.textPosition()), hint: "move it into a 'source' or 'target' element")
  }

  /// Adds the character data since the last tag to the innermost element.
  private func takeCharacters() {
    guard !characters.isEmpty else { return }
    open[open.count - 1].children.append(.text(String(decoding: characters, as: UTF8.self)))
    characters.removeAll(keepingCapacity: true)
  }

  // MARK: End tags

  /// Handles an end tag. The units of a `file` element are converted to texts at its end.
  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    defer { namespaces.close() }
    hasStrayText = false
    if !open.isEmpty {
      takeCharacters()
      let element = open.removeLast()
      if open.isEmpty {
        try endUnit(element)
      } else {
        open[open.count - 1].children.append(.element(element))
      }
    } else if skippedDepth > 0 {
      skippedDepth -= 1
    } else if frames.popLast()?.isFile == true, let file {
      let texts = XLIFFTexts(file, options, noting: &units.findings)
      collection.append(texts, noting: &units.findings)
      self.file = nil
    }
  }

  /// Converts a unit at its end, and adds it to the `file` element.
  ///
  /// - Throws: The failure of the unit reader, such as an exceeded limit.
  private func endUnit(_ element: XLIFFElement) throws(Diagnostic) {
    let isTranslatable = frames.last?.isTranslatable ?? true
    let unit = units.unit(element, isTranslatable: isTranslatable)
    if let failure = units.failure { throw failure }
    guard let unit, let first = file?.append(unit) else { return }
    units.findings.add(
      .error, "duplicate-key", "unit '\(unit.key)' is defined twice in this file",
      at: location(unit.position), hint: "rename or remove one of them; only the first one is used",
      subject: unit.key, related: [Diagnostic.Related("first defined here", at: location(first))])
  }

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: options.file, start: position)
  }
}

/// The `xliff` element, with the version and, in 2.x, the languages.
struct XLIFFRoot {
  /// The major version, 1 or 2.
  let majorVersion: Int
  private let tag: XMLTag
  private let options: ReadingOptions

  /// Checks a root element.
  ///
  /// - Parameters:
  ///   - tag: The start tag of the element.
  ///   - name: The local name of the element.
  ///   - uri: The namespace of the element.
  /// - Throws: An `.unreadable` diagnostic if the element is not `xliff` or has no known version.
  init(_ tag: XMLTag, name: String, uri: String, _ options: ReadingOptions) throws(Diagnostic) {
    self.tag = tag
    self.options = options
    guard name == "xliff" else {
      throw Self.unreadableDocument(
        "wrong-root", "the root element must be 'xliff', not '\(tag.name)'", at: tag.position,
        options,
        hint: "use an XLIFF file")
    }
    // Version 1.0 documents have no namespace.
    guard XLIFFNamespace.isXLIFF(uri) else {
      throw Self.unreadableDocument(
        "wrong-root", "'\(uri)' is not an XLIFF namespace", at: tag.position, options,
        hint: "declare xmlns=\"\(XLIFFNamespace.version1)\"")
    }
    guard let version = tag.attribute("version") else {
      throw Self.unreadableDocument(
        "missing-version", "the root element has no 'version' attribute", at: tag.position, options,
        hint: "specify the version: version=\"1.2\"")
    }
    guard let generation = XLIFFNamespace.majorVersions[version.value] else {
      throw Self.unreadableDocument(
        "unknown-version", "unknown XLIFF version '\(version.value)'",
        at: version.valuePosition, options,
        hint: "use one of '1.0', '1.1', '1.2', '2.0', '2.1', '2.2'")
    }
    self.majorVersion = generation
  }

  /// Returns a `file` element. Its languages are attributes of the element itself in 1.x, and of
  /// the root in 2.x.
  ///
  /// - Parameter tag: The start tag of the element.
  /// - Throws: A diagnostic if a language is missing or invalid.
  func file(_ tag: XMLTag, _ options: ReadingOptions) throws(Diagnostic) -> XLIFFFile {
    let target =
      majorVersion == 1 ? tag.attribute("target-language") : self.tag.attribute("trgLang")
    return XLIFFFile(
      source: try source(of: tag), target: try target.map(language), position: tag.position)
  }

  /// Returns the language that a `file` element translates from, or the language from the options
  /// if it declares none.
  ///
  /// - Throws: `missing-language` if neither exists.
  func source(of tag: XMLTag) throws(Diagnostic) -> LanguageTag {
    let name = majorVersion == 1 ? "source-language" : "srcLang"
    let element = majorVersion == 1 ? tag : self.tag
    if let attribute = element.attribute(name) { return try language(attribute) }
    if let language = options.masterLanguage.flatMap(LanguageTag.init) { return language }
    throw Self.unreadableDocument(
      "missing-language", "this element has no '\(name)' attribute", at: element.position, options,
      hint: "specify the source language: \(name)=\"en\"")
  }

  /// Parses the language tag in an attribute.
  ///
  /// - Throws: `invalid-language` if the value is not a language tag.
  private func language(_ attribute: XMLAttribute) throws(Diagnostic) -> LanguageTag {
    if let tag = LanguageTag(attribute.value) { return tag }
    throw Diagnostic(
      .error, "invalid-language", "'\(attribute.value)' is not a language tag",
      at: SourceLocation(file: options.file, start: attribute.valuePosition),
      hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'", subject: attribute.value)
  }

  private static func unreadableDocument(
    _ code: String, _ message: String, at position: SourcePosition, _ options: ReadingOptions,
    hint: String
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: SourceLocation(file: options.file, start: position), hint: hint,
      kind: .unreadable)
  }
}
