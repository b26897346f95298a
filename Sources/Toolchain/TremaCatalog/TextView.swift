import TremaMessages
import TremaSupport

/// A text of a ``TextBatch``: valid until the texts of the batch are removed.
@usableFromInline package struct TextView {
  @usableFromInline package let batch: TextBatch
  @usableFromInline package let index: Int

  @inlinable package init(batch: TextBatch, index: Int) {
    (self.batch, self.index) = (batch, index)
  }

  @inlinable package var record: TextRecord { batch.storage.pointee.texts[index] }

  package var file: String {
    let rare = record.rare
    return rare < 0 ? batch.file : batch.storage.pointee.rare[rare].file ?? batch.file
  }
  package var position: SourcePosition { record.position }
  package var keyPosition: SourcePosition { record.keyPosition }

  package var key: String { batch.string(record.key) }

  /// Reads the bytes of the key.
  @inlinable package func withKey<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
  {
    batch.withBytes(record.key, read)
  }

  @inlinable package var hasContext: Bool { record.context != nil }

  /// The text of the context, references resolved; empty where there is none.
  package var contextText: String {
    guard let context = record.context, !context.content.text.isEmpty else { return "" }
    return batch.string(context.content.text)
  }

  /// Reads the bytes of the context's text.
  @inlinable package func withContext<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    batch.withBytes(record.context?.content.text ?? 0..<0, read)
  }

  /// Whether comments, instructions or unknown elements belong to the text or its context; those of the
  /// values are theirs.
  package var hasTrivia: Bool {
    let record = record
    if record.rare >= 0, !batch.storage.pointee.rare[record.rare].before.isEmpty { return true }
    if record.rare >= 0, !batch.storage.pointee.rare[record.rare].beforeEnd.isEmpty { return true }
    guard let context = record.context, context.rare >= 0 else { return false }
    return !batch.storage.pointee.rare[context.rare].before.isEmpty
  }

  /// The meaning of the context's lines.
  package var annotations: Annotations { Annotations(contextText) }

  /// The number of the value in a language: one that spells it so, else one whose tag means the same.
  package func index(ofLanguage language: String) -> Int? {
    let numbers = 0..<valueCount
    if let number = numbers.first(where: { self[$0].language == language }) { return number }
    guard let tag = LanguageTag(language) else { return nil }
    return numbers.first { LanguageTag(self[$0].language) == tag }
  }

  /// The languages of the values, in their order.
  package var languages: [String] { (0..<valueCount).map { self[$0].language } }

  @inlinable package var valueCount: Int { record.values.count }

  /// Whether a placeholder or an argument is in a value.
  package var hasPlaceholders: Bool {
    (0..<valueCount).contains { !self[$0].saysItself && self[$0].message.hasPlaceholders }
  }

  /// Whether a plural or a select is in a value.
  package var hasBranches: Bool {
    (0..<valueCount).contains { !self[$0].saysItself && self[$0].message.hasBranches }
  }

  /// - Parameter number: of the value, from 0 in file order.
  @inlinable package subscript(number: Int) -> ValueView {
    ValueView(batch: batch, index: record.values.lowerBound + number)
  }

  /// The indices of the values, the master's first and the others in file order, in which arguments are
  /// numbered and typed.
  ///
  /// - Parameter master: the number of the master's value.
  package func order(master: Int?) -> [Int] {
    let others = (0..<valueCount).filter { $0 != master }
    return master.map { [$0] + others } ?? others
  }

  /// A place in the file of the text, or in that of one of its values.
  package func location(_ position: SourcePosition, of value: ValueView? = nil) -> SourceLocation {
    SourceLocation(file: value?.file ?? file, start: position)
  }

  /// The place of the context's text.
  package var contextLocation: SourceLocation? {
    guard let context = record.context else { return nil }
    let file = context.rare < 0 ? nil : batch.storage.pointee.rare[context.rare].file
    return SourceLocation(file: file ?? self.file, start: context.textPosition)
  }
}

