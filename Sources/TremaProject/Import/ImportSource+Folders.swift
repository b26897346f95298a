import TremaDiagnostics
import TremaFormats

extension ImportSource {
  /// Folders nest no deeper where people keep texts.
  private static let deepest = 16

  /// The files that a path stands for: itself, or those in a folder that hold texts.
  ///
  /// Below a folder these are taken: all files of formats that nothing but texts is kept in, what
  /// stands in `values*` of Android, and JSON whose name or folder says its language. `.properties`
  /// need a name that says it, or a neighbour of the same name with a language.
  ///
  /// - Parameters:
  ///   - path: a file or a folder.
  ///   - format: the format of all of them; nil to take it from the names.
  /// - Throws: kind `.usage` for a file of no known format and for a folder without texts, kind
  ///   `.unreadable` for a folder that cannot be listed.
  static func all(at path: String, as format: ReadableFormat?) throws(Diagnostic) -> [ImportSource]
  {
    guard path != "-", FolderListing.kind(of: path) == .folder else {
      // Opening it says why it cannot be read, where it cannot.
      if path != "-", FolderListing.kind(of: path) == .absent { _ = try InputFile(path: path) }
      if let source = ImportSource(path: path, as: format) { return [source] }
      throw Diagnostic(
        .error, "usage", "the name of '\(path)' does not say its format",
        hint: "name it: --from \(ReadableFormat.allCases.map(\.rawValue).joined(separator: "|"))",
        kind: .usage)
    }
    let sources = try inFolder(path, as: format, below: [])
    if !sources.isEmpty { return sources }
    throw Diagnostic(
      .error, "usage", "there is nothing to import in the folder '\(path)'",
      hint: "it looks for *.lproj, values*/*.xml and files such as Texts_fr.arb; name other files",
      kind: .usage)
  }

  private static func inFolder(
    _ folder: String, as format: ReadableFormat?, below ancestors: [String]
  ) throws(Diagnostic) -> [ImportSource] {
    // A link can lead back to where it stands.
    guard ancestors.count < deepest,
      !ancestors.contains(where: { FolderListing.areSame($0, folder) })
    else { return [] }
    var sources: [ImportSource] = []
    let names = try FolderListing.names(in: folder)
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if FolderListing.kind(of: path) == .folder {
        sources += try inFolder(path, as: format, below: ancestors + [folder])
      } else if var source = ImportSource(path: path), source.isMeant(as: format, among: names) {
        source.isFound = true
        sources.append(source)
      }
    }
    return sources
  }

  /// Whether a file that nobody named holds texts. Many files end with `.json` or `.xml`.
  private func isMeant(as wanted: ReadableFormat?, among names: [String]) -> Bool {
    if let wanted, wanted != format { return false }
    switch format {
    case .trema, .strings, .stringsdict, .xcstrings, .arb, .po, .xliff: return true
    case .csv, .tsv, .xlsx: return wanted != nil
    case .android: return isVariation || language != nil || isDefault
    case .json: return language != nil
    case .properties:
      guard isDefault, let name = path.split(separator: "/").last else { return language != nil }
      let start = name.dropLast(".properties".count) + "_"
      return names.contains { other in
        other.utf8.starts(with: start.utf8) && ImportSource(path: other)?.language != nil
          && ImportSource(path: other)?.format == .properties
      }
    }
  }
}
