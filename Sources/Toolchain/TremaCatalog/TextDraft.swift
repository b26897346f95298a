import TremaSupport

/// A text that a reader puts together part by part, in the order of the file, for a ``TextBatch``.
package struct TextDraft {
  private(set) var record = TextRecord()
  private(set) var bytes: [UInt8] = []
  private(set) var values: [ValueRecord] = []
  private(set) var rare: [RareParts] = []
  /// The start of the current content in ``bytes``.
  private var contentStart = 0

  package init() {}

  package var position: SourcePosition { record.position }
  package var hasContext: Bool { record.context != nil }
  package var valueCount: Int { values.count }

  /// The key of the text; empty outside of texts.
  package var key: String { String(decoding: bytes[record.key], as: UTF8.self) }

  package mutating func begin(
    key: UnsafeBufferPointer<UInt8>, _ parts: RareParts?, at position: SourcePosition,
    keyPosition: SourcePosition
  ) {
    bytes += key
    record.key = 0..<bytes.count
    record.rare = index(of: parts)
    record.position = position
    record.keyPosition = keyPosition
  }

  package mutating func beginContext(
    _ parts: RareParts?, at position: SourcePosition, textPosition: SourcePosition
  ) {
    var context = ContextRecord()
    context.rare = index(of: parts)
    context.position = position
    context.textPosition = textPosition
    record.context = context
    contentStart = bytes.count
  }

  /// The places of the parts of a value's start tag.
  package struct ValuePlaces {
    package var tag: SourcePosition
    package var language: SourcePosition
    /// The position of the status, or of the tag where there is none.
    package var status: SourcePosition
    package var text: SourcePosition

    package init(
      tag: SourcePosition, language: SourcePosition, status: SourcePosition, text: SourcePosition
    ) {
      (self.tag, self.language, self.status, self.text) = (tag, language, status, text)
    }
  }

  /// - Parameters:
  ///   - language: its number in the batch.
  ///   - status: of which ``RareParts`` have the spelling where it is unknown.
  ///   - parts: what few values have.
  ///   - unknownStatus: the spelling of the status, asked for where it is unknown.
  ///   - places: of the start tag.
  package mutating func beginValue(
    language: Int, status: StatusCode, _ parts: RareParts?,
    unknownStatus: @autoclosure () -> String?, at places: ValuePlaces
  ) {
    var value = ValueRecord()
    value.language = language
    value.status = status
    if status == .unknown {
      var parts = parts ?? RareParts()
      parts.status = unknownStatus()
      value.rare = index(of: parts)
    } else {
      value.rare = index(of: parts)
    }
    value.position = places.tag
    value.languagePosition = places.language
    value.statusPosition = places.status
    value.textPosition = places.text
    values.append(value)
    contentStart = bytes.count
  }

  /// Notes that the value at hand has child elements.
  package mutating func noteMarkup() { values[values.count - 1].hasMarkup = true }

  /// Appends character data of the context or value at hand, references and sections resolved.
  package mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) { bytes += utf8 }

  /// - Parameter source: the bytes between the tags.
  package mutating func endContext(source: UnsafeBufferPointer<UInt8>) {
    let content = content(source)
    record.context?.content = content
  }

  /// - Parameter source: the bytes between the tags.
  package mutating func endValue(source: UnsafeBufferPointer<UInt8>) {
    let content = content(source)
    values[values.count - 1].content = content
    values[values.count - 1].signs = bytes.withUnsafeBufferPointer {
      TextFlags(in: UnsafeBufferPointer(rebasing: $0[content.text]))
    }
  }

  private mutating func content(_ source: UnsafeBufferPointer<UInt8>) -> ContentRecord {
    let text = contentStart..<bytes.count
    let isSame = bytes.withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[text]).isEqual(to: source)
    }
    // An empty-element tag has no content that could be spelled.
    if isSame || source.isEmpty { return ContentRecord(text: text, spelling: text) }
    bytes += source
    return ContentRecord(text: text, spelling: text.upperBound..<bytes.count)
  }

  package mutating func end(before trivia: [Trivia]) {
    guard !trivia.isEmpty else { return }
    if record.rare < 0 {
      record.rare = rare.count
      rare.append(RareParts())
    }
    rare[record.rare].beforeEnd = trivia
  }

  private mutating func index(of parts: RareParts?) -> Int {
    guard let parts, !parts.isEmpty else { return -1 }
    rare.append(parts)
    return rare.count - 1
  }

  mutating func removeAll() {
    record = TextRecord()
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    if !rare.isEmpty { rare.removeAll() }
  }
}

// MARK: Editable copies

extension TextDraft {
  private mutating func content(
    _ text: String, spelling: String?, _ end: (inout TextDraft, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    text.withBytes { append($0) }
    (spelling ?? text).withBytes { end(&self, $0) }
  }

  mutating func fill(with text: Text, _ batch: TextBatch) {
    var parts = RareParts(attributes: text.attributes, before: text.before)
    if !text.file.isExactly(batch.file) { parts.file = text.file }
    text.key.withBytes {
      begin(key: $0, parts, at: text.position, keyPosition: text.keyPosition)
    }
    if let context = text.context {
      var parts = RareParts(attributes: context.attributes, before: context.before)
      parts.file = context.file
      beginContext(parts, at: context.position, textPosition: context.textPosition)
      content(context.text, spelling: context.spelling) { $0.endContext(source: $1) }
    }
    for value in text.values { append(value, batch) }
    end(before: text.beforeEnd)
  }

  private mutating func append(_ value: Value, _ batch: TextBatch) {
    var parts = RareParts(attributes: value.attributes, before: value.before)
    parts.file = value.file
    parts.isStatusAssumed = value.isStatusAssumed
    let spelling = value.status.spelling
    beginValue(
      language: value.language.withBytes { batch.number(ofLanguage: $0, guess: valueCount) },
      status: spelling.map { $0.withBytes { StatusCode($0) } } ?? .missing, parts,
      unknownStatus: spelling,
      at: ValuePlaces(
        tag: value.position, language: value.languagePosition, status: value.statusPosition,
        text: value.textPosition))
    if value.hasMarkup { noteMarkup() }
    content(value.source, spelling: value.spelling) { $0.endValue(source: $1) }
  }
}

extension String {
  /// Reads the UTF-8.
  func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8(read)
  }
}
