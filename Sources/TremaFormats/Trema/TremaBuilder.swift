import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaXML

/// Builds texts from the events of a trema file, which ``TremaHandler`` passes on.
///
/// A structure, so that each event has all of it at once: of an object each part would be asked for by
/// itself, whenever it is, whether somebody else is about to change it.
struct TremaBuilder {
  private enum State {
    case beforeRoot, root, text, context, value, afterRoot
    /// In an element that trema does not know; its source is kept whole.
    case unknown
  }

  /// The start tag of a value; the value itself is made when its text is there.
  private struct OpenValue {
    var language = ""
    var status = Status.translated
    var attributes: [Attribute] = []
    var before: [Trivia] = []
    var hasMarkup = false
    @Position var position: SourcePosition
    @Position var languagePosition: SourcePosition
    @Position var statusPosition: SourcePosition
    @Position var textPosition: SourcePosition
  }

  /// An element that trema does not know, and where its tag begins.
  private struct OpenElement {
    var name = ""
    var start = 0
    @Position var position: SourcePosition
  }

  private let file: String
  private let backslash: BackslashRule
  private var state = State.beforeRoot
  private let keepsElements: Bool
  // What is open is written over by the next of its kind: to empty a place, or to take out of it what
  // is there, is to move it once more.
  /// The unknown element at hand, where it is kept.
  private var unknown = OpenElement()
  /// Whether it stands in a text.
  private var isUnknownInText = false
  /// Elements open inside the value, context or unknown element at hand.
  private var depth = 0
  /// Without a key outside of texts.
  private var text = TremaItems.noText
  private var value = OpenValue()
  private var context = Context("")
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
  private(set) var typePlace: SourceLocation?

  init(file: String, options: TremaDecoder.Options) {
    self.file = file
    backslash = options.backslash
    keepsElements = options.keepsElements
    limit = FindingLimit(options.mostFindings)
    ready = TremaItems(file: file, options: options)
  }

  /// Reads texts as plain ones where the filter lets them pass.
  mutating func readPlainTexts(_ filter: PlainTextFilter) {
    ready.plainReader = PlainTextReader(filter, backslash: backslash)
  }

  mutating func letPass(_ languages: [String], master: Int?) {
    let numbers = languages.compactMap { language in
      var language = language
      return language.withUTF8 { ready.plain.language($0) }
    }
    if numbers.count == languages.count {
      ready.plainReader?.letPass(numbers, master: master)
    }
  }

  var sources: TextSources? { ready.sources }

  mutating func takeItem() -> TremaItem? { ready.take() }

  mutating func takeText() -> Text? { ready.takeText() }

  var plainTexts: PlainTexts { ready.plain }

  mutating func takeDiagnostics() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  mutating func takeRests() -> [Diagnostic] { limit.takeRests() }

  private func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  private mutating func odd(
    _ message: @autoclosure () -> String, at position: SourcePosition, hint: String? = nil
  ) {
    guard limit.admits(.warning, "schema", in: file, at: position) else { return }
    let message = message()
    diagnostics.append(
      Diagnostic(
        .warning, "schema", message, at: location(position), hint: hint,
        subject: text.key + " " + message))
  }

  // MARK: Whole texts

  mutating func readElements(_ scanner: inout XMLScanner, limit: Int) -> Bool? {
    guard case .root = state, trivia.isEmpty else { return false }
    let isRead = ready.read(&scanner, limit: limit, languages: languages)
    if isRead == true { strayText = false }
    return isRead
  }

  // MARK: Start tags

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

  /// Counts the language of a value. Those of plain texts have been counted: another text in the same
  /// ones came before.
  private mutating func note(_ language: XMLAttribute) throws(Diagnostic) {
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

  // MARK: Content

  mutating func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {
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
          subject: text.key))
    default: break
    }
  }

  /// Whether the first line is one of those that git puts between the sides of a conflict.
  private func isMarkOfGit(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let line = text.drop { $0 <= 0x20 }
    return ["=======", ">>>>>>>", "|||||||"].contains { line.starts(with: $0.utf8) }
  }

  /// Whether a comment may be one that `merge` leaves, which is to be reported.
  private func mayBeConflict(_ comment: ArraySlice<UInt8>) -> Bool {
    let words = comment.dropFirst("<!--".utf8.count).drop { $0 <= 0x20 }
    return zip(words, MergeConflict.mark.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  mutating func aside(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) {
    strayText = false
    switch state {
    case .value, .context, .unknown: break
    case .root where !keepsElements && !mayBeConflict(reader.source(range)),
      .text where !keepsElements && !mayBeConflict(reader.source(range)):
      break
    case .beforeRoot, .root, .text:
      trivia.append(Trivia(lineFeeds(reader.source(range)), at: position))
    case .afterRoot:
      footer.epilog.append(Trivia(lineFeeds(reader.source(range)), at: position))
    }
  }

  mutating func documentType(at position: SourcePosition) {
    typePlace = location(position)
  }

  // MARK: End tags

  mutating func endElement(_ range: Range<Int>, in reader: XMLReader) {
    switch state {
    case .value where depth == 0: endValue(range, reader)
    case .context where depth == 0: endContext(range, reader)
    case .unknown where depth == 0:
      if keepsElements {
        let source = reader.source(unknown.start..<range.upperBound)
        trivia.append(Trivia(lineFeeds(source), element: unknown.name, at: unknown.position))
      }
      reader.release()
      state = isUnknownInText ? .text : .root
    case .value, .context, .unknown: depth -= 1
    case .text: endText()
    case .root:
      footer.beforeEnd = takeTrivia()
      state = .afterRoot
    case .beforeRoot, .afterRoot: break
    }
  }

  private mutating func endValue(_ range: Range<Int>, _ reader: XMLReader) {
    state = .text
    reader.release()
    let spelling = spelling(reader.source(contentStart..<max(contentStart, range.lowerBound)))
    var whole = Value(
      language: value.language, status: value.status,
      source: String(decoding: buffer, as: UTF8.self), spelling: spelling, backslash: backslash)
    whole.position = value.position
    whole.languagePosition = value.languagePosition
    whole.statusPosition = value.statusPosition
    whole.textPosition = value.textPosition
    if value.hasMarkup { whole.hasMarkup = true }
    if !value.attributes.isEmpty { whole.attributes = value.attributes }
    if !value.before.isEmpty { whole.before = value.before }
    text.values.append(whole)
  }

  private mutating func endContext(_ range: Range<Int>, _ reader: XMLReader) {
    state = .text
    reader.release()
    let spelling = spelling(reader.source(contentStart..<max(contentStart, range.lowerBound)))
    if spelling != nil { context.spelling = spelling }
    if !buffer.isEmpty { context.text = String(decoding: buffer, as: UTF8.self) }
    text.context = context
  }

  private func spelling(_ source: ArraySlice<UInt8>) -> String? {
    source.withUnsafeBufferPointer { TremaSource.spelling($0, of: buffer) }
  }

  private func lineFeeds(_ source: ArraySlice<UInt8>) -> String {
    source.withUnsafeBufferPointer { TremaSource.lineFeeds($0) }
  }

  private mutating func endText() {
    state = .root
    if !trivia.isEmpty { text.beforeEnd = takeTrivia() }
    if text.context == nil { odd("this text has no context", at: text.position) }
    if text.values.isEmpty { odd("this text has no value", at: text.position) }
    usualCount = text.values.count
    ready.append(taking: &text)
  }

  private mutating func takeTrivia() -> [Trivia] {
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
