import TremaCatalog
import TremaMessages
import TremaSupport
import TremaXML

/// A decoder for trema catalogs that reads one text at a time. Its memory use does not grow with
/// the file size.
///
/// It accepts all variants that occur in practice: all forms of the root and the schema addresses,
/// any encoding, and a missing status. Parts that trema 1.0 does not define (attributes, elements,
/// comments) are kept and reported.
///
/// See `trema-1.0.xsd`.
package struct TremaDecoder {
  /// The options of a decoder.
  package struct Options: Sendable {
    /// The backslash rule for values.
    package var backslash = BackslashRule.escape
    /// The limits of the XML parser.
    package var limits = XMLLimits()
    /// The maximum number of findings per kind. Further findings are only counted. `nil` means no
    /// limit.
    package var maxFindings: Int?
    /// Whether unknown elements and comments are kept, which is necessary if the catalog will be
    /// written. Unknown elements are always reported, and comments that may be merge conflicts are
    /// always kept.
    package var keepsElements = true
    /// Creates options.
    ///
    /// - Parameters:
    ///   - backslash: The backslash rule for values.
    ///   - maximumValueSize: The maximum size of a value, in bytes, or `nil` for the default.
    package init(backslash: BackslashRule = .escape, maximumValueSize: Int? = nil) {
      self.backslash = backslash
      if let maximumValueSize { limits.heldBytes = maximumValueSize }
    }
  }

  /// The maximum number of languages in a file, counted by spelling. CLDR defines about 800. In
  /// most formats, each language has its own files.
  package static let maxLanguages = 1_000

  /// The maximum length of a language, in bytes. It is limited because findings contain the
  /// language. A tag rarely has more than a dozen bytes, and at most 35 without private use subtags
  /// (RFC 5646, section 4.4.1).
  static let maxLanguageLength = 1_000

  /// Returns an error if a catalog could not be read back because it has too many languages, or a
  /// language that is too long. Returns `nil` for any other catalog.
  package static func exceededLimit(of catalog: Catalog) -> Diagnostic? {
    var languages: Set<String> = []
    // The loops are over indices because loops over texts and values would copy each of them.
    for text in catalog.texts.indices {
      for value in catalog.texts[text].values.indices {
        let language = catalog.texts[text].values[value].language
        if !languages.contains(language) { languages.insert(language) }
      }
    }
    let longest = languages.union([catalog.header.masterLanguage]).max {
      $0.utf8.count < $1.utf8.count
    }
    if let longest, longest.utf8.count > maxLanguageLength {
      return Diagnostic(
        .error, "size-limit", "the language '\(longest.shortened)' is too long",
        at: SourceLocation(file: catalog.header.file),
        hint: "use a tag of at most \(maxLanguageLength) bytes", kind: .unwritable)
    }
    guard languages.count > maxLanguages else { return nil }
    return Diagnostic(
      .error, "size-limit",
      "the catalogue would have values in too many languages: \(languages.count)",
      at: SourceLocation(file: catalog.header.file),
      hint: "split the catalogue; it can have at most \(maxLanguages)", kind: .unwritable)
  }

  /// A function that returns the next bytes of the file, or `nil` at the end.
  package typealias Source = () throws(Diagnostic) -> [UInt8]?

  /// The function that returns the bytes.
  private let source: Source
  /// The handler that owns the builder.
  private let handler: TremaHandler
  private let reader: XMLReader
  /// Whether the end of the file has been reached.
  private var isFinished = false
  /// The index of the next text in the batch.
  private var index = 0

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - file: The path to print in diagnostics. The file is not opened.
  ///   - options: The backslash rule and the limits.
  ///   - source: Returns the file's bytes in pieces of any size.
  package init(file: String, options: Options = Options(), source: @escaping Source) {
    self.source = source
    handler = TremaHandler(file: file, options: options)
    reader = XMLReader(file: file, limits: options.limits, handler: handler)
  }

  /// Returns the part before the first text. Reads the file up to the start tag of the root.
  ///
  /// - Throws: A diagnostic if the file is not XML, has a different root element, or has no
  ///   `masterLang` attribute.
  package mutating func header() throws(Diagnostic) -> CatalogHeader {
    while handler.builder.header == nil, try advance() {}
    guard let header = handler.builder.header else {
      throw Diagnostic(
        .error, "malformed-xml", "the file has no root element",
        at: SourceLocation(file: reader.file, start: .start), kind: .unreadable)
    }
    return header
  }

  /// Returns an editable copy of the next text, or `nil` after the last one.
  ///
  /// - Throws: The errors of ``nextView()``.
  package mutating func next() throws(Diagnostic) -> Text? {
    try nextView().map { Text($0) }
  }

  /// Returns the next text, or `nil` after the last one. The view is valid until the next call.
  ///
  /// - Throws: A diagnostic for the first malformed tag, missing `key` or `lang` attribute, or
  ///   exceeded limit.
  package mutating func nextView() throws(Diagnostic) -> TextView? {
    // The batch is cleared only after its last text, so the view remains valid.
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

  /// Returns the whole catalog, with all texts in memory. It must be called before the first text
  /// is read.
  ///
  /// - Throws: The errors of ``nextView()``.
  package mutating func state() throws(Diagnostic) -> CatalogState {
    let header = try header()
    while try advance() {}
    return CatalogState(header: header, texts: handler.builder.batch, footer: footer)
  }

  /// The part after the last text. It is complete once ``next()`` has returned `nil`.
  package var footer: CatalogFooter { handler.builder.footer }

  /// The location of the document type declaration, if there is one. A file with a declaration can
  /// be read, but not written again.
  package var documentType: SourceLocation? { handler.builder.documentTypeLocation }

  /// Returns and clears the findings since the last call, which report elements, attributes and
  /// text that the schema does not define.
  package mutating func takeDiagnostics() -> [Diagnostic] { handler.builder.takeDiagnostics() }

  /// Returns and clears summaries of the findings that exceed the limit.
  package mutating func takeOmittedSummary() -> [Diagnostic] {
    handler.builder.takeOmittedSummary()
  }

  /// Returns the diagnostic for a Git conflict, with a hint for catalogs.
  private static func withAdvice(_ conflict: Diagnostic) -> Diagnostic {
    var conflict = conflict
    conflict.hint =
      "resolve the conflict; 'trema merge --install' makes Git merge catalogues by key"
    return conflict
  }

  /// Parses the next bytes.
  ///
  /// - Returns: `false` if the end of the file had already been reached.
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
      throw error.code == "git-conflict" ? Self.withAdvice(error) : error
    }
    return true
  }
}

extension Catalog {
  /// Reads a whole catalog in memory.
  ///
  /// - Returns: The catalog and its findings.
  /// - Throws: The errors of ``TremaDecoder``.
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

/// An XML handler that forwards events to a ``TremaBuilder``.
final class TremaHandler: XMLHandler {
  /// The builder, which holds the whole state.
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

  func commentOrInstruction(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) throws(Diagnostic) {
    builder.commentOrInstruction(range: range, position: position, in: reader)
  }

  func documentType(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    builder.documentType(at: position)
  }
}
