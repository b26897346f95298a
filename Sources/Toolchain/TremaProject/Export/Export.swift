import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Writes what translators get: a file for each language of each catalogue, with the original, the
/// context, the status and the limit of every text.
package struct Export {
  /// Which texts.
  package enum Only: Hashable, Sendable {
    case untranslated
    /// The revision of git.
    case changed(since: String)
  }

  package var format: ResourceFormat
  package var languages: [LanguageTag]
  /// nil for all.
  package var only: Only?
  /// A file, or a folder where it is one, ends with `/`, or is to hold several files.
  package var output = "."
  package var xliffVersion = XLIFFVersion.v12

  /// - Parameter format: one that holds translations beside their originals.
  package init(_ format: ResourceFormat, _ languages: [LanguageTag]) {
    self.format = format
    self.languages = languages
  }

  /// - Parameters:
  ///   - conversion: its catalogues, and how they are read; its outputs do not matter.
  ///   - transaction: takes the files; it is for the caller to commit.
  /// - Throws: when a catalogue, now or as it was, cannot be read, or an output not be written.
  package func run(
    _ conversion: Conversion, into transaction: OutputTransaction
  ) throws(Diagnostic) -> Conversion.Report {
    var all = Conversion.Report()
    for catalogue in conversion.catalogues {
      var work = conversion
      work.catalogues = [catalogue]
      work.chosenLanguages = languages
      work.tellsAllLosses = true
      // What is not translated is what translators are asked for.
      for code in ["missing-translation", "empty-value"] where work.policy.settings[code] == nil {
        work.policy.set(code, to: .off)
      }
      // Where the master takes other arguments now, the translation is what is to be mended.
      work.policy.set("placeholder-mismatch", to: .warning)
      let isSeveral = conversion.catalogues.count > 1 || languages.count > 1
      work.outputs = [try output(of: catalogue, isSeveral: isSeveral)]
      let report = try work.run(into: transaction)
      all.diagnostics += report.diagnostics
      all.texts += report.texts
    }
    return all
  }

  private func output(
    of catalogue: Conversion.Catalogue, isSeveral: Bool
  ) throws(Diagnostic) -> ConversionOutput {
    var folder = output
    var name: String?
    if !isSeveral, !output.hasSuffix("/"), FolderListing.kind(of: output) != .folder {
      let slash = output.utf8.lastIndex(of: UInt8(ascii: "/")).map { output.index(after: $0) }
      folder = String(output[..<(slash ?? output.startIndex)])
      name = String(output[(slash ?? output.startIndex)...])
    }
    try refuse(folder: folder, name: name, of: catalogue)
    var made = ConversionOutput(
      .resources(format), directory: folder == "." ? "" : folder, table: Self.table(of: catalogue))
    made.fileName = name
    made.isForTranslators = true
    made.xliffVersion = xliffVersion
    made.selection.scope = try scope(of: catalogue)
    return made
  }

  /// A slip of the hand would cost the catalogue.
  ///
  /// - Parameter name: nil when the files get names of their own.
  private func refuse(
    folder: String, name: String?, of catalogue: Conversion.Catalogue
  ) throws(Diagnostic) {
    if let name {
      let isCatalogue =
        ReadableFormat(fileName: name) == .trema
        || catalogue.paths.contains { FolderListing.areSame($0, folder + name) }
      guard isCatalogue else { return }
      throw Diagnostic(
        .error, "usage", "'\(folder + name)' is a catalogue, and would be replaced by the file",
        hint: "name the file for the translators: -o Texts_fr.\(format.name)", kind: .usage)
    }
    let isFile = ReadableFormat(fileName: output) != nil && !output.hasSuffix("/")
    guard isFile, FolderListing.kind(of: output) != .folder else { return }
    throw Diagnostic(
      .error, "usage", "'\(output)' is the name of one file, and there are several",
      hint: "name a folder: -o Translations/", kind: .usage)
  }

  /// The first part of the names of files: that of the catalogue.
  private static func table(of catalogue: Conversion.Catalogue) -> String {
    let name = catalogue.paths.first?.split(separator: "/").last.map(String.init) ?? "-"
    guard name != "-" else { return "Texts" }
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    return dot.flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }

  private func scope(of catalogue: Conversion.Catalogue) throws(Diagnostic) -> TextScope {
    switch only {
    case nil: return TextScope()
    case .untranslated: return TextScope(.untranslated)
    case .changed(let revision):
      return TextScope(.changed(try Self.masters(of: catalogue, at: revision)))
    }
  }

  /// The texts in the master language as they were, by key; later files override earlier ones.
  ///
  /// - Throws: kind `.unreadable` when there is no such revision, or the file was no catalogue
  ///   then.
  private static func masters(
    of catalogue: Conversion.Catalogue, at revision: String
  ) throws(Diagnostic) -> [ExactKey: String] {
    var masters: [ExactKey: String] = [:]
    let options = TremaDecoder.Options(backslash: catalogue.backslash)
    for path in catalogue.paths {
      guard path != "-" else {
        throw Diagnostic(
          .error, "usage", "standard input has no history to compare with",
          hint: "name the file of the catalogue", kind: .usage)
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
