import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// Reads a trema catalogue, one text at a time, in memory that does not grow with the file.
///
/// All root forms and schema addresses, any encoding, a missing status: everything that real files
/// have. Parts that trema 1.0 does not define are kept (attributes, elements, comments) and
/// reported.
///
/// Source: `trema-1.0.xsd`.
package struct TremaDecoder {
  package struct Options: Sendable {
    package var backslash = BackslashRule.escape
    package var limits = XMLLimits()
    /// How many oddities of one kind are made; the others are counted. Nil for all.
    package var maxFindings: Int?
    /// Whether elements that trema does not know are kept, and comments, as they must be where the
    /// catalogue is written again. Such elements are reported in any case, and comments are kept that
    /// may be conflicts of a merge.
    package var keepsElements = true
    /// - Parameter maximumValueSize: the largest value, in bytes; nil for the usual limit.
    package init(backslash: BackslashRule = .escape, maximumValueSize: Int? = nil) {
      self.backslash = backslash
      if let maximumValueSize { limits.held = maximumValueSize }
    }
  }

  /// The most languages of one file, by their spelling. CLDR knows some 800; each has files of its own
  /// in most formats.
  package static let mostLanguages = 1_000

  /// The most bytes of a language: findings repeat it. Tags have a dozen, and 35 at most where no private
  /// use is in them (RFC 5646, section 4.4.1).
  static let longestLanguage = 1_000

  /// An error for a catalogue that would not be read back, because it has more languages or a longer one;
  /// nil for all others.
  package static func excess(of catalogue: Catalog) -> Diagnostic? {
    var languages: Set<String> = []
    // By their indices: a loop over texts and values would copy each.
    for text in catalogue.texts.indices {
      for value in catalogue.texts[text].values.indices {
        let language = catalogue.texts[text].values[value].language
        if !languages.contains(language) { languages.insert(language) }
      }
    }
    let longest = languages.union([catalogue.header.masterLanguage]).max {
      $0.utf8.count < $1.utf8.count
    }
    if let longest, longest.utf8.count > longestLanguage {
      return Diagnostic(
        .error, "size-limit", "the language '\(longest.shortened)' could not be read again",
        at: SourceLocation(file: catalogue.header.file),
        hint: "a language has at most \(longestLanguage) bytes", kind: .unwritable)
    }
    guard languages.count > mostLanguages else { return nil }
    return Diagnostic(
      .error, "size-limit",
      "the catalogue would have values in \(languages.count) languages, and could not be read again",
      at: SourceLocation(file: catalogue.header.file),
      hint: "a catalogue has at most \(mostLanguages)", kind: .unwritable)
  }

  /// The next bytes of the file, nil at its end.
  package typealias Source = () throws(Diagnostic) -> [UInt8]?

  private let source: Source
  private let handler: TremaHandler
  private let reader: XMLReader
  private var isFinished = false
  /// The index in the batch of the next text.
  private var index = 0

  /// - Parameters:
  ///   - file: the path to print in diagnostics; it is not opened.
  ///   - options: how backslashes are read, and how much of anything.
  ///   - source: gives the bytes, in pieces of any size.
  package init(file: String, options: Options = Options(), source: @escaping Source) {
    self.source = source
    handler = TremaHandler(file: file, options: options)
    reader = XMLReader(file: file, limits: options.limits, handler: handler)
  }

  /// Returns the part before the first text; reads as far as the root's start tag.
  ///
  /// - Throws: where the file cannot be read: not XML, another root, no `masterLang`.
  package mutating func header() throws(Diagnostic) -> CatalogHeader {
    while handler.builder.header == nil, try advance() {}
    guard let header = handler.builder.header else {
      throw Diagnostic(
        .error, "malformed-xml", "the file has no root element",
        at: SourceLocation(file: reader.file, start: .start), kind: .unreadable)
    }
    return header
  }

  /// An editable copy of the next text, or `nil` after the last one.
  ///
  /// - Throws: as ``nextView()``.
  package mutating func next() throws(Diagnostic) -> Text? {
    try nextView().map { Text($0) }
  }

  /// The next text, or `nil` after the last one; valid until the next call.
  ///
  /// - Throws: at the first malformed tag, a missing `key` or `lang`, or a limit.
  package mutating func nextView() throws(Diagnostic) -> TextView? {
    let batch = handler.builder.batch
    while index == batch.count {
      if index > 0 {
        batch.removeAll()
        index = 0
      }
      guard try advance() else { return nil }
    }
    defer { index += 1 }
    return batch[index]
  }

  /// The whole catalog, with all texts in memory; to be called before the first text is taken.
  ///
  /// - Throws: as ``nextView()``.
  package mutating func state() throws(Diagnostic) -> CatalogState {
    let header = try header()
    while try advance() {}
    return CatalogState(header: header, texts: handler.builder.batch, footer: footer)
  }

  /// The part after the last text; complete once ``next()`` gave `nil`.
  package var footer: CatalogFooter { handler.builder.footer }

  /// The place of the document type declaration, if there is one: such a file can be read but not
  /// written back.
  package var documentType: SourceLocation? { handler.builder.typePlace }

  /// Returns the findings so far, and forgets them: elements, attributes and text that the schema has no
  /// place for.
  package mutating func takeDiagnostics() -> [Diagnostic] { handler.builder.takeDiagnostics() }

  /// Returns summaries of the findings that were only counted, and forgets these.
  package mutating func takeOmittedSummary() -> [Diagnostic] {
    handler.builder.takeOmittedSummary()
  }

  private static func advised(_ conflict: Diagnostic) -> Diagnostic {
    var conflict = conflict
    conflict.hint =
      "resolve the conflict of git first; 'trema merge --install' makes git merge catalogues by key"
    return conflict
  }

  private mutating func advance() throws(Diagnostic) -> Bool {
    if isFinished { return false }
    let bytes = try source()
    do throws(Diagnostic) {
      if let bytes {
        try reader.feed(bytes)
      } else {
        isFinished = true
        try reader.finish()
      }
    } catch {
      throw error.code == "git-conflict" ? Self.advised(error) : error
    }
    return true
  }
}

extension Catalog {
  /// Reads a whole catalogue from memory.
  ///
  /// - Returns: the catalogue and what was odd about it.
  /// - Throws: as ``TremaDecoder``.
  package static func decode(
    _ bytes: [UInt8], file: String, options: TremaDecoder.Options = TremaDecoder.Options()
  ) throws(Diagnostic) -> (Catalog, [Diagnostic]) {
    var rest: [UInt8]? = bytes
    var decoder = TremaDecoder(file: file, options: options) { () throws(Diagnostic) in
      defer { rest = nil }
      return rest
    }
    var catalog = Catalog(header: try decoder.header())
    while let text = try decoder.next() { catalog.texts.append(text) }
    catalog.footer = decoder.footer
    return (catalog, decoder.takeDiagnostics() + decoder.takeOmittedSummary())
  }
}

/// Is told of the events of a trema file, for a ``TremaBuilder``.
final class TremaHandler: XMLHandler {
  var builder: TremaBuilder

  init(file: String, options: TremaDecoder.Options) {
    builder = TremaBuilder(file: file, options: options)
  }

  func startElement(_ tag: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    try builder.startElement(tag, in: reader)
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    builder.characters(utf8, in: reader)
  }

  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    builder.endElement(range, in: reader)
  }

  func aside(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) throws(Diagnostic) {
    builder.aside(range: range, position: position, in: reader)
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    builder.documentType(at: position)
  }
}
