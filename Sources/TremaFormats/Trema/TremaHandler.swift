import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaXML

/// Builds texts from the events of a trema file.
final class TremaHandler: XMLElementHandler {
  private enum State {
    case beforeRoot, root, text, context, value, afterRoot
    /// In an element that trema does not know; its source is kept whole.
    case unknown
  }

  /// The start tag of a value; the value itself is made when its text is there.
  private struct OpenValue {
    var language: String
    var status: Status
    var attributes: [Attribute]
    var before: [Trivia]
    var hasMarkup = false
    var position: SourcePosition
    var languagePosition: SourcePosition
    var statusPosition: SourcePosition
    var textPosition: SourcePosition
  }

  private let file: String
  private let backslash: BackslashRule
  private var state = State.beforeRoot
  /// The unknown element at hand, where its tag begins, and whether it stands in a text.
  private var unknown: (name: String, start: Int, position: SourcePosition, inText: Bool)?
  /// Elements open inside the value, context or unknown element at hand.
  private var depth = 0
  private var text: Text?
  private var value: OpenValue?
  private var context: Context?
  private var contentStart = 0
  private var buffer: [UInt8] = []
  private var trivia: [Trivia] = []
  private var ready: TremaItems
  /// How many values the last text has.
  private var usualCount = 0
  private var diagnostics: [Diagnostic] = []
  private var limit: FindingLimit
  private var strayText = false
  /// As they are spelled.
  private var languages: Set<String> = []
  private(set) var header: CatalogHeader?
  private(set) var footer = CatalogFooter()
  private(set) var documentType: SourceLocation?

  init(file: String, options: TremaDecoder.Options) {
    self.file = file
    backslash = options.backslash
    limit = FindingLimit(options.mostFindings)
    ready = TremaItems(file: file, options: options)
  }

  /// Reads texts as plain ones where the filter lets them pass.
  func readPlainTexts(_ filter: PlainTextFilter) {
    ready.plainReader = PlainTextReader(filter, backslash: backslash)
  }

  func letPass(_ languages: [String], master: Int?) {
    let numbers = languages.compactMap { language in
      var language = language
      return language.withUTF8 { ready.plain.language($0) }
    }
    if numbers.count == languages.count {
      ready.plainReader?.letPass(numbers, master: master)
    }
  }

  var keptTexts: KnownTexts? { ready.kept }

  func takeItem() -> TremaItem? { ready.take() }

  var plainTexts: PlainTexts { ready.plain }

  func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  func takeRests() -> [Diagnostic] { limit.takeRests() }

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  private func odd(
    _ message: @autoclosure () -> String, at position: SourcePosition, hint: String? = nil
  ) {
    guard limit.admits(.warning, "schema", in: file, at: position) else { return }
    let message = message()
    diagnostics.append(
      Diagnostic(
        .warning, "schema", message, at: location(position), hint: hint,
        subject: (text?.key ?? "") + " " + message))
  }

  // MARK: Whole texts

  func readElements(_ scanner: inout XMLScanner, limit: Int) -> Bool? {
    guard case .root = state, trivia.isEmpty else { return false }
    let isRead = ready.read(&scanner, limit: limit, languages: languages)
    if isRead == true { strayText = false }
    return isRead
  }

  // MARK: Start tags

  func startElement(_ tag: XMLTag, in reader: XMLReader) throws(Diagnostic) {
    strayText = false
    switch state {
    case .beforeRoot: try startRoot(tag)
    case .root where tag.name == "text": try startText(tag)
    case .text where tag.name == "value": try startValue(tag, reader)
    case .text where tag.name == "context" && context == nil && text?.context == nil:
      startContext(tag, reader)
    case .root, .text: startUnknown(tag, reader)
    case .value:
      value?.hasMarkup = true
      depth += 1
    case .context:
      odd("an element in a context", at: tag.position)
      depth += 1
    case .unknown: depth += 1
    case .afterRoot: break
    }
  }

