import TremaMessages
import TremaSupport

/// A text as most are, in its bytes: known statuses, values that are not empty and text but for
/// the simplest placeholders, a context of
/// one line of prose or none, and nothing that would have to be kept beside that. It is checked and
/// written without strings made of it.
///
/// Ranges are those of ``PlainTexts/bytes`` and ``PlainTexts/values``.
package struct PlainText: Sendable {
  package struct Value: Sendable {
    /// An index of ``PlainTexts/languages``.
    package var language: Int
    /// What the value says: references, sections and escapes are read. Its percent signs are those of
    /// `SimplePlaceholders`, in every value the same.
    package var text: Range<Int>
    /// What stands in that.
    package var signs: Signs
    /// The same before its escapes are read.
    package var source: Range<Int>
    /// Whether its status is `initial`.
    package var isInitial: Bool
    /// What readers see, and what stands in that. For a text with placeholders that is known where
    /// ``PlainTextFilter/readsProse`` says so.
    package var reading: Range<Int>
    package var readingSigns: Signs

    package init(
      language: Int, text: Range<Int>, signs: Signs, source: Range<Int>, isInitial: Bool
    ) {
      (self.language, self.text, self.signs) = (language, text, signs)
      (self.source, self.isInitial) = (source, isInitial)
      (reading, readingSigns) = (text, signs)
    }
  }

  package var key: Range<Int>
  /// Empty where there is none.
  package var context: Range<Int>
  package var values: Range<Int>
  /// Whether a value has another status than `translated`.
  package var hasStatus: Bool
  package var position: SourcePosition
  package var keyPosition: SourcePosition

  package init(
    key: Range<Int>, context: Range<Int>, values: Range<Int>, hasStatus: Bool,
    position: SourcePosition, keyPosition: SourcePosition
  ) {
    (self.key, self.context, self.values) = (key, context, values)
    self.hasStatus = hasStatus
    (self.position, self.keyPosition) = (position, keyPosition)
  }
}

/// Plain texts that follow each other and are in the same languages.
package struct PlainTextRun: Sendable {
  package var texts: ArraySlice<PlainText>
  /// Those of the values of each text, in their order: indices of ``PlainTexts/languages``.
  package var languages: [Int]

  package init(texts: ArraySlice<PlainText>, languages: [Int]) {
    (self.texts, self.languages) = (texts, languages)
  }
}

/// Plain texts, one behind the other.
package struct PlainTexts: Sendable {
  /// The file that all of them were read from, to be printed.
  package let file: String
  package private(set) var languages: [String] = []
  /// Beside them, what they are told by quickly.
  private var words: [UInt64] = []
  package private(set) var bytes: [UInt8] = []
  package private(set) var values: [PlainText.Value] = []

  package init(file: String) {
    self.file = file
    // As many as are read at once. To grow by halves would be to reach twice as much memory for the first
    // time; what is reserved and not reached costs nothing.
    bytes.reserveCapacity(5 << 14)
  }

  package func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  @inlinable package func withBytes<Result>(
    _ range: Range<Int>, _ read: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Reads all bytes in their place, for those who look at several ranges of them.
  @inlinable package func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    bytes.withUnsafeBufferPointer(read)
  }

  package func location(_ position: SourcePosition) -> SourceLocation {
    SourceLocation(file: file, start: position)
  }

  /// Stands for a placeholder in what readers see.
  package static let placeholder: [UInt8] = Array("\u{FFFC}".utf8)

  /// What the context of a text says.
  package func annotations(_ text: PlainText) -> Annotations { Annotations(string(text.context)) }

  /// As much of a text as its accessors need: the value in one language, as all take the same arguments.
  ///
  /// - Parameter language: as the file spells it; where there is no value in it, the text has all.
  package func text(_ text: PlainText, inLanguage language: String) -> Text {
    let values = self.values[text.values]
    let own = values.first { languages[$0.language] == language }
    var result = Text(
      key: string(text.key), context: text.context.isEmpty ? nil : Context(string(text.context)),
      values: (own.map { [$0] } ?? Array(values)).map { value in
        Value(
          language: languages[value.language], source: string(value.text), backslash: .literal)
      }, file: file)
    result.position = text.position
    result.keyPosition = text.keyPosition
    return result
  }

  /// Forgets the texts, but not the languages.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Takes back what was appended since there were so many.
  package mutating func remove(fromByte byte: Int, value: Int) {
    bytes.removeSubrange(byte...)
    values.removeSubrange(value...)
  }

  /// A range of bytes that are to be appended with the whole of their text: below zero until then.
  @inlinable @inline(__always) package static func pending(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound + pendingOffset..<range.upperBound + pendingOffset
  }

  @usableFromInline static var pendingOffset: Int { Int.min / 2 }

  /// Appends the source of a text in one go, which takes less than to append its parts.
  ///
  /// - Parameters:
  ///   - source: the source.
  ///   - start: what the pending ranges of it count its first byte as.
  ///   - text: has pending ranges, as its values may have; none afterwards.
  package mutating func append(
    source: UnsafeBufferPointer<UInt8>, from start: Int, of text: inout PlainText
  ) {
    let shift = append(source).lowerBound - start - Self.pendingOffset
    func settle(_ range: inout Range<Int>) {
      if range.lowerBound < 0 { range = range.lowerBound + shift..<range.upperBound + shift }
    }
    settle(&text.key)
    settle(&text.context)
    let range = text.values
    values.withUnsafeMutableBufferPointer { values in
      for value in range {
        settle(&values[value].text)
        settle(&values[value].source)
        settle(&values[value].reading)
      }
    }
  }

  package mutating func append(_ new: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes += new
    return start..<bytes.count
  }

  /// Appends a text with its escapes resolved.
  ///
  /// - Returns: nil where a backslash is no escape.
  package mutating func append(escaped source: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let start = bytes.count
    return MessageParser.decode(source, into: &bytes) ? start..<bytes.count : nil
  }

  package mutating func append(_ value: PlainText.Value) { values.append(value) }

  /// The index of a language, which is new or was met before.
  ///
  /// - Returns: nil where there are too many to look for one after the other.
  package mutating func language(
    _ spelling: UnsafeBufferPointer<UInt8>, guess: Int = 0
  ) -> Int? {
    let word = Self.word(spelling)
    if word != 0, guess < words.count, words[guess] == word { return guess }
    let index = languages.firstIndex { $0.utf8.elementsEqual(spelling) }
    if let index { return index }
    guard languages.count < 64, spelling.count <= 64 else { return nil }
    languages.append(String(decoding: spelling, as: UTF8.self))
    words.append(word)
    return languages.count - 1
  }

  /// A spelling of up to seven bytes and its length; 0 for a longer one.
  private static func word(_ spelling: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard spelling.count < 8 else { return 0 }
    return spelling.reduce(UInt64(spelling.count)) { $0 << 8 | UInt64($1) }
  }
}

/// Which texts may go by as ``PlainText``.
package struct PlainTextFilter: Sendable {
  /// No value has any of these signs.
  package var refused: Signs
  /// No value has any of these signs in what its readers see; see ``Signs/settled(for:)``.
  package var refusedInProse: Signs = []
  /// Whether somebody asks what readers see.
  package var readsProse = false
  /// Whether somebody has to look at the whole of a text all the same, whose values are so far as they
  /// may be. Is told which of the values is the master's.
  package var isRefused: (@Sendable (PlainText, PlainTexts, _ master: Int?) -> Bool)?

  package init(refused: Signs) { self.refused = refused }
}