extension TextView {
  /// Whether another text has the same bytes in all parts. False does not mean that the two differ: their
  /// line ends may, or they have parts that few texts have.
  package func isSame(as other: TextView) -> Bool {
    let (own, others) = (record, other.record)
    guard own.bytes.count == others.bytes.count, own.values.count == others.values.count,
      own.rare < 0, others.rare < 0, own.hasSameOutline(as: others)
    else { return false }
    let areSame = batch.withBytes(own.bytes) { bytes in
      other.batch.withBytes(others.bytes) { bytes.isEqual(to: $0) }
    }
    guard areSame else { return false }
    for (number, otherNumber) in zip(own.values, others.values) {
      let (value, otherValue) = (
        batch.storage.pointee.values[number], other.batch.storage.pointee.values[otherNumber]
      )
      guard value.rare < 0, otherValue.rare < 0, value.status == otherValue.status,
        value.hasMarkup == otherValue.hasMarkup,
        value.content.isSame(as: otherValue.content, from: own.bytes, others.bytes),
        batch.languages[value.language].isExactly(other.batch.languages[otherValue.language])
      else { return false }
    }
    return true
  }
}

extension TextRecord {
  /// Whether key and context are at the same places of the bytes.
  fileprivate func hasSameOutline(as other: TextRecord) -> Bool {
    guard key.count == other.key.count else { return false }
    switch (context, other.context) {
    case (nil, nil): return true
    case (let own?, let theirs?):
      return own.rare < 0 && theirs.rare < 0
        && own.content.isSame(as: theirs.content, from: bytes, other.bytes)
    default: return false
    }
  }
}

extension ContentRecord {
  fileprivate func isSame(
    as other: ContentRecord, from start: Range<Int>, _ otherStart: Range<Int>
  ) -> Bool {
    let distance = otherStart.lowerBound - start.lowerBound
    return text.lowerBound + distance == other.text.lowerBound
      && text.count == other.text.count
      && spelling.lowerBound + distance == other.spelling.lowerBound
      && spelling.count == other.spelling.count
  }
}

/// A value of a ``TextView``, valid as long as that is.
@usableFromInline package struct ValueView {
  @usableFromInline package let batch: TextBatch
  @usableFromInline package let index: Int

  @inlinable package init(batch: TextBatch, index: Int) {
    (self.batch, self.index) = (batch, index)
  }

  @inlinable package var record: ValueRecord { batch.storage.pointee.values[index] }
  package var rare: RareParts? {
    let number = batch.storage.pointee.values[index].rare
    return number < 0 ? nil : batch.storage.pointee.rare[number]
  }

  /// The language as the file spells it.
  @inlinable package var language: String { batch.storage.pointee.languages[languageNumber] }
  /// Its index in ``TextBatch/languages``.
  @inlinable package var languageNumber: Int { batch.storage.pointee.values[index].language }
  @inlinable package var signs: TextFlags { batch.storage.pointee.values[index].signs }
  @inlinable package var hasMarkup: Bool { batch.storage.pointee.values[index].hasMarkup }
  @inlinable package var isEmpty: Bool { batch.storage.pointee.values[index].content.text.isEmpty }
  package var hasTrivia: Bool { rare.map { !$0.before.isEmpty } ?? false }
  package var position: SourcePosition { record.position }
  package var languagePosition: SourcePosition { record.languagePosition }
  package var textPosition: SourcePosition { record.textPosition }
  /// The file that the value is from, where that is not the file of the text.
  package var file: String? { rare?.file }

  package var status: Status {
    switch batch.storage.pointee.values[index].status {
    case .initial: .initial
    case .translated: .translated
    case .verified: .verified
    case .special: .special
    case .missing: .undefined(nil)
    case .unknown: .undefined(rare?.status)
    }
  }

  @inlinable package var isInitial: Bool { batch.storage.pointee.values[index].status == .initial }
  @inlinable package var isTranslated: Bool {
    batch.storage.pointee.values[index].status == .translated
  }
  /// Whether the status is missing or none that trema defines.
  @inlinable package var hasUnknownStatus: Bool {
    let status = batch.storage.pointee.values[index].status
    return status == .missing || status == .unknown
  }
  /// Whether the message is empty.
  package var hasEmptyMessage: Bool { saysItself ? isEmpty : parsed.message.isEmpty }

  /// The character data, XML resolved and nothing else.
  package var source: String { batch.string(batch.storage.pointee.values[index].content.text) }

  /// Reads the bytes of ``source``.
  @inlinable package func withSource<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    batch.withBytes(batch.storage.pointee.values[index].content.text, read)
  }

  /// Whether the message is the source, byte for byte, because nothing in it could mean anything else.
  @inlinable package var saysItself: Bool { signs.isDisjoint(with: .meaningful) }

  /// The source with its escapes and placeholders read.
  package var message: Message { saysItself ? Message(source) : parsed.message }

  /// The mistakes in the source, in its order.
  package var issues: [MessageIssue] { saysItself ? [] : parsed.issues }

  var parsed: TextBatch.ParsedMessage {
    let known = batch.storage.pointee.values[index].message
    if known >= 0 { return batch.storage.pointee.messages[known] }
    let (message, issues) = Message.parse(source, backslash: batch.backslash)
    let parsed = TextBatch.ParsedMessage(message: message, issues: issues)
    batch.storage.pointee.add(parsed, toValue: index)
    return parsed
  }
}