  private func startRoot(_ tag: XMLTag) throws(Diagnostic) {
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

  private func startText(_ tag: XMLTag) throws(Diagnostic) {
    guard let key = tag.attribute("key") else {
      throw unreadable(
        "missing-key", "this text has no attribute 'key'", at: tag.position,
        hint: "give every text a key of its own: <text key=\"login_title\">")
    }
    var text = Text(key: key.value, file: file)
    // Most texts are in as many languages as the one before.
    text.values.reserveCapacity(usualCount)
    text.position = tag.position
    text.keyPosition = key.valuePosition
    if tag.attributes.count > 1 { text.attributes = others(tag, but: "key") }
    text.before = takeTrivia()
    self.text = text
    state = .text
  }

  private func startContext(_ tag: XMLTag, _ reader: XMLReader) {
    var context = Context("")
    context.position = tag.position
    if !tag.attributes.isEmpty { context.attributes = others(tag) }
    context.textPosition = tag.contentPosition
    context.before = takeTrivia()
    if text?.values.isEmpty == false {
      odd("the context comes after a value", at: tag.position)
    }
    self.context = context
    startContent(tag, reader)
    state = .context
  }

  private func startValue(_ tag: XMLTag, _ reader: XMLReader) throws(Diagnostic) {
    guard let languageIndex = tag.attributes.firstIndex(where: { $0.name == "lang" }) else {
      throw unreadable(
        "missing-language", "this value has no attribute 'lang'", at: tag.position,
        hint: "say which language it is: <value lang=\"en\" status=\"translated\">")
    }
    try note(tag.attributes[languageIndex])
    let statusIndex = tag.attributes.firstIndex { $0.name == "status" }
    let count = tag.attributes.count
    value = OpenValue(
      language: tag.attributes[languageIndex].value,
      status: Status(statusIndex.map { tag.attributes[$0].value }),
      attributes: count > 2 || count == 2 && statusIndex == nil
        ? others(tag, but: "lang", "status") : [],
      before: takeTrivia(), position: tag.position,
      languagePosition: tag.attributes[languageIndex].valuePosition,
      statusPosition: statusIndex.map { tag.attributes[$0].valuePosition } ?? tag.position,
      textPosition: tag.contentPosition)
    startContent(tag, reader)
    state = .value
  }

  /// Counts the language of a value. Those of plain texts have been counted: another text in the same
  /// ones came before.
  private func note(_ language: XMLAttribute) throws(Diagnostic) {
    guard languages.insert(language.value).inserted, languages.count > TremaDecoder.mostLanguages
    else { return }
    throw unreadable(
      "size-limit", "the catalogue has values in more than \(TremaDecoder.mostLanguages) languages",
      at: language.valuePosition,
      hint: "no app speaks that many; the limit keeps hostile files cheap")
  }

  private func startContent(_ tag: XMLTag, _ reader: XMLReader) {
    contentStart = tag.range.upperBound
    buffer.removeAll(keepingCapacity: true)
    depth = 0
    if !tag.isEmpty { reader.hold(from: contentStart) }
  }

  private func startUnknown(_ tag: XMLTag, _ reader: XMLReader) {
    odd("the element '\(tag.name)' is not in the trema schema", at: tag.position)
    let inText = if case .text = state { true } else { false }
    unknown = (tag.name, tag.range.lowerBound, tag.position, inText)
    state = .unknown
    depth = 0
    reader.hold(from: tag.range.lowerBound)
  }

  private func others(_ tag: XMLTag, but known: String...) -> [Attribute] {
    let others = tag.attributes.filter { !known.contains($0.name) }
    for attribute in others {
      odd("the attribute '\(attribute.name)' is not in the trema schema", at: attribute.position)
    }
    return others.map(Attribute.init)
  }

  // MARK: Content

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    switch state {
    case .value, .context: utf8.withUnsafeBufferPointer { buffer += $0 }
    case .root, .text:
      let isBlank = utf8.withUnsafeBufferPointer { $0.allSatisfy { $0 <= 0x20 } }
      guard !isBlank, !strayText else { return }
      strayText = true
      let position = reader.textPosition()
      guard limit.admits(.error, "stray-text", in: file, at: position) else { return }
      let isOfGit = utf8.withUnsafeBufferPointer(isMarkOfGit)
      diagnostics.append(
        Diagnostic(
          .error, "stray-text", "there is text here that belongs to no value",
          at: location(position),
          hint: isOfGit
            ? "it is left of a conflict of git: remove the line"
            : "a text stands in a value element",
          subject: text?.key ?? ""))
    default: break
    }
  }

