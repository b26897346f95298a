import TremaCatalog
import TremaSupport
import TremaXML

/// What a start tag opens.
extension TremaBuilder {
  mutating func startElement(_ tag: XMLTag, in reader: XMLReader) throws(Diagnostic) {
    strayText = false
    switch state {
    case .beforeRoot: try startRoot(tag)
    case .root where tag.name == "text": try startText(tag)
    case .text where tag.name == "value": try startValue(tag, reader)
    case .text where tag.name == "context" && text.context == nil:
      startContext(tag, reader)
    case .root, .text: startUnknown(tag, reader)
    case .value:
      value.hasMarkup = true
      depth += 1
    case .context:
      odd("an element in a context", at: tag.position)
      depth += 1
    case .unknown: depth += 1
    case .afterRoot: break
    }
  }

  private mutating func startRoot(_ tag: XMLTag) throws(Diagnostic) {
    guard tag.name == "trema" else {
      throw unreadable(
        "wrong-root", "the root element is '\(tag.name)', not 'trema'", at: tag.position,
        hint: "is this a trema file?")
    }
    guard let master = tag.attribute("masterLang") else {
      throw unreadable(
        "missing-master-language", "the root has no attribute 'masterLang'", at: tag.position,
        hint: "name the language that the others are translated from: masterLang=\"en\"")
    }
    try checkLength(master)
    var header = CatalogHeader(file: file, masterLanguage: master.value)
    header.position = tag.position
    header.masterPosition = master.valuePosition
    header.attributes = tag.attributes.filter { $0.name != "masterLang" }.map(Attribute.init)
    header.prolog = takeTrivia()
    for attribute in header.attributes where !isOfSchemaInstance(attribute.name) {
      let isUnprefixed = attribute.name == "noNamespaceSchemaLocation"
      odd(
        "the attribute '\(attribute.name)' is not in the trema schema", at: attribute.position,
        hint: isUnprefixed ? "write xsi:noNamespaceSchemaLocation" : nil)
    }
    self.header = header
    state = .root
  }

  private func isOfSchemaInstance(_ name: String) -> Bool {
    name == "xmlns" || name.utf8.starts(with: "xmlns:".utf8) || name.utf8.starts(with: "xsi:".utf8)
  }

  private mutating func startText(_ tag: XMLTag) throws(Diagnostic) {
    guard let keyIndex = tag.attributes.firstIndex(where: { $0.name == "key" }) else {
      throw unreadable(
        "missing-key", "this text has no attribute 'key'", at: tag.position,
        hint: "give every text a key of its own: <text key=\"login_title\">")
    }
    if tag.attributes.count > 1 {
      // What is said of these names no key: they are read before the text is there.
      let others = others(tag, but: "key")
      if !others.isEmpty { text.attributes = others }
    }
    text.key = tag.attributes[keyIndex].value
    text.file = file
    // Most texts are in as many languages as the one before.
    if usualCount > 0 { text.values.reserveCapacity(usualCount) }
    text.position = tag.position
    text.keyPosition = tag.attributes[keyIndex].valuePosition
    if !trivia.isEmpty { text.before = takeTrivia() }
    state = .text
  }

  private mutating func startContext(_ tag: XMLTag, _ reader: XMLReader) {
    context = Context("")
    context.position = tag.position
    if !tag.attributes.isEmpty { context.attributes = others(tag) }
    context.textPosition = tag.contentPosition
    if !trivia.isEmpty { context.before = takeTrivia() }
    if !text.values.isEmpty { odd("the context comes after a value", at: tag.position) }
    startContent(tag, reader)
    state = .context
  }

  private mutating func startValue(_ tag: XMLTag, _ reader: XMLReader) throws(Diagnostic) {
    guard let languageIndex = tag.attributes.firstIndex(where: { $0.name == "lang" }) else {
      throw unreadable(
        "missing-language", "this value has no attribute 'lang'", at: tag.position,
        hint: "say which language it is: <value lang=\"en\" status=\"translated\">")
    }
    try note(tag.attributes[languageIndex])
    let statusIndex = tag.attributes.firstIndex { $0.name == "status" }
    let count = tag.attributes.count
    value.language = tag.attributes[languageIndex].value
    value.status = Status(statusIndex.map { tag.attributes[$0].value })
    value.attributes =
      count > 2 || count == 2 && statusIndex == nil ? others(tag, but: "lang", "status") : []
    value.before = takeTrivia()
    value.hasMarkup = false
    value.position = tag.position
    value.languagePosition = tag.attributes[languageIndex].valuePosition
    value.statusPosition = statusIndex.map { tag.attributes[$0].valuePosition } ?? tag.position
    value.textPosition = tag.contentPosition
    startContent(tag, reader)
    state = .value
  }

  private func checkLength(_ language: XMLAttribute) throws(Diagnostic) {
    guard language.value.utf8.count > TremaDecoder.longestLanguage else { return }
    throw unreadable(
      "size-limit", "this language has more than \(TremaDecoder.longestLanguage) bytes",
      at: language.valuePosition, hint: "write a tag such as 'de-CH'")
  }

  /// Counts the language of a value. Those of plain texts have been counted: another text in the same
  /// ones came before.
  private mutating func note(_ language: XMLAttribute) throws(Diagnostic) {
    try checkLength(language)
    guard languages.insert(language.value).inserted, languages.count > TremaDecoder.mostLanguages
    else { return }
    throw unreadable(
      "size-limit", "the catalogue has values in more than \(TremaDecoder.mostLanguages) languages",
      at: language.valuePosition,
      hint: "no app speaks that many; the limit keeps hostile files cheap")
  }

  private mutating func startContent(_ tag: XMLTag, _ reader: XMLReader) {
    contentStart = tag.range.upperBound
    buffer.removeAll(keepingCapacity: true)
    depth = 0
    if !tag.isEmpty { reader.hold(from: contentStart, at: tag.contentPosition) }
  }

  private mutating func startUnknown(_ tag: XMLTag, _ reader: XMLReader) {
    odd("the element '\(tag.name)' is not in the trema schema", at: tag.position)
    isUnknownInText = if case .text = state { true } else { false }
    if keepsElements {
      unknown.name = tag.name
      unknown.start = tag.range.lowerBound
      unknown.position = tag.position
    }
    state = .unknown
    depth = 0
    reader.hold(from: tag.range.lowerBound, at: tag.position)
  }

  private mutating func others(_ tag: XMLTag, but known: String...) -> [Attribute] {
    let others = tag.attributes.filter { !known.contains($0.name) }
    for attribute in others {
      odd("the attribute '\(attribute.name)' is not in the trema schema", at: attribute.position)
    }
    return others.map(Attribute.init)
  }
}

extension Attribute {
  fileprivate init(_ attribute: XMLAttribute) {
    self.init(attribute.name, attribute.value, at: attribute.position)
  }
}
