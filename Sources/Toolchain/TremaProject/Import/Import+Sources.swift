import TremaCatalog
import TremaDiagnostics
import TremaFormats
import TremaMessages
import TremaSupport

extension Import {
  /// Finds the files to read: the specified files, and files with texts in the specified folders.
  ///
  /// - Parameter report: Receives the diagnostics, the omitted files, and whether there are
  ///   folders.
  /// - Returns: The files, which are empty if an error was reported, and the project files that may
  ///   name the master language.
  /// - Throws: A diagnostic of the kind `.usage` for a file of an unknown format, or of the kind
  ///   `.unreadable` for a folder that cannot be listed.
  func sources(
    _ report: inout Report
  ) throws(Diagnostic) -> (sources: [ImportSource], projectFiles: [String]) {
    var scan = ImportScan(
      ImportScan.Options(
        format: format, hasLanguage: language != nil, excluded: excluded.map { KeyPattern($0) },
        listsAllOmissions: listsAllOmissions))
    var named: [ImportSource] = []
    for path in paths {
      guard path == "-" || FolderListing.kind(of: path) != .folder else {
        try scan.scan(path)
        report.hasFolders = true
        continue
      }
      // Opening a file that cannot be found throws the diagnostic with the reason.
      if path != "-", FolderListing.kind(of: path) == .absent { _ = try InputFile(path: path) }
      let source =
        format.map { ImportSource(path: path, as: $0) } ?? ImportSource(existing: path)
      guard let source else {
        throw Diagnostic(
          .error, "usage", "the name of '\(path)' does not identify its format",
          hint: "specify it: --from \(ReadableFormat.all.map(\.name).joined(separator: "|"))",
          kind: .usage)
      }
      named.append(source)
    }
    scan.finish()
    report.diagnostics += scan.diagnostics
    report.omissions = scan.omissions
    // The catalogue is usually in one of the folders.
    let found = scan.sources.filter { !FolderListing.isSameFile($0.path, catalog) }
    if named.isEmpty, found.isEmpty {
      report.diagnostics.append(nothingToImport)
    }
    return (named + found, scan.projectFiles)
  }

  /// The error for folders without files to import.
  var nothingToImport: Diagnostic {
    Diagnostic(
      .error, "usage",
      "nothing to import was found in the folder '\(paths.joined(separator: "' or '"))'",
      hint:
        "specify other files by their paths; trema looks for *.lproj, values*/*.xml and files "
        + "such as Texts_fr.arb",
      kind: .usage)
  }

  /// Treats a `values` folder as English if, for example, `values-de` next to it is in the master
  /// language and no file is in English.
  ///
  /// The master language may come from another part of the repository. Each such file is reported
  /// in a note.
  func nameDefaults(of sources: inout [ImportSource], master: String?, _ report: inout Report) {
    guard let master = master.flatMap({ LanguageTag($0) }), let english = LanguageTag("en"),
      master != english
    else { return }
    for index in sources.indices where sources[index].isDiscovered && sources[index].isDefault {
      let source = sources[index]
      guard source.format.isInValuesFolders else { continue }
      let languages = sources.filter { $0.pattern == source.pattern }.compactMap(\.language)
      guard languages.contains(master), !languages.contains(english) else { continue }
      sources[index].language = english
      sources[index].isDefault = false
      report.diagnostics.append(
        Diagnostic(
          .note, "default-language",
          "the file is read as English because the file for '\(master)' is next to it",
          at: SourceLocation(file: source.path),
          hint: "import its folder separately if it is in another language", subject: "en"))
    }
  }

  /// Gives files of store listings the languages that the catalogue has for their locales: `en-US`
  /// is `en` unless the catalogue has `en-US`.
  func useLanguages(of catalog: Catalog?, in sources: inout [ImportSource]) {
    guard sources.contains(where: { $0.format.store != nil }) else { return }
    var known = [masterLanguage, language].compactMap(\.self)
    var spellings: Set<String> = []
    for value in catalog?.texts.flatMap(\.values) ?? []
    where spellings.insert(value.language).inserted {
      if let tag = LanguageTag(value.language) { known.append(tag) }
    }
    for index in sources.indices {
      guard let store = sources[index].format.store,
        let path = ListingPath(sources[index].path, in: store)
      else { continue }
      sources[index].language =
        known.first { store.locale(of: $0) == path.locale } ?? path.language
    }
  }

