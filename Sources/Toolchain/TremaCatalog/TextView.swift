import TremaMessages
import TremaSupport

/// A text in a ``TextBatch``, valid until the batch's texts are removed.
@usableFromInline package struct TextView {
  /// The batch that contains the text.
  @usableFromInline package let batch: TextBatch
  /// The index of the text in the batch.
  @usableFromInline package let index: Int

  @inlinable package init(batch: TextBatch, index: Int) {
    (self.batch, self.index) = (batch, index)
  }

  /// The ranges of the text's parts.
  @inlinable package var record: TextRecord { batch.storage.pointee.texts[index] }

  /// The file of the text, for diagnostics.
  package var file: String {
    let rare = record.auxiliaryPartsIndex
    return rare < 0 ? batch.file : batch.storage.pointee.auxiliaryParts[rare].file ?? batch.file
  }
  /// The position of the start tag.
  package var position: SourcePosition { record.position }
  /// The position of the `key` attribute's value.
  package var keyPosition: SourcePosition { record.keyPosition }

  /// The key that identifies the text.
  package var key: String { batch.string(record.key) }

  /// Calls a closure with the key in UTF-8, without copying it.
  @inlinable package func withKey<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
  {
    batch.withBytes(record.key, read)
  }

  /// Whether the text has a `context` element.
  @inlinable package var hasContext: Bool { record.context != nil }

  /// The text of the context, with references resolved, or empty if the text has no context.
  package var contextText: String {
    guard let context = record.context, !context.content.text.isEmpty else { return "" }
    return batch.string(context.content.text)
  }

  /// Calls a closure with the context's text in UTF-8, without copying it.
  @inlinable package func withContext<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    batch.withBytes(record.context?.content.text ?? 0..<0, read)
  }

  /// Whether comments, processing instructions or unknown elements belong to the text or its
  /// context, not including its values.
  package var hasTrivia: Bool {
    let record = record
    if record.auxiliaryPartsIndex >= 0,
      !batch.storage.pointee.auxiliaryParts[record.auxiliaryPartsIndex].leadingTrivia.isEmpty
    {
      return true
    }
    if record.auxiliaryPartsIndex >= 0,
      !batch.storage.pointee.auxiliaryParts[record.auxiliaryPartsIndex].trailingTrivia.isEmpty
    {
      return true
    }
    guard let context = record.context, context.auxiliaryPartsIndex >= 0 else { return false }
    return !batch.storage.pointee.auxiliaryParts[context.auxiliaryPartsIndex].leadingTrivia.isEmpty
  }

  /// The annotations of the context. They are parsed on each access.
  package var annotations: Annotations { Annotations(contextText) }

  /// Returns the index of the value in a language: a value with the same spelling, otherwise a
  /// value with an equivalent tag.
  package func index(ofLanguage language: String) -> Int? {
    let numbers = 0..<valueCount
    if let number = numbers.first(where: { self[$0].language == language }) { return number }
    guard let tag = LanguageTag(language) else { return nil }
    return numbers.first { LanguageTag(self[$0].language) == tag }
  }

  /// The languages of the values, in file order.
  package var languages: [String] { (0..<valueCount).map { self[$0].language } }

  /// The number of values.
  @inlinable package var valueCount: Int { record.values.count }

  /// Whether a value contains a placeholder or an argument.
  package var hasPlaceholders: Bool {
    (0..<valueCount).contains { !self[$0].isPlainText && self[$0].message.hasPlaceholders }
  }

  /// Whether a value contains a plural or a select.
  package var hasBranches: Bool {
    (0..<valueCount).contains { !self[$0].isPlainText && self[$0].message.hasBranches }
  }

  /// The value at an index, starting at 0, in file order.
  @inlinable package subscript(number: Int) -> ValueView {
    ValueView(batch: batch, index: record.values.lowerBound + number)
  }

  /// Returns the indices of the values: the master value first, then the others in file order.
  /// Arguments are numbered and typed in this order.
  ///
  /// - Parameter master: The index of the master value, or `nil` if there is none.
  package func order(master: Int?) -> [Int] {
    let others = (0..<valueCount).filter { $0 != master }
    return master.map { [$0] + others } ?? others
  }

  /// Returns the location of a position in the text's file or in a value's file.
  package func location(_ position: SourcePosition, of value: ValueView? = nil) -> SourceLocation {
    SourceLocation(file: value?.file ?? file, start: position)
  }

  /// The location of the context's text, or `nil` if there is no context.
  package var contextLocation: SourceLocation? {
    guard let context = record.context else { return nil }
    let file =
      context.auxiliaryPartsIndex < 0
      ? nil : batch.storage.pointee.auxiliaryParts[context.auxiliaryPartsIndex].file
    return SourceLocation(file: file ?? self.file, start: context.textPosition)
  }
}

extension TextView {
  /// Returns whether another text has the same bytes in all parts.
  ///
  /// A result of `false` does not imply that the texts differ: texts that differ only in line
  /// terminators have different bytes, and texts with rare parts are not compared.
  package func isSame(as other: TextView) -> Bool {
    let (record, otherRecord) = (self.record, other.record)
    guard record.bytes.count == otherRecord.bytes.count,
      record.values.count == otherRecord.values.count,
      record.auxiliaryPartsIndex < 0, otherRecord.auxiliaryPartsIndex < 0,
      record.hasSameOutline(as: otherRecord)
    else { return false }
    let areSame = batch.withBytes(record.bytes) { bytes in
      other.batch.withBytes(otherRecord.bytes) { bytes.isEqual(to: $0) }
    }
    guard areSame else { return false }
    for (number, otherNumber) in zip(record.values, otherRecord.values) {
      let (value, otherValue) = (
        batch.storage.pointee.values[number], other.batch.storage.pointee.values[otherNumber]
      )
      guard value.auxiliaryPartsIndex < 0, otherValue.auxiliaryPartsIndex < 0,
        value.status == otherValue.status,
        value.hasMarkup == otherValue.hasMarkup,
        value.content.isSame(as: otherValue.content, from: record.bytes, otherRecord.bytes),
        batch.languages[value.languageIndex].equalsExactly(
          other.batch.languages[otherValue.languageIndex])
      else { return false }
    }
    return true
  }
}

