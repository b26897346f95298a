import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// A catalogue that consists of one or more files. Later files override earlier files by key and
/// language. The texts are in the order of the first file.
///
/// The first file is streamed. The others, which are usually small, are held in memory.
struct LayeredCatalog {
  /// The files.
  private let files: [InputFile]
  /// The options for decoding the files.
  private let options: TremaDecoder.Options
  /// The decoder of the first file.
  private var decoder: TremaDecoder
  /// The texts of the other files that have not been returned yet.
  private var overlay: [ExactKey: Text] = [:]
  /// The batch for a text that differs from the text in the first file.
  private let merged: TextBatch
  /// The keys of ``overlay``, in order. Keys that have been returned are no longer in ``overlay``.
  private var remaining: [ExactKey] = []
  /// The index of the next key in ``remaining``.
  private var remainingIndex = 0
  /// The diagnostics since the last call to ``takeDiagnostics()``.
  private var diagnostics: [Diagnostic] = []
  /// Whether the first file has been read to its end.
  private var hasEnded = false
  /// Whether a text also overrides an earlier text with the same key in the same file. In this
  /// case, all files are held in memory.
  private let overridesDuplicates: Bool
  /// The slices, one of which must contain a text, or `nil` for all texts.
  var slices: [Slice]?
  /// The master language that the catalogue must have, or `nil` for any.
  var requiredMaster: Located<LanguageTag>?

  /// Opens a catalogue.
  ///
  /// - Throws: A diagnostic of the kind `.usage` if there are no files.
  init(
    _ files: [InputFile], options: TremaDecoder.Options, overridesDuplicates: Bool = false
  ) throws(Diagnostic) {
    guard let first = files.first else {
      throw Diagnostic(.error, "no-catalogue", "no catalogue is specified", kind: .usage)
    }
    self.files = files
    self.options = options
    self.overridesDuplicates = overridesDuplicates
    decoder = TremaDecoder(file: first.path, options: options, source: first.source())
    merged = TextBatch(file: first.path, backslash: options.backslash)
  }

  /// The progress of reading all files.
  var progress: ReadingProgress { files.map(\.progress).reduce(ReadingProgress(), +) }

  /// Reads the header of the first file and all other files.
  ///
  /// - Throws: A diagnostic if a file cannot be read.
  mutating func header() throws(Diagnostic) -> CatalogHeader {
    let header = try decoder.header()
    if let conflict = masterConflict(header) { diagnostics.append(conflict) }
    hasEnded = overridesDuplicates
    if !overridesDuplicates {
      diagnostics += Checker.mergeConflicts(in: header.prolog, file: header.file)
    }
    for file in files.dropFirst(overridesDuplicates ? 0 : 1) { try read(file, over: header) }
    return header
  }

  /// Returns the next text in the slices, or `nil` after the last text. It is valid until the next
  /// call.
  mutating func next() throws(Diagnostic) -> TextView? {
    guard let slices else { return try nextOfAll() }
    while let text = try nextOfAll() {
      let (key, annotations) = (text.withKey(Array.init), text.annotations)
      if slices.contains(where: { $0.contains(key, annotations) }) { return text }
    }
    return nil
  }

  /// Returns the next text regardless of the slices.
  private mutating func nextOfAll() throws(Diagnostic) -> TextView? {
    if !hasEnded {
      if let text = try decoder.nextView() {
        guard !overlay.isEmpty, let overriding = overlay.removeValue(forKey: ExactKey(text.key))
        else {
          return text
        }
        return view(of: Text(text).overridden(by: overriding))
      }
      end()
    }
    return nextOfOverlay().map { view(of: $0) }
  }

  /// Returns a view of a decoded text, which is valid until the next call.
  private mutating func view(of text: Text) -> TextView {
    merged.removeAll()
    merged.append(text)
    return merged[0]
  }

  /// Ends the first file.
  private mutating func end() {
    hasEnded = true
    noteConflicts(after: decoder.footer, in: files[0].path)
  }

  /// Returns the next text that only the other files contain, or `nil` after the last text.
  private mutating func nextOfOverlay() -> Text? {
    while remainingIndex < remaining.count {
      remainingIndex += 1
      if let text = overlay.removeValue(forKey: remaining[remainingIndex - 1]) { return text }
    }
    return nil
  }

  /// Returns and clears the diagnostics since the last call.
  mutating func takeDiagnostics() -> [Diagnostic] {
    let read = decoder.takeDiagnostics()
    if diagnostics.isEmpty { return read }
    defer { diagnostics = [] }
    return diagnostics + read
  }

  /// Returns the summaries of findings that were only counted, after everything has been read.
  mutating func takeOmittedSummary() -> [Diagnostic] { decoder.takeOmittedSummary() }

