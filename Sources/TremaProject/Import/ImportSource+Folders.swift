import TremaDiagnostics
import TremaFormats

extension ImportSource {
  /// Folders nest no deeper where people keep texts; a link that leads back into itself does.
  private static let deepest = 16

  /// The files that a path stands for: itself, or those in a folder that hold texts.
  ///
  /// Below a folder these are taken: what stands in `*.lproj`, what stands in `values*` of Android,
  /// and files whose name says both their format and, unless the file itself says it, their language.
  ///
  /// - Parameters:
  ///   - path: a file or a folder.
  ///   - format: the format of all of them; nil to take it from the names.
  /// - Throws: kind `.usage` for a file of no known format and for a folder without texts, kind
  ///   `.unreadable` for a folder that cannot be listed.
  static func all(at path: String, as format: ReadableFormat?) throws(Diagnostic) -> [ImportSource]
  {
    guard path != "-", FolderListing.kind(of: path) == .folder else {
      if let source = ImportSource(path: path, as: format) { return [source] }
      throw Diagnostic(
        .error, "usage", "the name of '\(path)' does not say its format",
        hint: "name it: --from \(ReadableFormat.allCases.map(\.rawValue).joined(separator: "|"))",
        kind: .usage)
    }
    let sources = try inFolder(path, as: format, depth: 0)
    if !sources.isEmpty { return sources }
    throw Diagnostic(
      .error, "usage", "there is nothing to import in the folder '\(path)'",
      hint: "it looks for *.lproj, values*/*.xml and files such as Texts_fr.arb; name other files",
      kind: .usage)
  }

  private static func inFolder(
    _ folder: String, as format: ReadableFormat?, depth: Int
  ) throws(Diagnostic) -> [ImportSource] {
    guard depth < deepest else { return [] }
    var sources: [ImportSource] = []
    for name in try FolderListing.names(in: folder) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if FolderListing.kind(of: path) == .folder {
        sources += try inFolder(path, as: format, depth: depth + 1)
      } else if let source = ImportSource(path: path), source.isMeant(as: format) {
        sources.append(source)
      }
    }
    return sources
  }

  /// Whether a file that nobody named holds texts. Many files end with `.json` or `.xml`.
  private func isMeant(as wanted: ReadableFormat?) -> Bool {
    if let wanted, wanted != format { return false }
    if format.saysItsLanguage { return !format.isTable || wanted != nil }
    // Texts for other devices would be in conflict with those for all.
    return !isVariation && (language != nil || isDefault)
  }
}