extension TextRecord {
  /// Returns whether the key and the context have the same ranges, relative to the start of the
  /// text.
  fileprivate func hasSameOutline(as other: TextRecord) -> Bool {
    guard key.count == other.key.count else { return false }
    switch (context, other.context) {
    case (nil, nil): return true
    case (let ours?, let theirs?):
      return ours.auxiliaryPartsIndex < 0 && theirs.auxiliaryPartsIndex < 0
        && ours.content.isSame(as: theirs.content, from: bytes, other.bytes)
    default: return false
    }
  }
}

extension ContentRecord {
  /// Returns whether the ranges are the same, relative to the starts of two texts.
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

/// A value of a ``TextView``, valid as long as the text view.
@usableFromInline package struct ValueView {
  /// The batch that contains the value.
  @usableFromInline package let batch: TextBatch
  /// The index of the value in the batch.
  @usableFromInline package let index: Int

  @inlinable package init(batch: TextBatch, index: Int) {
    (self.batch, self.index) = (batch, index)
  }

  /// The ranges of the value's parts.
  @inlinable package var record: ValueRecord { batch.storage.pointee.values[index] }
  /// The rare parts, or `nil` if there are none.
  package var auxiliaryParts: AuxiliaryParts? {
    let number = batch.storage.pointee.values[index].auxiliaryPartsIndex
    return number < 0 ? nil : batch.storage.pointee.auxiliaryParts[number]
  }

  /// The language as spelled in the file.
  @inlinable package var language: String { batch.storage.pointee.languages[languageNumber] }
  /// The index of the language in ``TextBatch/languages``.
  @inlinable package var languageNumber: Int { batch.storage.pointee.values[index].languageIndex }
  /// The flags of the text.
  @inlinable package var flags: TextFlags { batch.storage.pointee.values[index].flags }
  /// Whether the value has child elements.
  @inlinable package var hasMarkup: Bool { batch.storage.pointee.values[index].hasMarkup }
  /// Whether the text is empty.
  @inlinable package var isEmpty: Bool { batch.storage.pointee.values[index].content.text.isEmpty }
  /// Whether comments, processing instructions or unknown elements precede the value.
  package var hasTrivia: Bool { auxiliaryParts.map { !$0.leadingTrivia.isEmpty } ?? false }
  /// The position of the start tag.
  package var position: SourcePosition { record.position }
  /// The position of the language.
  package var languagePosition: SourcePosition { record.languagePosition }
  /// The position of the first byte after the start tag.
  package var textPosition: SourcePosition { record.textPosition }
  /// The value's file, or `nil` if it is the text's file.
  package var file: String? { auxiliaryParts?.file }

  /// The translation status.
  package var status: Status {
    switch batch.storage.pointee.values[index].status {
    case .initial: .initial
    case .translated: .translated
    case .verified: .verified
    case .special: .special
    case .missing: .undefined(nil)
    case .unknown: .undefined(auxiliaryParts?.status)
    }
  }

  /// Whether the status is `initial`, without creating a ``Status``.
  @inlinable package var isInitial: Bool { batch.storage.pointee.values[index].status == .initial }
  /// Whether the status is `translated`, without creating a ``Status``.
  @inlinable package var isTranslated: Bool {
    batch.storage.pointee.values[index].status == .translated
  }
  /// Whether the status is missing or not defined by trema.
  @inlinable package var hasUnknownStatus: Bool {
    let status = batch.storage.pointee.values[index].status
    return status == .missing || status == .unknown
  }
  /// Whether the message is empty.
  package var hasEmptyMessage: Bool { isPlainText ? isEmpty : parsed.message.isEmpty }

  /// The character data, with XML references resolved but escapes kept.
  package var source: String { batch.string(batch.storage.pointee.values[index].content.text) }

  /// Calls a closure with ``source`` in UTF-8, without copying it.
  @inlinable package func withSource<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    batch.withBytes(batch.storage.pointee.values[index].content.text, read)
  }

  /// Whether the message equals the source, because the source contains no special characters.
  @inlinable package var isPlainText: Bool { flags.isDisjoint(with: .messageSyntax) }

  /// The message, with the escapes and placeholders of the source parsed.
  package var message: Message { isPlainText ? Message(source) : parsed.message }

  /// The mistakes in the source, in source order.
  package var issues: [MessageIssue] { isPlainText ? [] : parsed.issues }

  /// The parsed message, which is stored in the batch on first access.
  var parsed: TextBatch.ParsedMessage {
    let known = batch.storage.pointee.values[index].messageIndex
    if known >= 0 { return batch.storage.pointee.messages[known] }
    let (message, issues) = Message.parse(source, backslash: batch.backslash)
    let parsed = TextBatch.ParsedMessage(message: message, issues: issues)
    batch.storage.pointee.add(parsed, toValue: index)
    return parsed
  }
}

extension TextBatch {
  /// Returns a range of the bytes as a string.
  package func string(_ range: Range<Int>) -> String {
    withBytes(range) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a closure with a range of the bytes, without copying them.
  @inlinable package func withBytes<Result>(
    _ range: Range<Int>, _ read: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    storage.pointee.bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}
