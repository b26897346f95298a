import TremaCatalog
import TremaFormats
import TremaSupport

/// Rewrites a catalogue in its canonical form, one text at a time.
package enum CatalogFormatting {
  /// - Parameters:
  ///   - decoder: the catalogue as it is.
  ///   - sortsTexts: texts in the order of their keys (by UTF-8 bytes) instead of the file's; needs
  ///     all of them in memory.
  ///   - write: takes the bytes in pieces.
  /// - Returns: what was odd about the file.
  /// - Throws: where the file cannot be read, or cannot be written back without a loss: a document
  ///   type declaration, text outside of values.
  package static func format(
    _ decoder: inout TremaDecoder, sortsTexts: Bool = false,
    write: ([UInt8]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [Diagnostic] {
    var encoder = TremaEncoder()
    var output: [UInt8] = []
    let header = try decoder.header()
    try refuseDocumentType(&decoder)
    encoder.begin(header, into: &output)
    var diagnostics: [Diagnostic] = []
    var texts: [Text] = []
    while let text = try decoder.next() {
      if sortsTexts {
        texts.append(text)
        continue
      }
      encoder.append(text, into: &output)
      if output.count >= 1 << 16 {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
      diagnostics += try refuseLosses(&decoder)
    }
    diagnostics += try refuseLosses(&decoder)
    for text in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      encoder.append(text, into: &output)
    }
    encoder.end(decoder.footer, into: &output)
    try write(output)
    return diagnostics
  }

  /// Reads a whole catalogue that is to be changed and written back.
  ///
  /// - Throws: where the file cannot be read, or cannot be written back without a loss.
  package static func read(_ decoder: inout TremaDecoder) throws(Diagnostic) -> Catalog {
    var catalogue = Catalog(header: try decoder.header())
    try refuseDocumentType(&decoder)
    while let text = try decoder.next() { catalogue.texts.append(text) }
    _ = try refuseLosses(&decoder)
    catalogue.footer = decoder.footer
    return catalogue
  }

  /// Reads a state of a catalogue that is to be written back.
  ///
  /// - Parameter decoder: keeps the sources of texts.
  /// - Throws: as ``read(_:)``.
  package static func readState(_ decoder: inout TremaDecoder) throws(Diagnostic) -> CatalogState {
    _ = try decoder.header()
    try refuseDocumentType(&decoder)
    let state = try decoder.state()
    _ = try refuseLosses(&decoder)
    return state
  }

  private static func refuseDocumentType(_ decoder: inout TremaDecoder) throws(Diagnostic) {
    guard let place = decoder.documentType else { return }
    try readOn(&decoder)
    throw Diagnostic(
      .error, "document-type", "a file with a document type declaration is not formatted",
      at: place, hint: "replace its entities by their text and remove the declaration")
  }

  private static func refuseLosses(_ decoder: inout TremaDecoder) throws(Diagnostic) -> [Diagnostic]
  {
    let diagnostics = decoder.takeDiagnostics()
    if let loss = diagnostics.first(where: { $0.severity == .error }) {
      try readOn(&decoder)
      throw loss
    }
    return diagnostics
  }

  /// Reads to the end, so that an error of reading is reported before one of writing back, wherever it
  /// is.
  private static func readOn(_ decoder: inout TremaDecoder) throws(Diagnostic) {
    while try decoder.next() != nil {}
  }
}
