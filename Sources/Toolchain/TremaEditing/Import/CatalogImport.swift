import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// Brings what files of other formats say into a catalogue.
///
/// Every value is a change of one of the kinds of ``ImportChange``, or none. Changes without a
/// conflict are made; of the others only the accepted ones. Values that the files do not mention
/// stay as they are.
package struct CatalogImport {
  package private(set) var catalogue: Catalog
  /// Conflicts and what was refused, in the order of the imports.
  package internal(set) var diagnostics: [Diagnostic] = []
  package internal(set) var counts = Counts()
  /// The changes that were made, when ``lists`` asks for them.
  package internal(set) var applied: [Applied] = []
  package var lists = false
  /// Conflicts that are applied all the same.
  package var accepted: Set<ImportChange.Group> = []
  /// Is asked what to do with each of the others; nil to keep what the catalogue has.
  package var choose: ((ImportChange, Diagnostic) -> Choice)?
  /// Whether the user chose to quit: the catalog is not to be written.
  package internal(set) var isAbandoned = false

  let backslash: BackslashRule
  /// The catalogue was there before.
  private let isExisting: Bool
  /// The texts that the catalogue had.
  private let originals: [Text]
  private var places: [ExactKey: Int] = [:]
  /// How the catalogue spells its languages: it may have `de_CH`.
  private var spellings: [LanguageTag: String] = [:]
  /// The spellings found for the languages of readings.
  private var knownSpellings: [String: String] = [:]

  /// - Parameters:
  ///   - isExisting: the catalogue was there before, so that a translation that it does not know is
  ///     odd.
  ///   - backslash: how the catalogue reads backslashes.
  package init(
    into catalogue: Catalog, isExisting: Bool = true, backslash: BackslashRule = .escape
  ) {
    self.catalogue = catalogue
    self.isExisting = isExisting
    self.backslash = backslash
    originals = catalogue.texts
    for (index, text) in catalogue.texts.enumerated() where places[ExactKey(text.key)] == nil {
      places[ExactKey(text.key)] = index
    }
    let languages = catalogue.texts.flatMap { $0.values.map(\.language) }
    for language in [catalogue.header.masterLanguage] + languages
    where knownSpellings[language] == nil {
      knownSpellings[language] = language
      guard let tag = LanguageTag(language) else { continue }
      let first = spellings[tag] ?? language
      (spellings[tag], knownSpellings[language]) = (first, first)
    }
  }

  /// Adds the texts of one file.
  ///
  /// - Parameter isForTranslators: the file is of a format that translators give back.
  /// - Returns: an error for each text that a catalogue cannot hold; it is left out.
  package mutating func add(
    _ reading: FormatReading, isForTranslators: Bool = false
  ) -> [Diagnostic] {
    let source = ImportedFile(
      reading, isReturned: isForTranslators && isExisting,
      master: catalogue.header.masterLanguage)
    var errors: [Diagnostic] = []
    for text in reading.texts {
      if isAbandoned { break }
      let unwritable = text.unwritable
      errors += unwritable
      if unwritable.isEmpty { add(text, source) }
    }
    return errors
  }

  /// Puts the master's value first in the texts that are new, as people write them.
  package mutating func finish() {
    for index in catalogue.texts.indices.dropFirst(originals.count) {
      var text = catalogue.texts[index]
      guard let master = text.index(ofLanguage: catalogue.header.masterLanguage), master > 0 else {
        continue
      }
      text.values.insert(text.values.remove(at: master), at: 0)
      catalogue.texts[index] = text
    }
  }

  private mutating func spelling(of language: String) -> String {
    if let known = knownSpellings[language] { return known }
    let spelling = LanguageTag(language).flatMap { spellings[$0] } ?? language
    knownSpellings[language] = spelling
    return spelling
  }

  // MARK: Texts

  private mutating func add(_ text: Text, _ source: ImportedFile) {
    var text = text
    for index in text.values.indices {
      let spelling = spelling(of: text.values[index].language)
      if text.values[index].language != spelling { text.values[index].language = spelling }
    }
    guard let index = places[ExactKey(text.key)] else { return addKey(text, source) }
    var old = catalogue.texts[index]
    if source.isReturned {
      text.emptyBlankValues(old.index(ofLanguage: source.master).map { old.values[$0] }, source)
    }
    // The context is for translators to read.
    if !source.isReturned { old.adoptContext(of: text) }
    var added: [Value] = []
    // The master first: translations are held against what it is then.
    for position in text.order(master: text.index(ofLanguage: source.master)) {
      let value = text.values[position]
      if let own = old.index(ofLanguage: value.language) {
        let change = ValueChange(
          value, of: text, to: old.values[own], of: old, source, in: catalogue.header,
          before: before(index, value.language))
        if let changed = resolve(change) { old.values[own] = named(changed, in: old) }
      } else if let value = resolveAddition(of: value, in: text, to: old, source) {
        if source.isReturned, source.isMaster(value) {
          // Where the translations of the file find it.
          old = named(old, adding: [value], of: text.file)
        } else {
          added.append(value)
        }
      }
    }
    catalogue.texts[index] = named(old, adding: added, of: text.file)
  }

  /// Returns the value in the catalog before this import.
  private func before(_ index: Int, _ language: String) -> Value? {
    guard index < originals.count, let own = originals[index].index(ofLanguage: language) else {
      return nil
    }
    return originals[index].values[own]
  }

  private mutating func addKey(_ text: Text, _ source: ImportedFile) {
    var text = text
    if source.isReturned {
      text.emptyBlankValues(nil, source)
      let status = settle(
        .keyAddition, .conflict(.translated), .addition(of: text, source), text.key)
      if status == nil { return }
      let master = text.index(ofLanguage: source.master).map { text.values[$0] }
      var values: [Value] = []
      // What is still to be translated comes back empty.
      for value in text.values where !value.source.isEmpty {
        if refuses(value, of: text, master: master, .keyAddition, source) { continue }
        values.append(source.isMaster(value) ? value.withKnownStatus : value.asWritten)
      }
      text.values = values
    } else {
      tally(.keyAddition) { $0.applied += 1 }
      list(Applied(change: .keyAddition, key: text.key, new: ""))
    }
    places[ExactKey(text.key)] = catalogue.texts.count
    var new = text
    new.values = []
    // The schema asks for one.
    new.context = text.context ?? Context("")
    catalogue.texts.append(named(new, adding: text.values, of: text.file))
    counts.texts += 1
    counts.values += text.values.count
  }

  // MARK: Names of arguments

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

  func named(_ value: Value, in text: Text) -> Value {
    guard value.message.hasArguments else { return value }
    var value = value
    value.rename(
      text.argumentNames(), parameters: Annotations(text.context).parameters.mapValues(\.name),
      backslash: backslash)
    return value
  }
}
