import TremaMessages
import TremaSupport

/// A batch of consecutive texts from one file: their bytes, and the ranges of each text's parts
/// within them.
///
/// ``TextView`` and ``ValueView`` refer to a batch. They are valid until ``removeAll()``.
@usableFromInline package final class TextBatch {
  /// The path to show in diagnostics.
  package let file: String
  /// The meaning of backslashes in the values.
  package let backslash: BackslashRule
  /// The contents of the batch, which are allocated and freed with it and accessed only through it.
  ///
  /// Accesses to a stored property would be checked for exclusivity, which took 10 percent of a
  /// conversion's time.
  @usableFromInline package let storage: UnsafeMutablePointer<Storage>

  /// The contents of a batch.
  @usableFromInline package struct Storage {
    /// The languages of all values, as spelled in the file.
    @usableFromInline package var languages: [String] = []
    /// The languages in UTF-8, without separators.
    var languageBytes: [UInt8] = []
    /// The end of each language in ``languageBytes``.
    var languageEnds: [Int] = []
    /// The indices of the languages.
    var languageNumbers: [ExactKey: Int] = [:]
    /// All keys, contexts and values in UTF-8.
    @usableFromInline package var bytes: [UInt8] = []
    /// The texts, in the order in which they were appended.
    @usableFromInline package var texts: [TextRecord] = []
    /// The values of all texts. The values of one text are consecutive.
    @usableFromInline package var values: [ValueRecord] = []
    /// The parts that most elements do not have.
    package var auxiliaryParts: [AuxiliaryParts] = []
    /// The parsed messages of values that contain message syntax, parsed on demand.
    var messages: [ParsedMessage] = []
  }

  /// A parsed message.
  struct ParsedMessage {
    var message: Message
    /// The mistakes in its source.
    var issues: [MessageIssue]
  }

  /// Creates an empty batch.
  ///
  /// - Parameters:
  ///   - file: The path to show in diagnostics.
  ///   - backslash: The meaning of backslashes in the values.
  package init(file: String, backslash: BackslashRule = .escape) {
    (self.file, self.backslash) = (file, backslash)
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage())
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The languages of all values so far, as spelled in the file. ``removeAll()`` keeps them.
  @inlinable package var languages: [String] { storage.pointee.languages }

  /// The number of texts.
  @inlinable package var count: Int { storage.pointee.texts.count }

  /// A view of the text at an index, valid until ``removeAll()``.
  @inlinable package subscript(index: Int) -> TextView { TextView(batch: self, index: index) }

  /// Returns the index of a language for
  /// ``TextBuilder/beginValue(languageIndex:status:_:unknownStatus:at:)``, and adds the language if
  /// it is new.
  ///
  /// - Parameters:
  ///   - spelling: The language as spelled in the file.
  ///   - hint: The index to try first, because consecutive texts usually have the same languages.
  package func index(ofLanguage spelling: UnsafeBufferPointer<UInt8>, hint: Int) -> Int {
    storage.pointee.index(ofLanguage: spelling, hint: hint)
  }

  /// Appends a text and resets its draft so that it can be reused for the next text.
  package func append(_ draft: inout TextBuilder) { storage.pointee.append(&draft) }

  /// Appends a text from another batch.
  ///
  /// - Parameters:
  ///   - text: The text in the other batch.
  ///   - numbers: The indices of the values to keep, in ascending order.
  fileprivate func append(_ text: TextView, keeping numbers: [Int]) {
    let other = text.batch.storage
    var record = text.record
    let first = storage.pointee.values.count
    let distance = storage.pointee.bytes.count - record.bytes.lowerBound
    storage.pointee.bytes += other.pointee.bytes[record.bytes]
    record.move(by: distance)
    record.auxiliaryPartsIndex = copy(record.auxiliaryPartsIndex, of: text.batch)
    if let context = record.context {
      record.context?.auxiliaryPartsIndex = copy(context.auxiliaryPartsIndex, of: text.batch)
    }
    for number in numbers {
      var value = other.pointee.values[text.record.values.lowerBound + number]
      value.content.move(by: distance)
      value.messageIndex = -1
      value.auxiliaryPartsIndex = copy(value.auxiliaryPartsIndex, of: text.batch)
      value.languageIndex = text.batch.languages[value.languageIndex].withBytes {
        self.index(ofLanguage: $0, hint: numbers.count)
      }
      storage.pointee.values.append(value)
    }
    record.values = first..<storage.pointee.values.count
    storage.pointee.texts.append(record)
  }

  /// Copies rare parts from another batch.
  ///
  /// - Parameter index: The index of the parts in the other batch, or -1 if there are none.
  /// - Returns: The index of the copy, or -1.
  private func copy(_ index: Int, of other: TextBatch) -> Int {
    if index < 0 { return index }
    storage.pointee.auxiliaryParts.append(other.storage.pointee.auxiliaryParts[index])
    return storage.pointee.auxiliaryParts.count - 1
  }

  /// Removes all texts but not the languages, keeping the capacity.
  package func removeAll() { storage.pointee.removeAll() }
}