  /// Reads a file into ``overlay``.
  ///
  /// - Parameters:
  ///   - file: The file to read.
  ///   - base: The header of the first file.
  /// - Throws: A diagnostic if the file cannot be read.
  private mutating func read(_ file: InputFile, over base: CatalogHeader) throws(Diagnostic) {
    var decoder = TremaDecoder(file: file.path, options: options, source: file.source())
    let header = try decoder.header()
    if let conflict = Self.masterConflict(header, base) { diagnostics.append(conflict) }
    diagnostics += Checker.mergeConflicts(in: header.prolog, file: file.path)
    var seen: [ExactKey: SourceLocation] = [:]
    while var text = try decoder.next() {
      if overridesDuplicates { diagnostics += text.keepLastValues() }
      let key = ExactKey(text.key)
      if let first = seen[key] {
        var duplicate = Checker.duplicateKey(text, first: first)
        if overridesDuplicates {
          duplicate.hint = "rename or remove one of them; the last value is used"
          overlay[key] = overlay[key].map { $0.overridden(by: text) }
        }
        diagnostics.append(duplicate)
        continue
      }
      seen[key] = text.location(text.position)
      if let earlier = overlay[key] {
        overlay[key] = earlier.overridden(by: text)
      } else {
        overlay[key] = text
        remaining.append(key)
      }
    }
    diagnostics += decoder.takeDiagnostics() + decoder.takeOmittedSummary()
    noteConflicts(after: decoder.footer, in: file.path)
  }

  /// Reports the merge conflicts in the comments after the last text.
  private mutating func noteConflicts(after footer: CatalogFooter, in file: String) {
    diagnostics += Checker.mergeConflicts(in: footer.trailingTrivia, file: file)
    diagnostics += Checker.mergeConflicts(in: footer.epilog, file: file)
  }

  /// Returns the error for two files with different master languages, or `nil` if they are the
  /// same.
  static func masterConflict(_ header: CatalogHeader, _ base: CatalogHeader) -> Diagnostic? {
    let (language, baseLanguage) = (header.masterLanguage, base.masterLanguage)
    let tag = LanguageTag(language)
    guard language != baseLanguage, tag == nil || tag != LanguageTag(baseLanguage) else {
      return nil
    }
    return masterConflict(
      header, with: baseLanguage,
      at: SourceLocation(file: base.file, start: base.masterPosition),
      hint: "use catalogues with the same master language")
  }

  /// Returns the error for a catalogue whose master language is not the required one, or `nil` if
  /// it is. An invalid master language is reported elsewhere.
  private func masterConflict(_ header: CatalogHeader) -> Diagnostic? {
    guard let required = requiredMaster, let location = required.location,
      let tag = LanguageTag(header.masterLanguage), tag != required.value
    else { return nil }
    return Self.masterConflict(
      header, with: required.value.description, at: location,
      hint: "correct masterLang, or the master language of the project")
  }

  /// Returns the error for a file whose master language differs from another one.
  ///
  /// - Parameters:
  ///   - header: The header of the file.
  ///   - language: The other master language.
  ///   - location: The location where the other master language is specified.
  ///   - hint: The remedy.
  private static func masterConflict(
    _ header: CatalogHeader, with language: String, at location: SourceLocation, hint: String
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "master-conflict",
      "the master language is '\(header.masterLanguage)', but '\(location.file)' uses "
        + "'\(language)'",
      at: SourceLocation(file: header.file, start: header.masterPosition), hint: hint)
    diagnostic.related = [Diagnostic.Related("'\(language)' is specified here", at: location)]
    return diagnostic
  }
}

extension Conversion {
  /// Returns the options for decoding a catalogue.
  func decoding(of catalog: CatalogInput) -> TremaDecoder.Options {
    var options = TremaDecoder.Options(
      backslash: catalog.backslash, maximumValueSize: maximumValueSize)
    options.maxFindings = maxFindings
    return options
  }

  /// Opens a catalogue.
  ///
  /// - Throws: A diagnostic if one of its files cannot be opened.
  func stream(of catalog: CatalogInput) throws(Diagnostic) -> LayeredCatalog {
    var options = decoding(of: catalog)
    // No output contains unknown elements.
    options.keepsElements = false
    var stream = try LayeredCatalog(
      catalog.open(), options: options, overridesDuplicates: catalog.overridesDuplicates)
    stream.slices = slices
    stream.requiredMaster = catalog.masterLanguage
    return stream
  }
}

extension Text {
  /// Returns the text with the values of another text in place of the values in the same languages.
  /// Values in additional languages follow.
  func overridden(by overriding: Text) -> Text {
    var result = self
    result.values.removeAll()
    func language(_ value: Value) -> String {
      LanguageTag(value.language)?.description ?? value.language
    }
    // Duplicate values of a language are all kept because a check reports them.
    var new: [String: [Value]] = [:]
    let languages = overriding.values.map(language)
    for (tag, value) in zip(languages, overriding.values) {
      var value = value
      value.file = value.file ?? overriding.file
      new[tag, default: []].append(value)
    }
    let replaced = Set(languages)
    for value in values {
      let tag = language(value)
      if let values = new.removeValue(forKey: tag) {
        result.values += values
      } else if !replaced.contains(tag) {
        result.values.append(value)
      }
    }
    for tag in languages { result.values += new.removeValue(forKey: tag) ?? [] }
    if context?.text.isEmpty ?? true, var context = overriding.context {
      context.file = context.file ?? overriding.file
      result.context = context
    }
    return result
  }

  /// Removes all values of each language except the last.
  ///
  /// - Returns: A finding for each removed value.
  fileprivate mutating func keepLastValues() -> [Diagnostic] {
    var last: [String: Int] = [:]
    var removed: [Int] = []
    for (index, value) in values.enumerated() {
      let language = LanguageTag(value.language)?.description ?? value.language
      if let earlier = last.updateValue(index, forKey: language) { removed.append(earlier) }
    }
    if removed.isEmpty { return [] }
    let findings = removed.map { index in
      Checker.duplicateLanguage(values[index], in: self)
    }
    for index in removed.sorted(by: >) { values.remove(at: index) }
    return findings
  }
}
