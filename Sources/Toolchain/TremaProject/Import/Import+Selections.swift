import TremaCatalog
import TremaChecks
import TremaDiagnostics
import TremaEditing
import TremaFormats
import TremaSupport

extension Import {
  /// The checks that find invalid lines `@platforms` and `@variant-of`.
  private static let selectionChecks: Set = ["unknown-platform", "invalid-variant"]

  /// Returns an error for each invalid line `@platforms` and `@variant-of` about a text that the
  /// catalogue already has.
  ///
  /// The catalogue keeps its own lines, so the checks of the catalogue do not find them. Those of
  /// new texts are imported.
  func invalidSelections(
    of readings: [(source: ImportSource, FormatReading)], in existing: Catalog
  ) -> [Diagnostic] {
    let known = Set(existing.texts.map { ExactKey($0.key) })
    var findings = FindingList(maxFindings)
    var checker = Checker(CheckScope(master: nil))
    for (source, reading) in readings where source.format != .trema {
      for text in reading.texts {
        guard let context = text.context, context.text.utf8.contains(UInt8(ascii: "@")),
          known.contains(ExactKey(text.key))
        else { continue }
        let annotations = Annotations(context)
        guard annotations.hasInvalidPlatforms || annotations.isVariant else { continue }
        let bare = Text(key: text.key, context: context, file: text.file)
        for var finding in checker.examine(bare, annotations: annotations)
        where Self.selectionChecks.contains(finding.code) {
          finding.location = text.location(text.keyPosition)
          if let cell = reading.cellName(text.keyPosition) {
            finding.location = SourceLocation(file: text.file)
            finding.message = "\(cell): \(finding.message)"
          }
          findings.add(finding)
        }
      }
    }
    return findings.diagnostics
  }
}
