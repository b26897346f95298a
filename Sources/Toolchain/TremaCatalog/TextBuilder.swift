import TremaSupport

/// Assembles a text from its parts, in file order, for a ``TextBatch``.
package struct TextBuilder {
  /// The ranges of the parts in ``bytes``.
  private(set) var record = TextRecord()
  /// The text's parts in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The values so far.
  private(set) var values: [ValueRecord] = []
  /// The attributes, comments and other parts that most texts do not have.
  private(set) var auxiliaryParts: [AuxiliaryParts] = []
  /// The start of the current content in ``bytes``.
  private var contentStart = 0

  package init() {}

  /// The position of the start tag.
  package var position: SourcePosition { record.position }
  /// Whether the context has begun.
  package var hasContext: Bool { record.context != nil }
  /// The number of values that have begun.
  package var valueCount: Int { values.count }

  /// The key of the text, or an empty string if no text has begun.
  package var key: String { String(decoding: bytes[record.key], as: UTF8.self) }

  /// Starts the text.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - parts: The rare parts, or `nil` if there are none.
  ///   - position: The position of the start tag.
  ///   - keyPosition: The position of the key.
  package mutating func begin(
    key: UnsafeBufferPointer<UInt8>, _ parts: AuxiliaryParts?, at position: SourcePosition,
    keyPosition: SourcePosition
  ) {
    bytes += key
    record.key = 0..<bytes.count
    record.auxiliaryPartsIndex = storeAuxiliaryParts(of: parts)
    record.position = position
    record.keyPosition = keyPosition
  }

  /// Starts the context. Its character data is appended by ``append(_:)``.
  ///
  /// - Parameters:
  ///   - parts: The rare parts, or `nil` if there are none.
  ///   - position: The position of the start tag.
  ///   - textPosition: The position of the first byte after the start tag.
  package mutating func beginContext(
    _ parts: AuxiliaryParts?, at position: SourcePosition, textPosition: SourcePosition
  ) {
    var context = ContextRecord()
    context.auxiliaryPartsIndex = storeAuxiliaryParts(of: parts)
    context.position = position
    context.textPosition = textPosition
    record.context = context
    contentStart = bytes.count
  }

  /// The positions of the parts in a value's start tag.
  package struct ValuePositions {
    /// The position of the tag.
    package var tag: SourcePosition
    /// The position of the language.
    package var language: SourcePosition
    /// The position of the status, or of the tag if there is none.
    package var status: SourcePosition
    /// The position of the first byte after the tag.
    package var text: SourcePosition

    package init(
      tag: SourcePosition, language: SourcePosition, status: SourcePosition, text: SourcePosition
    ) {
      (self.tag, self.language, self.status, self.text) = (tag, language, status, text)
    }
  }

  /// Starts a value. Its character data is appended by ``append(_:)``.
  ///
  /// - Parameters:
  ///   - language: The index of the language in the batch.
  ///   - status: The translation status.
  ///   - parts: The rare parts, or `nil` if there are none.
  ///   - unknownStatus: The spelling of the status, evaluated only if the status is unknown.
  ///   - positions: The positions of the start tag's parts.
  package mutating func beginValue(
    language: Int, status: StatusCode, _ parts: AuxiliaryParts?,
    unknownStatus: @autoclosure () -> String?, at positions: ValuePositions
  ) {
    var value = ValueRecord()
    value.languageIndex = language
    value.status = status
    if status == .unknown {
      var parts = parts ?? AuxiliaryParts()
      parts.status = unknownStatus()
      value.auxiliaryPartsIndex = storeAuxiliaryParts(of: parts)
    } else {
      value.auxiliaryPartsIndex = storeAuxiliaryParts(of: parts)
    }
    value.position = positions.tag
    value.languagePosition = positions.language
    value.statusPosition = positions.status
    value.textPosition = positions.text
    values.append(value)
    contentStart = bytes.count
  }

  /// Records that the current value has child elements.
  package mutating func recordMarkup() { values[values.count - 1].hasMarkup = true }

  /// Appends character data to the current context or value, with references and CDATA sections
  /// resolved.
  package mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) { bytes += utf8 }

  /// Ends the context.
  ///
  /// - Parameter source: The bytes between the tags.
  package mutating func endContext(source: UnsafeBufferPointer<UInt8>) {
    let content = finishContent(source)
    record.context?.content = content
  }

  /// Ends the current value and determines its flags.
  ///
  /// - Parameter source: The bytes between the tags.
  package mutating func endValue(source: UnsafeBufferPointer<UInt8>) {
    let content = finishContent(source)
    values[values.count - 1].content = content
    values[values.count - 1].flags = bytes.withUnsafeBufferPointer {
      TextFlags(in: UnsafeBufferPointer(rebasing: $0[content.text]))
    }
  }

  /// Returns the ranges of the current content, and appends its source if it differs from the text.
  private mutating func finishContent(_ source: UnsafeBufferPointer<UInt8>) -> ContentRecord {
    let text = contentStart..<bytes.count
    let isSame = bytes.withUnsafeBufferPointer {
      UnsafeBufferPointer(rebasing: $0[text]).isEqual(to: source)
    }
    // An empty-element tag has no content, so its source is empty as well.
    if isSame || source.isEmpty { return ContentRecord(text: text, spelling: text) }
    bytes += source
    return ContentRecord(text: text, spelling: text.upperBound..<bytes.count)
  }

  /// Ends the text.
  ///
  /// - Parameter trivia: The comments, processing instructions and unknown elements before the end
  ///   tag.
  package mutating func end(trailingTrivia trivia: [Trivia]) {
    guard !trivia.isEmpty else { return }
    if record.auxiliaryPartsIndex < 0 {
      record.auxiliaryPartsIndex = auxiliaryParts.count
      auxiliaryParts.append(AuxiliaryParts())
    }
    auxiliaryParts[record.auxiliaryPartsIndex].trailingTrivia = trivia
  }

  /// Stores rare parts.
  ///
  /// - Returns: The index of the parts, or -1 if there are none.
  private mutating func storeAuxiliaryParts(of parts: AuxiliaryParts?) -> Int {
    guard let parts, !parts.isEmpty else { return -1 }
    auxiliaryParts.append(parts)
    return auxiliaryParts.count - 1
  }

  /// Resets the draft, keeping its capacity.
  mutating func removeAll() {
    record = TextRecord()
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    if !auxiliaryParts.isEmpty { auxiliaryParts.removeAll() }
  }
}

