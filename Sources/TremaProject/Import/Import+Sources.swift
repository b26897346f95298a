import TremaCatalog
import TremaDiagnostics
import TremaFormats

extension Import {
  /// The files to read.
  ///
  /// - Parameter report: is told of those that stand in a folder and are left out.
  func sources(_ report: inout Report) throws(Diagnostic) -> [ImportSource] {
    var sources: [ImportSource] = []
    for path in paths {
      for source in try ImportSource.all(at: path, as: format) {
        // A catalogue lies among its sources more often than not.
        if source.isFound, FolderListing.areSame(source.path, catalogue) { continue }
        guard source.isFound else {
          sources.append(source)
          continue
        }
        let isInLanguage = source.language != nil || source.isDefault || language != nil
        if source.isVariation {
          if holdsTexts(source) { report.diagnostics.append(.skipped(source, .variation)) }
        } else if isInLanguage || source.format.maySayItsLanguage {
          sources.append(source)
        } else {
          report.diagnostics.append(.skipped(source, .unknownLanguage))
        }
      }
    }
    return sources
  }

  /// Whether texts would be missed: such folders hold colours and sizes most of the time.
  private func holdsTexts(_ source: ImportSource) -> Bool {
    let options = ReadingOptions(file: source.path, language: "und")
    guard let bytes = try? InputFile(path: source.path).contents(limit: InputFile.largest),
      let reading = try? source.format.read(bytes, options)
    else { return true }
    return !reading.texts.isEmpty
  }

  /// Takes the texts out of `.strings` files that stand in the `.stringsdict` beside them as well:
  /// the platform never shows them.
  ///
  /// - Returns: a note for each text that is dropped.
  ///
  /// Source: `Documentation/Formats/Stringsdict.md`.
  func dropShadowed(
    _ readings: inout [(source: ImportSource, FormatReading)]
  ) -> [Diagnostic] {
    var plurals: [String: [ExactKey: Text]] = [:]
    for (source, reading) in readings where source.format == .stringsdict {
      for text in reading.texts {
        plurals[String(source.path.dropLast("dict".count)), default: [:]][ExactKey(text.key)] = text
      }
    }
    var notes = FindingList(mostFindings)
    for index in readings.indices where readings[index].source.format == .strings {
      guard let shadows = plurals[readings[index].source.path] else { continue }
      readings[index].1.texts.removeAll { text in
        guard let shadow = shadows[ExactKey(text.key)] else { return false }
        notes.add(
          .note, "shadowed-text",
          "'\(text.key.shortened)' stands in the .stringsdict beside this file as well, which the platform takes",
          at: text.location(text.keyPosition), subject: text.key,
          related: [Diagnostic.Related("the plural", at: shadow.location(shadow.keyPosition))])
        return true
      }
    }
    return notes.diagnostics
  }
}

extension Diagnostic {
  fileprivate enum SkippingReason { case variation, unknownLanguage }

  fileprivate static func skipped(_ source: ImportSource, _ reason: SkippingReason) -> Diagnostic {
    let place = SourceLocation(file: source.path)
    return switch reason {
    case .variation:
      Diagnostic(
        .note, "skipped-file",
        "left out: its texts are for some devices or moments only, and a catalogue has one text a key",
        at: place, subject: "variation")
    case .unknownLanguage:
      Diagnostic(
        .warning, "skipped-file", "left out: nothing says which language it is in", at: place,
        hint: "name it: --language fr", subject: "language")
    }
  }
}