extension TextBatch.Storage {
  /// Returns the index of a language, and adds the language if it is new. The guess is compared
  /// without a lookup.
  fileprivate mutating func index(
    ofLanguage spelling: UnsafeBufferPointer<UInt8>, hint: Int
  ) -> Int {
    let count = languages.count
    if hint < count {
      let start = hint == 0 ? 0 : languageEnds[hint - 1]
      let isMatch = languageBytes.withUnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: $0[start..<languageEnds[hint]]).isEqual(to: spelling)
      }
      if isMatch { return hint }
    }
    let language = String(decoding: spelling, as: UTF8.self)
    if let number = languageNumbers[ExactKey(language)] { return number }
    languages.append(language)
    languageBytes += spelling
    languageEnds.append(languageBytes.count)
    languageNumbers[ExactKey(language)] = count
    return count
  }

  /// Stores the parsed message of a value.
  ///
  /// - Parameter index: The index of the value in the batch.
  mutating func add(_ message: TextBatch.ParsedMessage, toValue index: Int) {
    values[index].messageIndex = messages.count
    messages.append(message)
  }

  /// Appends the text of a draft and resets the draft. The draft's ranges and indices are converted
  /// to ranges and indices of the batch.
  fileprivate mutating func append(_ draft: inout TextBuilder) {
    var record = draft.record
    let (byteOffset, valueOffset, rareOffset) = (bytes.count, values.count, auxiliaryParts.count)
    bytes += draft.bytes
    if !draft.auxiliaryParts.isEmpty { auxiliaryParts += draft.auxiliaryParts }
    for index in draft.values.indices {
      values.append(draft.values[index])
      values[valueOffset + index].content.move(by: byteOffset)
      if draft.values[index].auxiliaryPartsIndex >= 0 {
        values[valueOffset + index].auxiliaryPartsIndex += rareOffset
      }
    }
    record.bytes = 0..<draft.bytes.count
    record.move(by: byteOffset)
    if let contextPartsIndex = record.context?.auxiliaryPartsIndex, contextPartsIndex >= 0 {
      record.context?.auxiliaryPartsIndex = contextPartsIndex + rareOffset
    }
    if record.auxiliaryPartsIndex >= 0 { record.auxiliaryPartsIndex += rareOffset }
    record.values = valueOffset..<values.count
    texts.append(record)
    draft.removeAll()
  }

  fileprivate mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    if !auxiliaryParts.isEmpty { auxiliaryParts.removeAll() }
    if !messages.isEmpty { messages.removeAll(keepingCapacity: true) }
  }
}

/// The ranges of a text's parts in a batch's bytes.
@usableFromInline package struct TextRecord {
  /// The range of the whole text: key, context and values, without gaps.
  @usableFromInline package var bytes = 0..<0
  /// The range of the key.
  @usableFromInline package var key = 0..<0
  /// The context, or `nil` if the element is missing.
  @usableFromInline package var context: ContextRecord?
  /// The indices of the values in the batch.
  @usableFromInline package var values = 0..<0
  /// The index of the rare parts in the batch, or -1 if there are none.
  @usableFromInline package var auxiliaryPartsIndex = -1
  /// The position of the start tag.
  @Position package var position: SourcePosition
  /// The position of the `key` attribute's value.
  @Position package var keyPosition: SourcePosition
}

