import TremaCatalog
import TremaSupport
import TremaXML

/// Where the parts of a text stand that is spelled as trema files nearly always are: found in its
/// bytes, without events and tags, and without a string of any part.
///
/// ```xml
/// <text key="title">
///   <context>The name of the app</context>
///   <value lang="en" status="translated">Journal &amp; notes</value>
/// </text>
/// ```
/// Ranges are those of the scanner's bytes.
struct CommonTextOutline {
  struct Content {
    /// What stands between the tags.
    var source: Range<Int>
    /// Whether that says itself: there are neither references nor sections in it.
    var isPlain: Bool
    var position: SourcePosition
  }

  struct Value {
    var status: KnownStatus
    var content: Content
    var position: SourcePosition
    var languagePosition: SourcePosition
    var statusPosition: SourcePosition
  }

  enum KnownStatus { case translated, initial, verified, special }

  private(set) var key = 0..<0
  private(set) var context = Content(source: 0..<0, isPlain: true, position: .start)
  /// Value by value, in the languages that stand first in ``languages``.
  private(set) var values: [Value] = []
  private(set) var position = SourcePosition.start
  private(set) var keyPosition = SourcePosition.start
  private(set) var contextPosition = SourcePosition.start
  /// Whether the source of the text is what is written of it, but for the line it stands in.
  private(set) var isCanonical = true

  /// Those of the last text, and more where one before it had more.
  private var languages: [String] = []
  /// Beside them, what they are told by quickly.
  private var words: [UInt64] = []
  /// All languages so far.
  private(set) var allLanguages: Set<String> = []

  func language(_ number: Int) -> String { languages[number] }

  /// - Parameters:
  ///   - scanner: stands at an element of the root; behind it afterwards, or anywhere when it has not
  ///     the common shape.
  ///   - limit: how many bytes the text may have.
  ///   - known: the languages of the texts before. One that is new is left to the events. Nil where all
  ///     are known.
  /// - Returns: whether it has that shape; if not, nothing here means anything.
  mutating func read(_ scanner: inout XMLScanner, limit: Int, languages known: Set<String>?) -> Bool
  {
    values.removeAll(keepingCapacity: true)
    isCanonical = true
    let start = scanner.place
    guard scanner.skip("<text key=\"") else { return false }
    position = start.position
    keyPosition = scanner.place.position
    guard let key = scanner.skipPlainValue(), scanner.skip(">") else { return false }
    self.key = key
    skipSpace(&scanner)
    guard readContext(&scanner) else { return false }
    skipSpace(&scanner)
    while !scanner.skip("</text>") {
      guard readValue(&scanner, known) else { return false }
      skipSpace(&scanner)
    }
    return !values.isEmpty && scanner.place.index - start.index <= limit
  }

  /// Passes what stands between two elements, and looks whether that is what is written there.
  private mutating func skipSpace(_ scanner: inout XMLScanner) {
    let start = scanner.place.index
    if scanner.skip("\n    <"), scanner.byte(0) != UInt8(ascii: "/") {
      scanner.place.index -= 1
    } else {
      scanner.place.index = start
      guard scanner.skip("\n  </") else {
        scanner.skipSpace()
        isCanonical = false
        return
      }
      scanner.place.index -= 2
    }
    scanner.place.line += 1
    scanner.place.lineStart = start + 1
  }

  private mutating func readContext(_ scanner: inout XMLScanner) -> Bool {
    contextPosition = scanner.place.position
    guard scanner.skip("<context") else { return false }
    let isEmpty = scanner.skip("/>")
    guard isEmpty || scanner.skip(">") else { return false }
    var content = Self.nothing(at: scanner.place)
    guard isEmpty || readContent(&scanner, into: &content, end: "</context>") else { return false }
    context = content
    return true
  }

  private mutating func readValue(_ scanner: inout XMLScanner, _ known: Set<String>?) -> Bool {
    let position = scanner.place.position
    guard scanner.skip("<value lang=\"") else { return false }
    let languagePosition = scanner.place.position
    guard let spelling = scanner.skipPlainValue(),
      isLanguage(scanner.part(spelling), known), scanner.skip(" status=\"")
    else { return false }
    let statusPosition = scanner.place.position
    guard let status = Self.status(&scanner) else { return false }
    let isEmpty = scanner.skip("\"/>")
    guard isEmpty || scanner.skip("\">") else { return false }
    var content = Self.nothing(at: scanner.place)
    guard isEmpty || readContent(&scanner, into: &content, end: "</value>") else { return false }
    values.append(
      Value(
        status: status, content: content, position: position, languagePosition: languagePosition,
        statusPosition: statusPosition))
    return true
  }

  /// Whether the next value may be in this language, which is kept.
  private mutating func isLanguage(
    _ spelling: UnsafeBufferPointer<UInt8>, _ known: Set<String>?
  ) -> Bool {
    let number = values.count
    let word = Self.word(spelling)
    if word != 0, number < words.count, words[number] == word { return true }
    let name = String(decoding: spelling, as: UTF8.self)
    if number < languages.count, languages[number].isExactly(name) { return true }
    if let known, !known.contains(name) { return false }
    if number < languages.count {
      languages[number] = name
      words[number] = word
    } else {
      languages.append(name)
      words.append(word)
    }
    if !allLanguages.contains(name) { allLanguages.insert(name) }
    return true
  }

  /// A spelling of up to seven bytes and its length; 0 for a longer one.
  private static func word(_ spelling: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard spelling.count < 8 else { return 0 }
    return spelling.reduce(UInt64(spelling.count)) { $0 << 8 | UInt64($1) }
  }

  private static func status(_ scanner: inout XMLScanner) -> KnownStatus? {
    if scanner.skip("translated") { return .translated }
    if scanner.skip("initial") { return .initial }
    if scanner.skip("verified") { return .verified }
    return scanner.skip("special") ? .special : nil
  }

  private static func nothing(at place: XMLScanner.Place) -> Content {
    Content(source: place.index..<place.index, isPlain: true, position: place.position)
  }

  /// Passes text, references and sections up to an end tag.
  @inline(__always) private mutating func readContent(
    _ scanner: inout XMLScanner, into content: inout Content, end: StaticString
  ) -> Bool {
    let start = scanner.place.index
    if scanner.skip(end) {
      isCanonical = false
      return true
    }
    while let next = scanner.byte(0) {
      let part = next == UInt8(ascii: "<") ? scanner.section() : scanner.text()
      guard part.isWhole else { return false }
      if part != .plainText { content.isPlain = false }
      let behind = scanner.place.index
      if scanner.skip(end) {
        content.source = start..<behind
        // Line ends are written as line feeds.
        if !content.isPlain, scanner.part(content.source).contains(UInt8(ascii: "\r")) {
          isCanonical = false
        }
        return true
      }
    }
    return false
  }
}
