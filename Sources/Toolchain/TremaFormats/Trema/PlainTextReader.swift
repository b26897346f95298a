import TremaCatalog
import TremaMessages
import TremaXML

/// Reads texts that are spelled as trema files nearly always are straight from their bytes into
/// ``PlainTexts``, without events, tags and strings: a text takes a tenth of the time then.
///
/// ```xml
/// <text key="title">
///   <context>The name of the app</context>
///   <value lang="en" status="translated">Journal &amp; notes</value>
/// </text>
/// ```
/// Whatever differs, an attribute too many, a comment, a plural, is told by the events as ever;
/// this reader says nothing of it.
struct PlainTextReader {
  /// Signs that no value may have, beyond those that could be more than text.
  private let refused: Signs
  private let refusedInProse: Signs
  private let readsProse: Bool
  private let isRefused: (@Sendable (PlainText, PlainTexts, Int?) -> Bool)?
  private let backslash: BackslashRule
  /// The languages of texts that may be plain, as ``PlainTexts/languages`` numbers them.
  private var groups: [(languages: [Int], master: Int?)] = []
  /// Which of them the last text had.
  private var lastGroup = 0
  /// Those of the text's first value, which the others must have as well; nil for none.
  private var placeholders: SimplePlaceholders?
  /// References resolved, before escapes are.
  private var source: [UInt8] = []
  /// What readers see of the last text with placeholders, and what stands in that.
  private var reading: [UInt8] = []
  private var readingSigns: Signs = []

  init(_ filter: PlainTextFilter, backslash: BackslashRule) {
    self.backslash = backslash
    refused = filter.refused.union(.brace)
    refusedInProse = filter.refusedInProse
    readsProse = filter.readsProse
    isRefused = filter.isRefused
  }

  /// Lets texts pass that are in just these languages, in this order. Of a text without any there is
  /// something to be said.
  mutating func letPass(_ languages: [Int], master: Int?) {
    if !languages.isEmpty, groups.count < Self.mostGroups,
      !groups.contains(where: { $0.languages == languages })
    {
      groups.append((languages, master))
    }
  }

  /// They are looked through one after the other; a catalogue in which each text has other languages
  /// is none of the usual ones.
  private static let mostGroups = 32

  private mutating func isGroup(_ values: ArraySlice<PlainText.Value>) -> Bool {
    func matches(_ group: Int) -> Bool {
      groups[group].languages.elementsEqual(values.lazy.map(\.language))
    }
    if lastGroup < groups.count, matches(lastGroup) { return true }
    guard let group = groups.indices.first(where: matches) else { return false }
    lastGroup = group
    return true
  }

  /// Those of the texts of a group, as ``PlainTexts/languages`` numbers them.
  func languages(of group: Int) -> [Int] { groups[group].languages }

  /// - Parameters:
  ///   - scanner: stands between two parts of the root's content; behind the text afterwards, or
  ///     anywhere when it is not plain.
  ///   - limit: how many bytes the text may have.
  ///   - texts: get what the text says.
  /// - Returns: nil when it is not plain, as far as it is there.
  mutating func read(
    _ scanner: inout XMLScanner, limit: Int, into texts: inout PlainTexts
  ) -> (text: PlainText, group: Int)? {
    if groups.isEmpty { return nil }
    let (byteCount, valueCount) = (texts.bytes.count, texts.values.count)
    if let text = text(&scanner, limit, &texts) { return (text, lastGroup) }
    if texts.bytes.count > byteCount || texts.values.count > valueCount {
      texts.remove(fromByte: byteCount, value: valueCount)
    }
    return nil
  }

  private mutating func text(
    _ scanner: inout XMLScanner, _ limit: Int, _ texts: inout PlainTexts
  ) -> PlainText? {
    scanner.skipSpace()
    let start = scanner.place
    guard scanner.skip("<text key=\"") else { return nil }
    let keyPosition = scanner.place.position
    guard let keyRange = scanner.skipPlainValue(), scanner.skip(">") else { return nil }
    scanner.skipSpace()
    guard let context = context(&scanner) else { return nil }
    let first = texts.values.count
    var hasStatus = false
    scanner.skipSpace()
    while !scanner.skip("</text>") {
      guard let standing = value(&scanner, first, &texts) else { return nil }
      if standing != .translated { hasStatus = true }
      scanner.skipSpace()
    }
    guard isGroup(texts.values[first...]), scanner.place.index - start.index <= limit else {
      return nil
    }
    var text = PlainText(
      key: PlainTexts.pending(keyRange), context: PlainTexts.pending(context),
      values: first..<texts.values.count, hasStatus: hasStatus, position: start.position,
      keyPosition: keyPosition)
    texts.append(
      source: scanner.part(start.index..<scanner.place.index), from: start.index, of: &text)
    return isRefused?(text, texts, groups[lastGroup].master) == true ? nil : text
  }

  /// - Returns: what it says, of the source; nil when it is not plain.
  private func context(_ scanner: inout XMLScanner) -> Range<Int>? {
    guard scanner.skip("<context") else { return nil }
    let start = scanner.place.index
    if scanner.skip("/>") { return start..<start }
    guard scanner.skip(">") else { return nil }
    if scanner.skip("</context>") { return start..<start }
    guard !scanner.isAtEnd, scanner.text() == .plainText else { return nil }
    let prose = scanner.content
    guard Annotations.isOneLineOfProse(scanner.part(prose)), scanner.skip("</context>") else {
      return nil
    }
    return prose
  }

