import TremaCatalog
import TremaSupport
import TremaXML

extension TremaBuilder {
  /// Handles a start tag.
  ///
  /// - Throws: A diagnostic if a required attribute is missing, or a limit is exceeded.
  mutating func startElement(_ tag: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    hasReportedStrayText = false
    switch state {
    case .beforeRoot: try startRoot(tag)
    case .root where tag.name == "text": try startText(tag)
    case .text where tag.name == "value": try startValue(tag, reader)
    case .text where tag.name == "context" && !textBuilder.hasContext:
      startContext(tag, reader)
    case .root, .text: startUnknown(tag, reader)
    case .value:
      textBuilder.recordMarkup()
      depth += 1
    case .context:
      reportUnexpected("a context cannot contain elements", at: tag.position)
      depth += 1
    case .unknown: depth += 1
    case .afterRoot: break
    }
  }

  /// Starts the root element, which becomes the header.
  ///
  /// - Throws: A diagnostic if the element is not `trema`, or has no `masterLang` attribute.
  private mutating func startRoot(_ tag: XMLStartTag) throws(Diagnostic) {
    guard tag.name == "trema" else {
      throw unreadableCatalog(
        "wrong-root", "the root element must be 'trema', not '\(tag.name)'", at: tag.position,
        hint: "use a trema file, or import other formats with 'trema import'")
    }
    guard let master = tag.attribute("masterLang") else {
      throw unreadableCatalog(
        "missing-master-language", "the root element has no 'masterLang' attribute",
        at: tag.position,
        hint: "specify the master language: masterLang=\"en\"")
    }
    try checkLength(master)
    var header = CatalogHeader(file: file, masterLanguage: master.value)
    header.position = tag.position
    header.masterPosition = master.valuePosition
    // Attributes other than the master language are kept for the canonical form.
    header.attributes = tag.attributes.filter { !($0.name == "masterLang") }.map(Attribute.init)
    header.prolog = takeTrivia()
    for attribute in header.attributes where !isSchemaInstanceAttribute(attribute.name) {
      let isUnprefixed = attribute.name == "noNamespaceSchemaLocation"
      reportUnexpected(
        "the attribute '\(attribute.name)' is not in the trema schema", at: attribute.position,
        hint: isUnprefixed ? "use xsi:noNamespaceSchemaLocation" : nil)
    }
    self.header = header
    state = .root
  }

  /// Returns whether an attribute is a namespace declaration or belongs to the XML Schema instance
  /// namespace.
  private func isSchemaInstanceAttribute(_ name: String) -> Bool {
    name == "xmlns" || name.utf8.starts(with: "xmlns:".utf8) || name.utf8.starts(with: "xsi:".utf8)
  }

  /// Starts a text.
  ///
  /// - Throws: A diagnostic if it has no key.
  private mutating func startText(_ tag: XMLStartTag) throws(Diagnostic) {
    guard let key = tag.attribute("key") else {
      throw unreadableCatalog(
        "missing-key", "this text has no 'key' attribute", at: tag.position,
        hint: "add a unique key: <text key=\"login_title\">")
    }
    // Findings about attributes must not contain a key, so attributes are read before the draft has
    // one.
    let parts = makeAuxiliaryParts(
      tag.attributes.count > 1 ? unknownAttributes(tag, except: ["key"]) : [])
    key.withValue {
      textBuilder.begin(key: $0, parts, at: tag.position, keyPosition: key.valuePosition)
    }
    state = .text
  }

  /// Starts a context, which should precede the values.
  private mutating func startContext(_ tag: XMLStartTag, _ reader: XMLReader) {
    let parts =
      tag.attributes.isEmpty
      ? makeAuxiliaryParts([]) : makeAuxiliaryParts(unknownAttributes(tag, except: []))
    textBuilder.beginContext(parts, at: tag.position, textPosition: tag.contentPosition)
    if textBuilder.valueCount > 0 {
      reportUnexpected("the context comes after a value", at: tag.position)
    }
    startContent(tag, reader)
    state = .context
  }