// MARK: Editable copies

extension TextBuilder {
  /// Appends content, then passes its source to a closure that ends it.
  private mutating func appendContent(
    _ text: String, spelling: String?,
    _ end: (inout TextBuilder, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    text.withBytes { append($0) }
    (spelling ?? text).withBytes { end(&self, $0) }
  }

  /// Fills the draft with an editable text.
  ///
  /// - Parameter batch: The batch that assigns the indices of languages.
  mutating func fill(with text: Text, _ batch: TextBatch) {
    var parts = AuxiliaryParts(attributes: text.attributes, leadingTrivia: text.leadingTrivia)
    if !text.file.equalsExactly(batch.file) { parts.file = text.file }
    text.key.withBytes {
      begin(key: $0, parts, at: text.position, keyPosition: text.keyPosition)
    }
    if let context = text.context {
      var parts = AuxiliaryParts(
        attributes: context.attributes, leadingTrivia: context.leadingTrivia)
      parts.file = context.file
      beginContext(parts, at: context.position, textPosition: context.textPosition)
      appendContent(context.text, spelling: context.spelling) { $0.endContext(source: $1) }
    }
    for value in text.values { append(value, batch) }
    end(trailingTrivia: text.trailingTrivia)
  }

  /// Appends a value of an editable text.
  private mutating func append(_ value: Value, _ batch: TextBatch) {
    var parts = AuxiliaryParts(attributes: value.attributes, leadingTrivia: value.leadingTrivia)
    parts.file = value.file
    parts.isStatusAssumed = value.isStatusAssumed
    let spelling = value.status.spelling
    beginValue(
      language: value.language.withBytes { batch.index(ofLanguage: $0, hint: valueCount) },
      status: spelling.map { $0.withBytes { StatusCode($0) } } ?? .missing, parts,
      unknownStatus: spelling,
      at: ValuePositions(
        tag: value.position, language: value.languagePosition, status: value.statusPosition,
        text: value.textPosition))
    if value.hasMarkup { recordMarkup() }
    appendContent(value.source, spelling: value.spelling) { $0.endValue(source: $1) }
  }
}

extension String {
  /// Calls a closure with the UTF-8 of the string.
  func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8(read)
  }
}