  /// What becomes of a known status.
  private enum Standing { case translated, initial, other }

  /// - Returns: nil when the value is not plain.
  private mutating func value(
    _ scanner: inout XMLScanner, _ first: Int, _ texts: inout PlainTexts
  ) -> Standing? {
    guard scanner.skip("<value lang=\""), let spelling = scanner.skipPlainValue(),
      let language = texts.language(scanner.part(spelling), guess: texts.values.count - first),
      scanner.skip(" status=\""), let standing = Self.standing(&scanner), scanner.skip("\">"),
      !scanner.isAtEnd
    else { return nil }
    let isFirst = texts.values.count == first
    let part = scanner.text()
    let text: Appended?
    if case .plainText = part, scanner.skip("</value>") {
      text = append(
        scanner.part(scanner.content), PlainTexts.pending(scanner.content), isFirst: isFirst,
        to: &texts)
    } else if part.isWhole, readPieces(part, &scanner) {
      let source = self.source
      text = source.withUnsafeBufferPointer { append($0, nil, isFirst: isFirst, to: &texts) }
    } else {
      text = nil
    }
    guard let text else { return nil }
    var value = PlainText.Value(
      language: language, text: text.range, signs: text.signs, source: text.source,
      isInitial: standing == .initial)
    if readsProse, text.signs.contains(.percent) {
      value.reading = reading.withUnsafeBufferPointer { texts.append($0) }
      value.readingSigns = readingSigns
    }
    texts.append(value)
    return standing
  }

  private static func standing(_ scanner: inout XMLScanner) -> Standing? {
    if scanner.skip("translated") { return .translated }
    if scanner.skip("initial") { return .initial }
    return scanner.skip("verified") || scanner.skip("special") ? .other : nil
  }

  /// Reads a value with references or sections up to its end tag into `source`.
  private mutating func readPieces(
    _ first: XMLScanner.Part, _ scanner: inout XMLScanner
  ) -> Bool {
    source.removeAll(keepingCapacity: true)
    var part = first
    while true {
      guard part.isWhole else { return false }
      scanner.tellContent(hasReferences: part == .text) { source += $0 }
      if scanner.skip("</value>") { return true }
      guard let next = scanner.byte(0) else { return false }
      part = next == UInt8(ascii: "<") ? scanner.section() : scanner.text()
    }
  }

  private typealias Appended = (range: Range<Int>, signs: Signs, source: Range<Int>)

  /// Appends what a value says.
  ///
  /// - Parameters:
  ///   - source: the value, before its escapes are read.
  ///   - range: where that stands, if it is to be appended with the whole text.
  /// - Returns: nil where what it says is not plain.
  private mutating func append(
    _ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>?, isFirst: Bool,
    to texts: inout PlainTexts
  ) -> Appended? {
    let signs = Signs(in: source)
    guard signs.isDisjoint(with: refused), !source.isEmpty else { return nil }
    guard signs.contains(.backslash), backslash == .escape else {
      guard haveSamePlaceholders(source, signs, isFirst), isLetPass(source, signs) else {
        return nil
      }
      let range = range ?? texts.append(source)
      return (range, signs, range)
    }
    guard let text = texts.append(escaped: source) else { return nil }
    let own: Signs? = texts.bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[text])
      // Space at an end is looked at, whether it is escaped or not.
      let own = Signs(in: text)
      guard own.isDisjoint(with: refused), haveSamePlaceholders(text, own, isFirst),
        isLetPass(text, own)
      else { return nil }
      return own
    }
    return own.map { (text, $0, range ?? texts.append(source)) }
  }

  /// Whether what readers see of a text, whose placeholders are simple, has none of the signs that are
  /// refused there.
  private mutating func isLetPass(_ text: UnsafeBufferPointer<UInt8>, _ signs: Signs) -> Bool {
    if !readsProse { return true }
    guard signs.contains(.percent) else { return isLetPass(prose: text, signs) }
    reading.removeAll(keepingCapacity: true)
    SimplePlaceholders.append(text, as: PlainTexts.placeholder, to: &reading)
    return reading.withUnsafeBufferPointer { reading in
      let signs = Signs(in: reading)
      readingSigns = signs
      return isLetPass(prose: reading, signs)
    }
  }

  private func isLetPass(prose: UnsafeBufferPointer<UInt8>, _ signs: Signs) -> Bool {
    let odd = signs.intersection(refusedInProse)
    return odd.isEmpty || odd == .strange && signs.settled(for: prose) != signs
  }

  /// Whether a value, which is a text's first or not, has the placeholders of its first.
  private mutating func haveSamePlaceholders(
    _ text: UnsafeBufferPointer<UInt8>, _ signs: Signs, _ isFirst: Bool
  ) -> Bool {
    var own: SimplePlaceholders?
    if signs.contains(.percent) {
      guard let found = SimplePlaceholders(in: text) else { return false }
      if !found.isEmpty { own = found }
    }
    if isFirst { placeholders = own }
    guard let own else { return placeholders == nil }
    return placeholders.map { $0 == own } ?? false
  }
}
