import TremaCatalog
import TremaDiagnostics
import TremaMessages
import TremaXML

/// Reads texts that are spelled as trema files nearly always are straight from their bytes, without
/// events and tags: a text takes half the instructions then.
///
/// ```xml
/// <text key="title">
///   <context>The name of the app</context>
///   <value lang="en" status="translated">Journal &amp; notes</value>
/// </text>
/// ```
/// What the text is, and where everything in it stands, is the same as by way of the events. Those
/// tell what differs: an attribute too many, a comment, a child element, all that is to be reported.
///
/// ``PlainTextReader`` takes fewer texts, and makes no values of them.
struct CommonTextReader {
  let file: String
  private let backslash: BackslashRule
  /// The languages of the last text.
  private var usual: [String] = []
  /// What a content says, references resolved.
  private var content: [UInt8] = []

  init(file: String, backslash: BackslashRule) {
    self.file = file
    self.backslash = backslash
  }

  /// - Parameters:
  ///   - scanner: stands at an element of the root; behind it afterwards, or anywhere when it has not
  ///     the common shape.
  ///   - limit: how many bytes the text may have.
  ///   - languages: those of the texts before. One that is new is left to the events.
  mutating func read(
    _ scanner: inout XMLScanner, limit: Int, languages: Set<String>
  ) -> Text? {
    let start = scanner.place
    guard scanner.skip("<text key=\"") else { return nil }
    let keyPosition = scanner.place.position
    guard let key = scanner.skipPlainValue(), scanner.skip(">") else { return nil }
    var text = Text(key: string(scanner.part(key)), file: file)
    text.position = start.position
    text.keyPosition = keyPosition
    scanner.skipSpace()
    guard let context = context(&scanner) else { return nil }
    text.context = context
    text.values.reserveCapacity(usual.count)
    scanner.skipSpace()
    while !scanner.skip("</text>") {
      guard let value = value(&scanner, text.values.count, languages) else { return nil }
      text.values.append(value)
      scanner.skipSpace()
    }
    guard !text.values.isEmpty, scanner.place.index - start.index <= limit else { return nil }
    if usual.count != text.values.count { usual = text.values.map(\.language) }
    return text
  }

  private mutating func context(_ scanner: inout XMLScanner) -> Context? {
    let start = scanner.place.position
    guard scanner.skip("<context") else { return nil }
    let isEmpty = scanner.skip("/>")
    guard isEmpty || scanner.skip(">") else { return nil }
    var context = Context("")
    context.position = start
    context.textPosition = scanner.place.position
    if isEmpty { return context }
    guard let content = content(&scanner, end: "</context>") else { return nil }
    if !content.text.isEmpty { context.text = content.text }
    if content.spelling != nil { context.spelling = content.spelling }
    return context
  }

  private mutating func value(
    _ scanner: inout XMLScanner, _ number: Int, _ languages: Set<String>
  ) -> Value? {
    let start = scanner.place.position
    guard scanner.skip("<value lang=\"") else { return nil }
    let languagePosition = scanner.place.position
    guard let spelled = scanner.skipPlainValue(),
      let language = language(string(scanner.part(spelled)), number, languages),
      scanner.skip(" status=\"")
    else { return nil }
    let statusPosition = scanner.place.position
    guard let status = Self.status(&scanner) else { return nil }
    let isEmpty = scanner.skip("\"/>")
    guard isEmpty || scanner.skip("\">") else { return nil }
    let textPosition = scanner.place.position
    guard let content = isEmpty ? ("", nil) : content(&scanner, end: "</value>") else { return nil }
    var value = Value(
      language: language, status: status, source: content.text, spelling: content.spelling,
      backslash: backslash)
    value.position = start
    value.languagePosition = languagePosition
    value.statusPosition = statusPosition
    value.textPosition = textPosition
    return value
  }

  /// - Returns: nil for one that no text before had.
  private mutating func language(
    _ language: String, _ number: Int, _ languages: Set<String>
  ) -> String? {
    if number < usual.count, usual[number].isExactly(language) { return language }
    guard languages.contains(language) else { return nil }
    if number < usual.count { usual[number] = language }
    return language
  }

  private static func status(_ scanner: inout XMLScanner) -> Status? {
    if scanner.skip("translated") { return .translated }
    if scanner.skip("initial") { return .initial }
    if scanner.skip("verified") { return .verified }
    return scanner.skip("special") ? .special : nil
  }

  /// Reads text, references and sections up to an end tag.
  ///
  /// - Returns: what they say, and their source where that is not the same.
  private mutating func content(
    _ scanner: inout XMLScanner, end: StaticString
  ) -> (text: String, spelling: String?)? {
    let start = scanner.place.index
    if scanner.skip(end) { return ("", nil) }
    content.removeAll(keepingCapacity: true)
    // A section before it may say nothing.
    var isFirst = true
    while let next = scanner.byte(0) {
      let part = next == UInt8(ascii: "<") ? scanner.section() : scanner.text()
      guard part.isWhole else { return nil }
      let behind = scanner.place.index
      if scanner.skip(end) {
        let source = scanner.part(start..<behind)
        if part == .plainText, isFirst { return (string(source), nil) }
        scanner.tellContent(hasReferences: part == .text) { content += $0 }
        return (
          String(decoding: content, as: UTF8.self), TremaSource.spelling(source, of: content)
        )
      }
      scanner.tellContent(hasReferences: part == .text) { content += $0 }
      isFirst = false
    }
    return nil
  }

  private func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
