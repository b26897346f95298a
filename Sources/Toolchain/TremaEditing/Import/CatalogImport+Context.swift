import TremaCatalog
import TremaSupport

/// Contexts of texts that the catalogue already has.
extension CatalogImport {
  /// Completes the context of a text with the information in a file, and counts the change.
  ///
  /// The context in a file from translators is information for them, apart from the tags, which are
  /// added to a text that has none. No file restricts the platforms of a text of the catalogue.
  ///
  /// - Parameters:
  ///   - text: The text of the import.
  ///   - old: The text of the catalogue.
  ///   - isNew: Whether this import added the text, so that its context is not a change.
  ///   - source: The imported file.
  mutating func mergeContext(
    of text: Text, into old: inout Text, isNew: Bool, _ source: ImportedFile
  ) {
    guard let context = text.context, !context.text.isEmpty else { return }
    let before = old.context?.text ?? ""
    let (existing, imported) = (Annotations(old.context), Annotations(context))
    if source.isReturned {
      old.mergeSelection(of: imported, isNew: isNew)
    } else {
      old.mergeContext(of: text, isNew: isNew)
    }
    noteKeptTags(of: text, imported, existing, old, source)
    noteKeptPlatforms(of: text, imported, Annotations(old.context), old, source)
    let after = old.context?.text ?? ""
    guard !isNew, !after.utf8.elementsEqual(before.utf8) else { return }
    counts.contexts += 1
    tally(.contextChange) { $0.applied += 1 }
    record(
      AppliedChange(
        change: .contextChange, key: text.key,
        new: Self.addedLines(existing, Annotations(old.context)).joined(separator: "; ")))
  }

  /// Reports the tags of the file that differ from those of the catalogue.
  private mutating func noteKeptTags(
    of text: Text, _ imported: Annotations, _ existing: Annotations, _ old: Text,
    _ source: ImportedFile
  ) {
    // Tags from other formats are added to those of the catalogue.
    guard source.isReturned, !imported.tags.isEmpty, !existing.tags.isEmpty,
      Set(imported.tags) != Set(existing.tags),
      keptLists.insert([text.key, "tags", imported.tagList]).inserted
    else { return }
    diagnostics.append(
      .keptList(
        "tags", imported.tagList, existing.tagList, of: text, in: old, source))
  }

  /// Reports the platforms of the file that differ from those of the catalogue.
  private mutating func noteKeptPlatforms(
    of text: Text, _ imported: Annotations, _ existing: Annotations, _ old: Text,
    _ source: ImportedFile
  ) {
    guard !imported.platforms.isEmpty, imported.platforms != existing.platforms,
      !existing.hasInvalidPlatforms,
      keptLists.insert([text.key, "platforms", imported.platformList]).inserted
    else { return }
    diagnostics.append(
      .keptList(
        "platforms", imported.platformList, existing.platformList, of: text, in: old, source))
  }

  /// Returns the lines of a context that another context does not have.
  private static func addedLines(_ before: Annotations, _ after: Annotations) -> [String] {
    let known = Set(lines(of: before))
    return lines(of: after).filter { !known.contains($0) }
  }

  /// Returns the lines of the canonical form of a context.
  private static func lines(of annotations: Annotations) -> [String] {
    annotations.text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
  }
}
