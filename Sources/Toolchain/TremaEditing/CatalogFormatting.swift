import TremaCatalog
import TremaFormats
import TremaSupport

/// Rewrites catalogs in their canonical form, one text at a time.
package enum CatalogFormatting {
  /// Formats a catalog.
  ///
  /// - Parameters:
  ///   - decoder: The decoder at the start of the catalog.
  ///   - sortsTexts: Whether to sort texts by their keys' UTF-8 bytes instead of keeping the file
  ///     order. Sorting holds all texts in memory.
  ///   - write: Receives the bytes in chunks.
  /// - Returns: The warnings and notes about the file.
  /// - Throws: A diagnostic if the file cannot be read, or cannot be written back without loss, for
  ///   example because of a document type declaration or text outside values.
  package static func format(
    _ decoder: inout TremaDecoder, sortsTexts: Bool = false,
    write: ([UInt8]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [Diagnostic] {
    var encoder = TremaEncoder()
    var output: [UInt8] = []
    let header = try decoder.header()
    try rejectDocumentType(&decoder)
    encoder.begin(header, into: &output)
    var diagnostics: [Diagnostic] = []
    var texts: [Text] = []
    while let text = try decoder.next() {
      if sortsTexts {
        texts.append(text)
        continue
      }
      encoder.append(text, into: &output)
      // The output is written in chunks of 64 KiB so that memory does not grow with the catalog.
      if output.count >= 1 << 16 {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
      diagnostics += try checkedDiagnostics(&decoder)
    }
    diagnostics += try checkedDiagnostics(&decoder)
    for text in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      encoder.append(text, into: &output)
    }
    encoder.end(decoder.footer, into: &output)
    try write(output)
    return diagnostics
  }

  /// Reads a whole catalog in order to change it and write it back.
  ///
  /// - Throws: A diagnostic if the file cannot be read, or cannot be written back without loss.
  package static func read(_ decoder: inout TremaDecoder) throws(Diagnostic) -> Catalog {
    var catalog = Catalog(header: try decoder.header())
    try rejectDocumentType(&decoder)
    while let text = try decoder.next() { catalog.texts.append(text) }
    _ = try checkedDiagnostics(&decoder)
    catalog.footer = decoder.footer
    return catalog
  }

  /// Reads the state of a catalog in order to write it back.
  ///
  /// - Parameter decoder: A decoder that keeps the sources of texts.
  /// - Throws: A diagnostic if the file cannot be read, or cannot be written back without loss.
  package static func readState(_ decoder: inout TremaDecoder) throws(Diagnostic) -> CatalogState {
    _ = try decoder.header()
    try rejectDocumentType(&decoder)
    let state = try decoder.state()
    _ = try checkedDiagnostics(&decoder)
    return state
  }

  /// Throws a diagnostic if the file has a document type declaration, because its entities would be
  /// lost.
  private static func rejectDocumentType(_ decoder: inout TremaDecoder) throws(Diagnostic) {
    guard let location = decoder.documentType else { return }
    try readToEnd(&decoder)
    throw Diagnostic(
      .error, "document-type", "cannot format a file with a document type declaration",
      at: location, hint: "replace its entities with their text, and remove the declaration")
  }

  /// Returns the diagnostics since the last call.
  ///
  /// - Throws: The first error among them, because writing the file back would lose information.
  private static func checkedDiagnostics(_ decoder: inout TremaDecoder) throws(Diagnostic)
    -> [Diagnostic]
  {
    let diagnostics = decoder.takeDiagnostics()
    if let loss = diagnostics.first(where: { $0.severity == .error }) {
      try readToEnd(&decoder)
      throw loss
    }
    return diagnostics
  }

  /// Reads to the end so that a reading error anywhere in the file is reported before a loss.
  private static func readToEnd(_ decoder: inout TremaDecoder) throws(Diagnostic) {
    while try decoder.next() != nil {}
  }
}