  /// Whether the first line is one of those that git puts between the sides of a conflict.
  private func isMarkOfGit(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let line = text.drop { $0 <= 0x20 }
    return ["=======", ">>>>>>>", "|||||||"].contains { line.starts(with: $0.utf8) }
  }

  func aside(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) throws(Diagnostic) {
    strayText = false
    switch state {
    case .value, .context, .unknown: break
    case .beforeRoot, .root, .text:
      trivia.append(Trivia(lineFeeds(reader.source(range)), at: position))
    case .afterRoot:
      footer.epilog.append(Trivia(lineFeeds(reader.source(range)), at: position))
    }
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    documentType = location(position)
  }

  // MARK: End tags

  func endElement(_ name: String, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    switch state {
    case .value where depth == 0: endValue(range, reader)
    case .context where depth == 0: endContext(range, reader)
    case .unknown where depth == 0:
      guard let unknown else { return }
      let source = reader.source(unknown.start..<range.upperBound)
      trivia.append(Trivia(lineFeeds(source), element: unknown.name, at: unknown.position))
      reader.release()
      state = unknown.inText ? .text : .root
      self.unknown = nil
    case .value, .context, .unknown: depth -= 1
    case .text: endText()
    case .root:
      footer.beforeEnd = takeTrivia()
      state = .afterRoot
    case .beforeRoot, .afterRoot: break
    }
  }

  private func endValue(_ range: Range<Int>, _ reader: XMLReader) {
    state = .text
    reader.release()
    guard let open = value else { return }
    self.value = nil
    let spelling = spelling(reader.source(contentStart..<max(contentStart, range.lowerBound)))
    var value = Value(
      language: open.language, status: open.status,
      source: String(decoding: buffer, as: UTF8.self), spelling: spelling, backslash: backslash)
    value.position = open.position
    value.languagePosition = open.languagePosition
    value.statusPosition = open.statusPosition
    value.textPosition = open.textPosition
    if open.hasMarkup { value.hasMarkup = true }
    if !open.attributes.isEmpty { value.attributes = open.attributes }
    if !open.before.isEmpty { value.before = open.before }
    text?.values.append(value)
  }

  private func endContext(_ range: Range<Int>, _ reader: XMLReader) {
    state = .text
    reader.release()
    guard var context else { return }
    context.spelling = spelling(reader.source(contentStart..<max(contentStart, range.lowerBound)))
    context.text = String(decoding: buffer, as: UTF8.self)
    text?.context = context
    self.context = nil
  }

  private func spelling(_ source: ArraySlice<UInt8>) -> String? {
    source.withUnsafeBufferPointer { TremaSource.spelling($0, of: buffer) }
  }

  private func lineFeeds(_ source: ArraySlice<UInt8>) -> String {
    source.withUnsafeBufferPointer { TremaSource.lineFeeds($0) }
  }

  private func endText() {
    state = .root
    guard var text else { return }
    text.beforeEnd = takeTrivia()
    if text.context == nil { odd("this text has no context", at: text.position) }
    if text.values.isEmpty { odd("this text has no value", at: text.position) }
    usualCount = text.values.count
    self.text = nil
    ready.append(text)
  }

  private func takeTrivia() -> [Trivia] {
    if trivia.isEmpty { return [] }
    defer { trivia.removeAll() }
    return trivia
  }

  private func unreadable(
    _ code: String, _ message: String, at position: SourcePosition, hint: String
  ) -> Diagnostic {
    Diagnostic(
      .error, code, message, at: location(position), hint: hint, kind: .unreadable)
  }
}

extension Attribute {
  fileprivate init(_ attribute: XMLAttribute) {
    self.init(attribute.name, attribute.value, at: attribute.position)
  }
}