  /// Returns a note if several Apple tables are imported into one catalogue, because the catalogue
  /// can be written to only one table.
  func multipleTables(_ sources: [ImportSource], master: String) -> [Diagnostic] {
    var patterns: [String: String] = [:]
    for source in sources where [.strings, .stringsdict, .xcstrings].contains(source.format) {
      let name = OutputFolders.name(of: source.path).prefix { $0 != "." }
      patterns[String(name)] = patterns[String(name)] ?? source.pattern
    }
    let names = patterns.keys.sorted()
    let other = names.first { $0 == "InfoPlist" } ?? names.last
    guard names.count > 1, let other, let pattern = patterns[other] else { return [] }
    return [
      Diagnostic(
        .note, "several-tables",
        "\(names.count) tables are imported into one catalogue, which has one table: "
          + "\(Self.list(names)); texts that are looked up in a table by its name require a "
          + "separate catalogue",
        hint: Self.separateImportHint(pattern, name: other, master: master),
        subject: names.joined(separator: " "))
    ]
  }

  /// Returns a hint with the command that imports a table into its own catalogue. The shell expands
  /// the file pattern.
  static func separateImportHint(_ pattern: String, name: String, master: String) -> String {
    "import it separately: trema import \(pattern.split(separator: " ").joined(separator: "\\ "))"
      + " --into \(name).trm --master \(master)"
  }

  /// Removes the texts of default files, as in `Base.lproj` or `values`, that are also in the file
  /// of the master language. An app shows the texts of the latter.
  ///
  /// - Returns: A note for each file with texts that differ from the removed texts.
  func dropDefaults(
    _ readings: inout [(source: ImportSource, FormatReading)], master: String
  ) -> [Diagnostic] {
    var masterTextsByPattern: [String: [ExactKey: Text]] = [:]
    let tag = LanguageTag(master)
    for (source, reading) in readings where !source.isDefault && source.language == tag {
      for text in reading.texts {
        masterTextsByPattern[source.pattern, default: [:]][ExactKey(text.key)] = text
      }
    }
    var notes: [Diagnostic] = []
    for index in readings.indices where readings[index].source.isDefault {
      guard let masterTexts = masterTextsByPattern[readings[index].source.pattern] else { continue }
      var others: [(text: Text, masterText: Text)] = []
      readings[index].1.texts.removeAll { text in
        guard let masterText = masterTexts[ExactKey(text.key)] else { return false }
        if masterText.values.map(\.source) != text.values.map(\.source) {
          others.append((text, masterText))
        }
        return true
      }
      guard let first = others.first else { continue }
      var note = Diagnostic(
        .note, "default-text",
        "\(counted(others.count, "text")) \(others.count == 1 ? "was" : "were") omitted because "
          + "'\(first.masterText.file)' has different texts in '\(master)': "
          + Self.list(others.map(\.text.key)),
        at: first.text.location(first.text.keyPosition), subject: "default")
      note.related = [
        Diagnostic.Related(
          "the '\(master)' value is "
            + "here", at: first.masterText.location(first.masterText.keyPosition))
      ]
      notes.append(note)
    }
    return notes
  }

  /// Returns the first three keys and the number of the others, as part of a message.
  static func list(_ keys: [String]) -> String {
    let shown = keys.prefix(3).map { "'\($0.shortened)'" }.joined(separator: ", ")
    return keys.count > 3 ? "\(shown) and \(keys.count - 3) more" : shown
  }

  /// Removes the texts of `.strings` files that are also in the `.stringsdict` file next to them.
  /// The platform never shows them.
  ///
  /// - Returns: A note for each removed text.
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
    var notes = FindingList(maxFindings)
    for index in readings.indices where readings[index].source.format == .strings {
      guard let shadows = plurals[readings[index].source.path] else { continue }
      readings[index].1.texts.removeAll { text in
        guard let shadow = shadows[ExactKey(text.key)] else { return false }
        notes.add(
          .note, "shadowed-text",
          "'\(text.key.shortened)' is also in the .stringsdict file next to this one, which "
            + "takes precedence",
          at: text.location(text.keyPosition), subject: text.key,
          related: [
            Diagnostic.Related(
              "the plural is "
                + "here", at: shadow.location(shadow.keyPosition))
          ])
        return true
      }
    }
    return notes.diagnostics
  }
}
