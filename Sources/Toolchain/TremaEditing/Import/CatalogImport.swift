import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The import of texts from other formats into a catalogue.
///
/// Each imported value is either unchanged or a change of one of the kinds of ``ImportChange``.
/// Changes without a conflict are applied; conflicting changes are applied only if they are
/// accepted. Values that the files do not contain are kept.
package struct CatalogImport {
  /// The catalogue with the applied changes.
  package private(set) var catalog: Catalog
  /// The conflicts and refused values, in the order of the imports.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// The numbers of texts, values and changes.
  package internal(set) var counts = Counts()
  /// The applied changes, if ``recordsChanges`` is set.
  package internal(set) var applied: [AppliedChange] = []
  /// The tags and platforms of files that differ from the catalogue's and were reported: the key,
  /// the kind and the list.
  var keptLists: Set<[String]> = []
  /// Whether to record the changes in ``applied``.
  package var recordsChanges = false
  /// The groups of conflicting changes to apply without asking.
  package var accepted: Set<ImportChange.Group> = []
  /// A closure that prompts the user for a decision about each remaining conflict, or `nil` to keep
  /// the catalogue's values.
  package var choose: ((ImportChange, Diagnostic) -> Choice)?
  /// Whether the user chose to quit, in which case the catalog must not be written.
  package internal(set) var isAbandoned = false

  /// The catalogue's rule for backslashes.
  let backslash: BackslashRule
  /// Whether the catalogue existed before the import.
  private let isExisting: Bool
  /// The texts of the catalogue before the import.
  private let originals: [Text]
  /// The index of the first text with each key.
  private var textIndices: [ExactKey: Int] = [:]
  /// The spellings of languages in the catalogue, such as `de_CH`.
  private var spellings: [LanguageTag: String] = [:]
  /// The catalogue's spellings, by the spellings in imported files.
  private var knownSpellings: [String: String] = [:]

  /// Creates an import into a catalogue.
  ///
  /// - Parameters:
  ///   - catalog: The catalogue to change.
  ///   - isExisting: Whether the catalogue already existed, so that a translation of an unknown
  ///     text is a conflict.
  ///   - backslash: The catalogue's rule for backslashes.
  package init(
    into catalog: Catalog, isExisting: Bool = true, backslash: BackslashRule = .escape
  ) {
    self.catalog = catalog
    self.isExisting = isExisting
    self.backslash = backslash
    originals = catalog.texts
    for (index, text) in catalog.texts.enumerated() where textIndices[ExactKey(text.key)] == nil {
      textIndices[ExactKey(text.key)] = index
    }
    let languages = catalog.texts.flatMap { $0.values.map(\.language) }
    for language in [catalog.header.masterLanguage] + languages
    where knownSpellings[language] == nil {
      knownSpellings[language] = language
      guard let tag = LanguageTag(language) else { continue }
      let first = spellings[tag] ?? language
      (spellings[tag], knownSpellings[language]) = (first, first)
    }
  }

  /// Imports the texts of one file.
  ///
  /// - Parameters:
  ///   - reading: The content of the file.
  ///   - isForTranslators: Whether the file has a format that translators return.
  /// - Returns: The errors about texts that a catalogue cannot contain and that are not imported.
  package mutating func add(
    _ reading: FormatReading, isForTranslators: Bool = false
  ) -> [Diagnostic] {
    let source = ImportedFile(
      reading, isReturned: isForTranslators && isExisting,
      master: catalog.header.masterLanguage)
    var errors: [Diagnostic] = []
    for text in reading.texts {
      if isAbandoned { break }
      let unwritable = text.encodingErrors
      errors += unwritable
      if unwritable.isEmpty { add(text, source) }
    }
    return errors
  }

  /// Moves the master value of each new text to its beginning, which is the usual order in a file.
  package mutating func finish() {
    for index in catalog.texts.indices.dropFirst(originals.count) {
      var text = catalog.texts[index]
      guard let master = text.index(ofLanguage: catalog.header.masterLanguage), master > 0 else {
        continue
      }
      text.values.insert(text.values.remove(at: master), at: 0)
      catalog.texts[index] = text
    }
  }

  /// Returns the catalogue's spelling of a language. For a new language, the first spelling is
  /// adopted.
  private mutating func spelling(of language: String) -> String {
    if let known = knownSpellings[language] { return known }
    let spelling = LanguageTag(language).flatMap { spellings[$0] } ?? language
    knownSpellings[language] = spelling
    return spelling
  }

  // MARK: Texts

  /// Imports one text.
  private mutating func add(_ text: Text, _ source: ImportedFile) {
    var text = text
    for index in text.values.indices {
      let spelling = spelling(of: text.values[index].language)
      if text.values[index].language != spelling { text.values[index].language = spelling }
    }
    guard let index = textIndices[ExactKey(text.key)] else { return addKey(text, source) }
    var old = catalog.texts[index]
    if source.isReturned {
      text.emptyBlankValues(old.index(ofLanguage: source.master).map { old.values[$0] }, source)
    }
    mergeContext(of: text, into: &old, isNew: index >= originals.count, source)
    var added: [Value] = []
    // The master value is imported first, because translations are compared with it.
    for position in text.order(master: text.index(ofLanguage: source.master)) {
      let value = text.values[position]
      if isOriginalOfBase(value, in: text, returnedTo: old, source) {
        counts.unchanged += 1
        continue
      }
      if let existingIndex = old.index(ofLanguage: value.language) {
        let change = ValueChange(
          value, of: text, to: old.values[existingIndex], of: old, source, in: catalog.header,
          before: originalValue(index, value.language))
        if let changed = resolve(change) { old.values[existingIndex] = named(changed, in: old) }
      } else if let value = resolveAddition(of: value, in: text, to: old, source) {
        if source.isReturned, source.isMaster(value) {
          // The translations of the same file are compared with the new master value.
          old = named(old, adding: [value], of: text.file)
        } else {
          added.append(value)
        }
      }
    }
    catalog.texts[index] = named(old, adding: added, of: text.file)
  }

  /// Returns whether a value is the master value of a variant's base, which a file for translators
  /// shows as the original of a variant without a master value.
  ///
  /// - Parameters:
  ///   - value: The value of the import.
  ///   - text: The text of the import.
  ///   - old: The text of the catalogue.
  ///   - source: The imported file.
  private func isOriginalOfBase(
    _ value: Value, in text: Text, returnedTo old: Text, _ source: ImportedFile
  ) -> Bool {
    guard source.isReturned, source.isMaster(value),
      old.index(ofLanguage: source.master).map({ old.values[$0].message.isEmpty }) ?? true,
      let declared = Annotations(old.context).variants.first,
      let index = textIndices[ExactKey(declared.base)]
    else { return false }
    let base = catalog.texts[index]
    guard let original = base.index(ofLanguage: source.master) else { return false }
    let change = ValueChange(
      value, of: text, to: base.values[original], of: base, source, in: catalog.header,
      before: originalValue(index, base.values[original].language))
    return change.kind == nil
  }

  /// Returns the value that a text had before this import, or `nil` if it had none.
  ///
  /// - Parameters:
  ///   - index: The index of the text.
  ///   - language: The language as spelled in the catalogue.
  private func originalValue(_ index: Int, _ language: String) -> Value? {
    guard index < originals.count, let position = originals[index].index(ofLanguage: language)
    else {
      return nil
    }
    return originals[index].values[position]
  }

  /// Adds a text whose key the catalogue does not have, if the addition is accepted.
  private mutating func addKey(_ text: Text, _ source: ImportedFile) {
    var text = text
    if source.isReturned {
      text.emptyBlankValues(nil, source)
      let status = decide(
        .keyAddition, .conflict(.translated), .addition(of: text, source), text.key)
      if status == nil { return }
      let master = text.index(ofLanguage: source.master).map { text.values[$0] }
      var values: [Value] = []
      // Translators return untranslated texts as empty values.
      for value in text.values where !value.source.isEmpty {
        if refuses(value, of: text, master: master, .keyAddition, source) { continue }
        values.append(source.isMaster(value) ? value.withKnownStatus : value.withTranslatedStatus)
      }
      text.values = values
    } else {
      tally(.keyAddition) { $0.applied += 1 }
      record(AppliedChange(change: .keyAddition, key: text.key, new: ""))
    }
    textIndices[ExactKey(text.key)] = catalog.texts.count
    var new = text
    new.values = []
    // The schema requires a context.
    new.context = text.context ?? Context("")
    catalog.texts.append(named(new, adding: text.values, of: text.file))
    counts.texts += 1
    counts.values += text.values.count
  }

  // MARK: Names of arguments

  /// Returns a text with added values whose arguments have names.
  ///
  /// - Parameters:
  ///   - text: The text to add values to.
  ///   - values: The values to add.
  ///   - file: The path of the file that the values are from.
  func named(_ text: Text, adding values: [Value], of file: String) -> Text {
    if values.isEmpty { return text }
    var text = text
    for var value in values {
      if file != text.file { value.file = file }
      text.values.append(value)
    }
    guard values.contains(where: \.message.hasArguments) else { return text }
    let names = text.argumentNames()
    if names.isEmpty { return text }
    text.declare(names)
    let parameters = Annotations(text.context).parameters.mapValues(\.name)
    for index in text.values.indices.suffix(values.count) {
      text.values[index].rename(names, parameters: parameters, backslash: backslash)
    }
    return text
  }

  /// Returns a value whose arguments have the names used in the text.
  func named(_ value: Value, in text: Text) -> Value {
    guard value.message.hasArguments else { return value }
    var value = value
    value.rename(
      text.argumentNames(), parameters: Annotations(text.context).parameters.mapValues(\.name),
      backslash: backslash)
    return value
  }
}
