import TremaMessages
import TremaSupport

/// Consecutive texts of one file: their bytes, and the places of all parts of each text in them.
///
/// ``TextView`` and ``ValueView`` borrow from a batch; they are valid until ``removeAll()``.
@usableFromInline package final class TextBatch {
  /// The path to print in diagnostics.
  package let file: String
  /// The meaning of backslashes in the values.
  package let backslash: BackslashRule
  /// Allocated with the batch, freed with it, and reached through it alone. Each use of a property would be
  /// checked for exclusive access, which took a tenth of the time of a conversion.
  @usableFromInline package let storage: UnsafeMutablePointer<Storage>

  @usableFromInline package struct Storage {
    @usableFromInline package var languages: [String] = []
    /// The bytes of the languages, one behind the other, and where each ends.
    var languageBytes: [UInt8] = []
    var languageEnds: [Int] = []
    var languageNumbers: [ExactKey: Int] = [:]
    @usableFromInline package var bytes: [UInt8] = []
    @usableFromInline package var texts: [TextRecord] = []
    @usableFromInline package var values: [ValueRecord] = []
    package var rare: [RareParts] = []
    /// The messages of values that are more than text, parsed on demand.
    var messages: [ParsedMessage] = []
  }

  struct ParsedMessage {
    var message: Message
    var issues: [MessageIssue]
  }

  package init(file: String, backslash: BackslashRule = .escape) {
    (self.file, self.backslash) = (file, backslash)
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage())
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// The languages of all values so far, as the file spells them; ``removeAll()`` keeps them.
  @inlinable package var languages: [String] { storage.pointee.languages }

  @inlinable package var count: Int { storage.pointee.texts.count }

  @inlinable package subscript(index: Int) -> TextView { TextView(batch: self, index: index) }

  /// The number of a language, for ``TextDraft/beginValue(language:status:)``.
  ///
  /// - Parameters:
  ///   - spelling: as the file has it.
  ///   - guess: the number to try first: texts that follow each other have the same languages.
  package func number(ofLanguage spelling: UnsafeBufferPointer<UInt8>, guess: Int) -> Int {
    storage.pointee.number(ofLanguage: spelling, guess: guess)
  }

  /// Appends a text, whose draft can be filled with the next one afterwards.
  package func append(_ draft: inout TextDraft) { storage.pointee.append(&draft) }

  /// Appends a text of another batch.
  ///
  /// - Parameter numbers: of the values to keep, ascending.
  fileprivate func append(_ text: TextView, keeping numbers: [Int]) {
    let other = text.batch.storage
    var record = text.record
    let first = storage.pointee.values.count
    let distance = storage.pointee.bytes.count - record.bytes.lowerBound
    storage.pointee.bytes += other.pointee.bytes[record.bytes]
    record.move(by: distance)
    record.rare = copy(record.rare, of: text.batch)
    if let context = record.context { record.context?.rare = copy(context.rare, of: text.batch) }
    for number in numbers {
      var value = other.pointee.values[text.record.values.lowerBound + number]
      value.content.move(by: distance)
      value.message = -1
      value.rare = copy(value.rare, of: text.batch)
      value.language = text.batch.languages[value.language].withBytes {
        self.number(ofLanguage: $0, guess: numbers.count)
      }
      storage.pointee.values.append(value)
    }
    record.values = first..<storage.pointee.values.count
    storage.pointee.texts.append(record)
  }

  /// - Returns: the index of the copy.
  private func copy(_ index: Int, of other: TextBatch) -> Int {
    if index < 0 { return index }
    storage.pointee.rare.append(other.storage.pointee.rare[index])
    return storage.pointee.rare.count - 1
  }

  /// Removes all texts, but not the languages.
  package func removeAll() { storage.pointee.removeAll() }
}