  /// Starts a value.
  ///
  /// - Throws: A diagnostic if it has no language.
  private mutating func startValue(_ tag: XMLStartTag, _ reader: XMLReader) throws(Diagnostic) {
    guard let language = tag.attribute("lang") else {
      throw unreadableCatalog(
        "missing-language", "this value has no 'lang' attribute", at: tag.position,
        hint: "specify the language: <value lang=\"en\" status=\"translated\">")
    }
    let number = try number(of: language)
    // The status is compared as bytes, so no string is created for the usual statuses.
    let status = tag.attribute("status")
    let hasOthers = tag.attributes.count > (status == nil ? 1 : 2)
    let parts = makeAuxiliaryParts(
      hasOthers ? unknownAttributes(tag, except: ["lang", "status"]) : [])
    textBuilder.beginValue(
      language: number, status: status?.withValue { StatusCode($0) } ?? .missing, parts,
      unknownStatus: status?.value,
      at: TextBuilder.ValuePositions(
        tag: tag.position, language: language.valuePosition,
        status: status?.valuePosition ?? tag.position, text: tag.contentPosition))
    startContent(tag, reader)
    state = .value
  }

  /// Returns the attributes and comments that elements rarely have, or `nil` if there are none.
  private mutating func makeAuxiliaryParts(_ attributes: [Attribute]) -> AuxiliaryParts? {
    if attributes.isEmpty, trivia.isEmpty { return nil }
    return AuxiliaryParts(attributes: attributes, leadingTrivia: takeTrivia())
  }

  /// Checks the length of a language.
  ///
  /// - Throws: `size-limit` if it is too long.
  private func checkLength(_ language: XMLStartTag.Attribute) throws(Diagnostic) {
    guard language.withValue(\.count) > TremaDecoder.maxLanguageLength else { return }
    throw unreadableCatalog(
      "size-limit", "this language is longer than \(TremaDecoder.maxLanguageLength) bytes",
      at: language.valuePosition, hint: "use a tag such as 'de-CH'")
  }

  /// Returns the number of a language in the batch.
  ///
  /// - Throws: `size-limit` if the batch has too many languages.
  private mutating func number(of language: XMLStartTag.Attribute) throws(Diagnostic) -> Int {
    try checkLength(language)
    // In most texts, the values are in the same order, so the index of the value is tried first.
    let (batch, guess) = (batch, textBuilder.valueCount)
    let number = language.withValue { batch.index(ofLanguage: $0, hint: guess) }
    guard number >= TremaDecoder.maxLanguages else { return number }
    throw unreadableCatalog(
      "size-limit", "the catalogue has values in more than \(TremaDecoder.maxLanguages) languages",
      at: language.valuePosition,
      hint: "split the catalogue; the limit protects against malicious files")
  }

  /// Starts the content of a value or context. The reader keeps its source until the end tag.
  private mutating func startContent(_ tag: XMLStartTag, _ reader: XMLReader) {
    contentStart = tag.range.upperBound
    depth = 0
    if !tag.isEmpty { reader.hold(from: contentStart, at: tag.contentPosition) }
  }

  /// Starts and reports an unknown element. The reader keeps its source until the end tag.
  private mutating func startUnknown(_ tag: XMLStartTag, _ reader: XMLReader) {
    reportUnexpected("the element '\(tag.name)' is not in the trema schema", at: tag.position)
    isUnknownInText = if case .text = state { true } else { false }
    if keepsElements {
      unknown.name = tag.name.description
      unknown.start = tag.range.lowerBound
      unknown.position = tag.position
    }
    state = .unknown
    depth = 0
    reader.hold(from: tag.range.lowerBound, at: tag.position)
  }

  /// Returns and reports the unknown attributes of an element.
  ///
  /// - Parameter known: The names of the defined attributes.
  private mutating func unknownAttributes(_ tag: XMLStartTag, except known: [StaticString])
    -> [Attribute]
  {
    let others = tag.attributes
      .filter { attribute in !known.contains { attribute.name == $0 } }.map(Attribute.init)
    for attribute in others {
      reportUnexpected(
        "the attribute '\(attribute.name)' is not in the trema schema", at: attribute.position)
    }
    return others
  }
}

extension Attribute {
  fileprivate init(_ attribute: XMLStartTag.Attribute) {
    self.init(attribute.name.description, attribute.value, at: attribute.position)
  }
}