extension TextBatch {
  package func string(_ range: Range<Int>) -> String {
    withBytes(range) { String(decoding: $0, as: UTF8.self) }
  }

  @inlinable package func withBytes<Result>(
    _ range: Range<Int>, _ read: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    storage.pointee.bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

// MARK: Editable copies

extension Text {
  /// An editable copy.
  package init(_ view: TextView) {
    let record = view.record
    self.init(key: view.key, file: view.file)
    position = record.position
    keyPosition = record.keyPosition
    context = record.context.map { Context($0, view.batch) }
    if record.rare >= 0 {
      let parts = view.batch.storage.pointee.rare[record.rare]
      (attributes, before, beforeEnd) = (parts.attributes, parts.before, parts.beforeEnd)
    }
    values.reserveCapacity(record.values.count)
    for number in 0..<record.values.count { values.append(Value(view[number])) }
  }
}

extension Context {
  fileprivate init(_ record: ContextRecord, _ batch: TextBatch) {
    self.init(
      batch.string(record.content.text), spelling: batch.spelling(of: record.content))
    position = record.position
    textPosition = record.textPosition
    guard record.rare >= 0 else { return }
    let parts = batch.storage.pointee.rare[record.rare]
    (attributes, before, file) = (parts.attributes, parts.before, parts.file)
  }
}

extension Value {
  /// An editable copy.
  package init(_ view: ValueView) {
    let record = view.record
    self.init(
      language: view.language, status: view.status, source: view.source, signs: record.signs,
      view.message, view.issues)
    if record.content.spelling != record.content.text {
      spelling = view.batch.spelling(of: record.content)
    }
    position = record.position
    languagePosition = record.languagePosition
    statusPosition = record.statusPosition
    textPosition = record.textPosition
    if record.hasMarkup { hasMarkup = true }
    guard record.rare >= 0 else { return }
    let parts = view.batch.storage.pointee.rare[record.rare]
    (attributes, before, file) = (parts.attributes, parts.before, parts.file)
    isStatusAssumed = parts.isStatusAssumed
  }
}

extension TextBatch {
  /// Returns a view of a text that is in no batch; the view keeps a batch of its own.
  package static func view(of text: Text) -> TextView {
    let batch = TextBatch(file: text.file)
    batch.append(text)
    return batch[0]
  }

  /// Appends a text that was edited or read from another file.
  package func append(_ text: Text) {
    var draft = TextDraft()
    draft.fill(with: text, self)
    let firstValue = storage.pointee.values.count
    append(&draft)
    for (number, value) in text.values.enumerated() where !value.saysItself {
      storage.pointee.add(
        ParsedMessage(message: value.message, issues: value.issues), toValue: firstValue + number)
    }
  }

  /// The bytes between the tags where they differ from the text, with line feeds as line ends, which XML
  /// takes for the same.
  fileprivate func spelling(of content: ContentRecord) -> String? {
    if content.spelling == content.text { return nil }
    return withBytes(content.spelling) { source in
      let spelling = String(lineFeedsIn: source)
      let isText = withBytes(content.text) { text in
        spelling.utf8.count == text.count && spelling.utf8.elementsEqual(text)
      }
      return isText ? nil : spelling
    }
  }
}

extension String {
  /// Decodes UTF-8 with the line ends of XML: a carriage return, or one with a line feed, becomes a line
  /// feed.
  package init(lineFeedsIn utf8: UnsafeBufferPointer<UInt8>) {
    let carriageReturn = UInt8(ascii: "\r")
    guard utf8.contains(carriageReturn) else {
      self.init(decoding: utf8, as: UTF8.self)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for (index, byte) in utf8.enumerated() {
      if byte != carriageReturn {
        bytes.append(byte)
      } else if index + 1 == utf8.count || utf8[index + 1] != UInt8(ascii: "\n") {
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