extension TextBatch.Storage {
  fileprivate mutating func number(
    ofLanguage spelling: UnsafeBufferPointer<UInt8>, guess: Int
  ) -> Int {
    let count = languages.count
    if guess < count {
      let start = guess == 0 ? 0 : languageEnds[guess - 1]
      let isIt = languageBytes.withUnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: $0[start..<languageEnds[guess]]).isEqual(to: spelling)
      }
      if isIt { return guess }
    }
    let language = String(decoding: spelling, as: UTF8.self)
    if let number = languageNumbers[ExactKey(language)] { return number }
    languages.append(language)
    languageBytes += spelling
    languageEnds.append(languageBytes.count)
    languageNumbers[ExactKey(language)] = count
    return count
  }

  mutating func add(_ message: TextBatch.ParsedMessage, toValue index: Int) {
    values[index].message = messages.count
    messages.append(message)
  }

  fileprivate mutating func append(_ draft: inout TextDraft) {
    var record = draft.record
    let (byteOffset, valueOffset, rareOffset) = (bytes.count, values.count, rare.count)
    bytes += draft.bytes
    if !draft.rare.isEmpty { rare += draft.rare }
    for index in draft.values.indices {
      values.append(draft.values[index])
      values[valueOffset + index].content.move(by: byteOffset)
      if draft.values[index].rare >= 0 { values[valueOffset + index].rare += rareOffset }
    }
    record.bytes = 0..<draft.bytes.count
    record.move(by: byteOffset)
    if let own = record.context?.rare, own >= 0 { record.context?.rare = own + rareOffset }
    if record.rare >= 0 { record.rare += rareOffset }
    record.values = valueOffset..<values.count
    texts.append(record)
    draft.removeAll()
  }

  fileprivate mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    if !rare.isEmpty { rare.removeAll() }
    if !messages.isEmpty { messages.removeAll(keepingCapacity: true) }
  }
}

@usableFromInline package struct TextRecord {
  /// Key, context and values, one after the other.
  @usableFromInline package var bytes = 0..<0
  @usableFromInline package var key = 0..<0
  /// `nil` where the element is missing.
  @usableFromInline package var context: ContextRecord?
  /// Indices of the values of the batch.
  @usableFromInline package var values = 0..<0
  /// An index of the rare parts of the batch; -1 for none.
  @usableFromInline package var rare = -1
  @Position package var position: SourcePosition
  @Position package var keyPosition: SourcePosition
}

extension TextRecord {
  /// Moves all ranges of bytes but those of the values.
  fileprivate mutating func move(by distance: Int) {
    bytes = bytes.moved(by: distance)
    key = key.moved(by: distance)
    context?.content.move(by: distance)
  }
}

extension TextView {
  /// The text with some of its values alone, in a batch of its own.
  ///
  /// - Parameter numbers: of the values, ascending.
  package func keeping(_ numbers: [Int]) -> TextView {
    let part = TextBatch(file: batch.file, backslash: batch.backslash)
    part.append(self, keeping: numbers)
    return part[0]
  }
}

@usableFromInline package struct ContextRecord {
  @usableFromInline package var content = ContentRecord()
  @usableFromInline package var rare = -1
  @Position package var position: SourcePosition
  @Position package var textPosition: SourcePosition
}

@usableFromInline package struct ValueRecord {
  @usableFromInline package var language = 0
  @usableFromInline package var status = StatusCode.missing
  @usableFromInline package var hasMarkup = false
  @usableFromInline package var content = ContentRecord()
  /// The flags of the content's text.
  @usableFromInline package var signs: TextFlags = []
  @usableFromInline package var rare = -1
  /// An index of the messages of the batch; -1 before the value is parsed.
  @usableFromInline package var message = -1
  @Position package var position: SourcePosition
  @Position package var languagePosition: SourcePosition
  @Position package var statusPosition: SourcePosition
  @Position package var textPosition: SourcePosition
}

/// The character data of an element, in the bytes of a batch.
@usableFromInline package struct ContentRecord {
  /// References and sections resolved.
  @usableFromInline package var text = 0..<0
  /// The bytes between the tags; the same range where they are the text.
  @usableFromInline package var spelling = 0..<0

  mutating func move(by distance: Int) {
    text = text.moved(by: distance)
    spelling = spelling.moved(by: distance)
  }
}

/// The parts of a text, a context or a value that few have.
package struct RareParts {
  package var attributes: [Attribute] = []
  package var before: [Trivia] = []
  /// The trivia before the end tag, of a text alone.
  package var beforeEnd: [Trivia] = []
  /// The spelling of a value's unknown status.
  package var status: String?
  /// The file of this part, where that is not the file of the whole.
  package var file: String?
  /// Whether the status is an assumption and not in the file.
  package var isStatusAssumed = false

  package init(attributes: [Attribute] = [], before: [Trivia] = []) {
    (self.attributes, self.before) = (attributes, before)
  }

  var isEmpty: Bool {
    attributes.isEmpty && before.isEmpty && beforeEnd.isEmpty && status == nil && file == nil
      && !isStatusAssumed
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range {
    lowerBound + distance..<upperBound + distance
  }
}