extension TextRecord {
  /// Moves all byte ranges except the ranges of the values.
  fileprivate mutating func move(by distance: Int) {
    bytes = bytes.moved(by: distance)
    key = key.moved(by: distance)
    context?.content.move(by: distance)
  }
}

extension TextView {
  /// Returns the text with only some of its values, in a new batch.
  ///
  /// - Parameter numbers: The indices of the values to keep, in ascending order.
  package func keeping(_ numbers: [Int]) -> TextView {
    let part = TextBatch(file: batch.file, backslash: batch.backslash)
    part.append(self, keeping: numbers)
    return part[0]
  }
}

/// A context's ranges in a batch's bytes.
@usableFromInline package struct ContextRecord {
  /// The text of the context.
  @usableFromInline package var content = ContentRecord()
  /// The index of the rare parts in the batch, or -1 if there are none.
  @usableFromInline package var auxiliaryPartsIndex = -1
  /// The position of the start tag.
  @Position package var position: SourcePosition
  /// The position of the first byte after the start tag.
  @Position package var textPosition: SourcePosition
}

/// A value's ranges in a batch's bytes.
@usableFromInline package struct ValueRecord {
  /// The index of the language in the batch.
  @usableFromInline package var languageIndex = 0
  /// The status, without the spelling of an unknown status.
  @usableFromInline package var status = StatusCode.missing
  /// Whether there are child elements, whose tags are not part of the text.
  @usableFromInline package var hasMarkup = false
  /// The text of the value.
  @usableFromInline package var content = ContentRecord()
  /// The flags of the text.
  @usableFromInline package var flags: TextFlags = []
  /// The index of the rare parts in the batch, or -1 if there are none.
  @usableFromInline package var auxiliaryPartsIndex = -1
  /// The index of the parsed message in the batch; or -1 if the value was not parsed.
  @usableFromInline package var messageIndex = -1
  /// The position of the start tag.
  @Position package var position: SourcePosition
  /// The position of the `lang` attribute's value.
  @Position package var languagePosition: SourcePosition
  /// The position of the `status` attribute's value, or of the tag if it is missing.
  @Position package var statusPosition: SourcePosition
  /// The position of the first byte after the start tag.
  @Position package var textPosition: SourcePosition
}

/// The ranges of an element's character data in a batch's bytes.
@usableFromInline package struct ContentRecord {
  /// The text, with references and CDATA sections resolved.
  @usableFromInline package var text = 0..<0
  /// The bytes between the tags. The range equals ``text`` if the bytes are the same.
  @usableFromInline package var spelling = 0..<0

  /// Moves both ranges.
  mutating func move(by distance: Int) {
    text = text.moved(by: distance)
    spelling = spelling.moved(by: distance)
  }
}

/// The parts that most texts, contexts and values don't have.
package struct AuxiliaryParts {
  /// The attributes that trema does not define.
  package var attributes: [Attribute] = []
  /// The comments, processing instructions and unknown elements before the element.
  package var leadingTrivia: [Trivia] = []
  /// The trivia before the end tag of a text.
  package var trailingTrivia: [Trivia] = []
  /// The spelling of a value's unknown status.
  package var status: String?
  /// The file of the element, if it differs from the enclosing element's file.
  package var file: String?
  /// Whether the status is assumed and not in the file.
  package var isStatusAssumed = false

  package init(attributes: [Attribute] = [], leadingTrivia: [Trivia] = []) {
    (self.attributes, self.leadingTrivia) = (attributes, leadingTrivia)
  }

  /// Whether no part is present.
  var isEmpty: Bool {
    attributes.isEmpty && leadingTrivia.isEmpty && trailingTrivia.isEmpty && status == nil
      && file == nil
      && !isStatusAssumed
  }
}

extension Range<Int> {
  /// Returns the range shifted by a distance.
  fileprivate func moved(by distance: Int) -> Range {
    lowerBound + distance..<upperBound + distance
  }
}
