import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Exports files for translators: one for each language of each catalogue, with the original, the
/// context, the status and the maximum length of each text.
package struct Export {
  /// A selection of texts.
  package enum TextFilter: Hashable, Sendable {
    /// The texts without a translation.
    case untranslated
    /// The texts whose master value has changed since a Git revision.
    case changed(since: String)
  }

  /// The format of the files.
  package var format: ResourceFormat
  /// The languages to translate to.
  package var languages: [LanguageTag]
  /// The texts to export, or `nil` for all texts.
  package var filter: TextFilter?
  /// The path of a file or a folder. It is a folder if such a folder exists, if it ends with `/`,
  /// or if there are several files.
  package var output = "."
  /// The version of XLIFF.
  package var xliffVersion = XLIFFVersion.v12

  /// Creates an export.
  ///
  /// - Parameters:
  ///   - format: A format with translations next to their originals.
  ///   - languages: The languages to translate to.
  package init(_ format: ResourceFormat, _ languages: [LanguageTag]) {
    self.format = format
    self.languages = languages
  }

  /// Exports the files.
  ///
  /// - Parameters:
  ///   - conversion: The catalogues and the rules for reading them. Its outputs are ignored.
  ///   - transaction: The transaction that receives the files and that the caller commits.
  /// - Throws: A diagnostic if a catalogue or its old version cannot be read, or if an output
  ///   cannot be written.
  package func run(
    _ conversion: Conversion, into transaction: OutputTransaction
  ) throws(Diagnostic) -> Conversion.Report {
    var all = Conversion.Report()
    for catalog in conversion.catalogs {
      var catalogConversion = conversion
      catalogConversion.catalogs = [catalog]
      catalogConversion.chosenLanguages = languages
      catalogConversion.reportsAllLosses = true
      // Missing translations are the reason for the export, so they are not reported.
      for code in ["missing-translation", "empty-value"]
      where catalogConversion.policy.settings[code] == nil {
        catalogConversion.policy.set(code, to: .off)
      }
      // If the arguments of the master or of a base have changed, the translator has to correct the
      // translation.
      catalogConversion.policy.set("placeholder-mismatch", to: .warning)
      catalogConversion.policy.set("variant-mismatch", to: .warning)
      // The base of a variant may be in another catalogue.
      catalogConversion.policy.set("unknown-variant-base", to: .off)
      let isSeveral = conversion.catalogs.count > 1 || languages.count > 1
      catalogConversion.outputs = [try output(of: catalog, hasSeveralCatalogs: isSeveral)]
      let report = try catalogConversion.run(into: transaction)
      all.diagnostics += report.diagnostics
      all.textCount += report.textCount
    }
    return all
  }

  /// Returns the output for one catalogue.
  ///
  /// - Parameters:
  ///   - catalog: The catalogue to export.
  ///   - hasSeveralCatalogs: Whether there are several files, so that the output must be a folder.
  private func output(
    of catalog: Conversion.CatalogInput, hasSeveralCatalogs: Bool
  ) throws(Diagnostic) -> ConversionOutput {
    var folder = output
    var name: String?
    if !hasSeveralCatalogs, !output.hasSuffix("/"), FolderListing.kind(of: output) != .folder {
      let slash = output.utf8.lastIndex(of: UInt8(ascii: "/")).map { output.index(after: $0) }
      folder = String(output[..<(slash ?? output.startIndex)])
      name = String(output[(slash ?? output.startIndex)...])
    }
    try validateOutput(folder: folder, name: name, of: catalog)
    var result = ConversionOutput(
      .resources(format), directory: folder == "." ? "" : folder, table: Self.table(of: catalog))
    result.fileName = name
    result.isForTranslators = true
    result.xliffVersion = xliffVersion
    result.selection.scope = try scope(of: catalog)
    return result
  }

  /// Throws a diagnostic if the output would replace a catalogue, or if several files have the same
  /// name.
  ///
  /// - Parameters:
  ///   - folder: The output folder with a trailing slash; empty for the current folder.
  ///   - name: The name of the file, or `nil` if the format determines the names.
  ///   - catalog: The catalogue that is exported.
  private func validateOutput(
    folder: String, name: String?, of catalog: Conversion.CatalogInput
  ) throws(Diagnostic) {
    if let name {
      let isCatalog =
        ReadableFormat(fileName: name) == .trema
        || catalog.paths.contains { FolderListing.isSameFile($0, folder + name) }
      guard isCatalog else { return }
      throw Diagnostic(
        .error, "usage", "the export would overwrite the catalogue '\(folder + name)'",
        hint: "specify another file: -o Texts_fr.\(format.name)", kind: .usage)
    }
    let isFile = ReadableFormat(fileName: output) != nil && !output.hasSuffix("/")
    guard isFile, FolderListing.kind(of: output) != .folder else { return }
    throw Diagnostic(
      .error, "usage", "'\(output)' is a file, but there are several outputs",
      hint: "specify a folder: -o Translations/", kind: .usage)
  }

  /// Returns the first part of the file names, which is the name of the catalogue without its
  /// extension.
  private static func table(of catalog: Conversion.CatalogInput) -> String {
    let name = catalog.paths.first?.split(separator: "/").last.map(String.init) ?? "-"
    guard name != "-" else { return "Texts" }
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    return dot.flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }

  /// Returns the texts to export.
  private func scope(of catalog: Conversion.CatalogInput) throws(Diagnostic) -> TextScope {
    switch filter {
    case nil: return TextScope()
    case .untranslated: return TextScope(.untranslated)
    case .changed(let revision):
      return TextScope(.changed(try Self.masters(of: catalog, at: revision)))
    }
  }

  /// Returns the old master values by key. Later files override earlier files.
  ///
  /// - Parameters:
  ///   - catalog: The catalogue whose old version to read.
  ///   - revision: The Git revision.
  /// - Throws: A diagnostic of the kind `.unreadable` if there is no such revision, or the file was
  ///   not a catalogue.
  private static func masters(
    of catalog: Conversion.CatalogInput, at revision: String
  ) throws(Diagnostic) -> [ExactKey: String] {
    var masters: [ExactKey: String] = [:]
    let options = TremaDecoder.Options(backslash: catalog.backslash)
    for path in catalog.paths {
      guard path != "-" else {
        throw Diagnostic(
          .error, "usage", "standard input has no history to compare with",
          hint: "specify the catalogue as a file", kind: .usage)
      }
      let repository = GitRepository(containing: path)
      guard let bytes = try repository.contents(of: path, at: revision) else { continue }
      let (old, _) = try Catalog.decode(bytes, file: "\(revision):\(path)", options: options)
      for text in old.texts {
        guard let index = text.index(ofLanguage: old.header.masterLanguage) else { continue }
        masters[ExactKey(text.key)] = text.values[index].source
      }
    }
    return masters
  }
}
