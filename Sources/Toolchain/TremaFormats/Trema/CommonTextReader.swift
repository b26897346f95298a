import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// Makes texts of a ``CommonTextOutline``: a text takes half the instructions then.
///
/// What the text is, and where everything in it stands, is the same as by way of the events. Those
/// tell what differs: an attribute too many, a comment, a child element, all that is to be reported.
///
/// ``PlainTextReader`` takes fewer texts, and makes no values of them.
struct CommonTextReader {
  let file: String
  private let backslash: BackslashRule
  /// Of the text that was read last.
  private(set) var outline = CommonTextOutline()
  /// What a content says, references resolved.
  private var content: [UInt8] = []

  init(file: String, backslash: BackslashRule) {
    self.file = file
    self.backslash = backslash
  }

  /// Parameters are those of ``CommonTextOutline/read(_:limit:languages:)``.
  mutating func read(_ scanner: inout XMLScanner, limit: Int, languages: Set<String>?) -> Text? {
    pass(&scanner, limit: limit, languages: languages) ? text(scanner) : nil
  }

  /// Reads a text, and makes none of it.
  mutating func pass(_ scanner: inout XMLScanner, limit: Int, languages: Set<String>?) -> Bool {
    outline.read(&scanner, limit: limit, languages: languages)
  }

  private mutating func text(_ scanner: XMLScanner) -> Text {
    var text = Text(key: string(scanner.part(outline.key)), file: file)
    text.position = outline.position
    text.keyPosition = outline.keyPosition
    text.context = context(scanner)
    text.values.reserveCapacity(outline.values.count)
    for number in outline.values.indices { text.values.append(value(number, scanner)) }
    return text
  }

  private mutating func context(_ scanner: XMLScanner) -> Context {
    var context = Context("")
    context.position = outline.contextPosition
    context.textPosition = outline.context.position
    if outline.context.source.isEmpty { return context }
    let said = said(outline.context, scanner)
    if !said.text.isEmpty { context.text = said.text }
    if said.spelling != nil { context.spelling = said.spelling }
    return context
  }

  private mutating func value(_ number: Int, _ scanner: XMLScanner) -> Value {
    let own = outline.values[number]
    let said = own.content.source.isEmpty ? (text: "", spelling: nil) : said(own.content, scanner)
    var value = Value(
      language: outline.language(number), status: Status(own.status), source: said.text,
      spelling: said.spelling, backslash: backslash)
    value.position = own.position
    value.languagePosition = own.languagePosition
    value.statusPosition = own.statusPosition
    value.textPosition = own.content.position
    return value
  }

  /// - Returns: what a content says, and its source where that is not the same.
  private mutating func said(
    _ own: CommonTextOutline.Content, _ scanner: XMLScanner
  ) -> (text: String, spelling: String?) {
    let source = scanner.part(own.source)
    if own.isPlain { return (string(source), nil) }
    content.removeAll(keepingCapacity: true)
    var rest = scanner
    rest.place.index = own.source.lowerBound
    while rest.place.index < own.source.upperBound {
      let part = rest.byte(0) == UInt8(ascii: "<") ? rest.section() : rest.text()
      // It is whole, as it was before.
      guard part.isWhole else { break }
      rest.tellContent(hasReferences: part == .text) { content += $0 }
    }
    return (String(decoding: content, as: UTF8.self), TremaSource.spelling(source, of: content))
  }

  private func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension Status {
  fileprivate init(_ status: CommonTextOutline.KnownStatus) {
    self =
      switch status {
      case .translated: .translated
      case .initial: .initial
      case .verified: .verified
      case .special: .special
      }
  }
}
