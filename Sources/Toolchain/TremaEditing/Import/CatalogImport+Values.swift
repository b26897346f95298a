import TremaCatalog
import TremaSupport

/// Imports values into existing texts.
extension CatalogImport {
  /// Decides about a value in a language that the text does not have.
  ///
  /// - Parameters:
  ///   - value: The value of the import.
  ///   - text: The text of the import.
  ///   - old: The text of the catalog.
  ///   - source: The imported file.
  /// - Returns: The value to add, or `nil` to add nothing.
  mutating func resolveAddition(
    of value: Value, in text: Text, to old: Text, _ source: ImportedFile
  ) -> Value? {
    let isMaster = source.isMaster(value)
    let change = isMaster ? ImportChange.masterAddition : .languageAddition
    // Translators return untranslated texts as empty values.
    if source.isReturned, value.source.isEmpty { return nil }
    let master = old.index(ofLanguage: source.master).map { old.values[$0] }
    if source.isReturned, refuses(value, of: text, master: master, change, source) { return nil }
    let decision = source.isReturned ? ImportDecision.conflict(.translated) : .applied(.translated)
    guard
      decide(
        change, decision, .addition(of: value, in: text, source), text.key, value.language,
        new: value) != nil
    else { return nil }
    counts.values += 1
    return source.isReturned ? isMaster ? value.withKnownStatus : value.withTranslatedStatus : value
  }

  /// Decides about a value that the text already has.
  ///
  /// - Returns: The new value of the catalog, or `nil` to keep the existing value.
  mutating func resolve(_ change: ValueChange) -> Value? {
    guard let kind = change.kind else {
      counts.unchanged += 1
      return nil
    }
    let (existing, value) = (change.existing, change.value)
    if change.isTextChanged, change.source.isReturned {
      let master = change.existingText.index(ofLanguage: change.source.master)
        .map { change.existingText.values[$0] }
      if refuses(value, of: change.text, master: master, kind, change.source) { return nil }
    }
    let decision = change.decision
    guard
      let status = decide(
        kind, decision, .conflict(change, kind, decision), change.text.key, value.language,
        old: existing, new: value)
    else { return nil }
    counts.changed += 1
    var changed = existing
    changed.status = status
    guard change.isTextChanged else { return changed }
    changed.setSource(value.source, backslash: backslash)
    changed.hasMarkup = value.hasMarkup
    changed.file = change.text.file
    changed.textPosition = value.textPosition
    return changed
  }
}

extension Text {
  /// Replaces values that consist of whitespace with empty values, unless the original also
  /// consists of whitespace.
  ///
  /// An invisible translation is not a valid way to delete a text.
  ///
  /// - Parameters:
  ///   - master: The catalog's master value, or `nil` to use the text's master value.
  ///   - source: The imported file.
  mutating func emptyBlankValues(_ master: Value?, _ source: ImportedFile) {
    let original = master ?? index(ofLanguage: source.master).map { values[$0] }
    guard let original, !original.isBlank else { return }
    for index in values.indices where values[index].isBlank && !values[index].source.isEmpty {
      values[index].setSource("", backslash: .literal)
    }
  }
}

extension Value {
  /// Whether the value is empty or consists of whitespace.
  fileprivate var isBlank: Bool {
    source.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  /// The value, with the status `translated` if its status is initial or unknown.
  var withTranslatedStatus: Value {
    guard status != .initial else {
      var value = self
      value.status = .translated
      return value
    }
    return withKnownStatus
  }

  /// The value, with the status `translated` if its status is unknown. An unknown status is a
  /// mistake in the imported table.
  var withKnownStatus: Value {
    guard case .undefined = status else { return self }
    var value = self
    value.status = .translated
    return value
  }
}
