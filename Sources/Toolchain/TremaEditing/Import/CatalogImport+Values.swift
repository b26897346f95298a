import TremaCatalog
import TremaSupport

/// The import of single values.
extension CatalogImport {
  /// - Returns: the value, when it is to be added.
  mutating func resolveAddition(
    of value: Value, in text: Text, to old: Text, _ source: ImportedFile
  ) -> Value? {
    let isMaster = source.isMaster(value)
    let change = isMaster ? ImportChange.masterAddition : .languageAddition
    // What is still to be translated comes back empty.
    if source.isReturned, value.source.isEmpty { return nil }
    let master = old.index(ofLanguage: source.master).map { old.values[$0] }
    if source.isReturned, refuses(value, of: text, master: master, change, source) { return nil }
    let decision = source.isReturned ? ImportDecision.conflict(.translated) : .applied(.translated)
    guard
      settle(
        change, decision, .addition(of: value, in: text, source), text.key, value.language,
        new: value) != nil
    else { return nil }
    counts.values += 1
    return source.isReturned ? isMaster ? value.withKnownStatus : value.asWritten : value
  }

  /// - Returns: what the value of the catalogue becomes; nil when it stays.
  mutating func resolve(_ change: ValueChange) -> Value? {
    guard let kind = change.kind else {
      counts.known += 1
      return nil
    }
    let (own, value) = (change.own, change.value)
    if change.isTextual, change.source.isReturned {
      let master = change.old.index(ofLanguage: change.source.master)
        .map { change.old.values[$0] }
      if refuses(value, of: change.text, master: master, kind, change.source) { return nil }
    }
    let decision = change.decision
    guard
      let status = settle(
        kind, decision, .conflict(change, kind, decision), change.text.key, value.language,
        old: own, new: value)
    else { return nil }
    counts.changed += 1
    var changed = own
    changed.status = status
    guard change.isTextual else { return changed }
    changed.setSource(value.source, backslash: backslash)
    changed.hasMarkup = value.hasMarkup
    changed.file = change.text.file
    changed.textPosition = value.textPosition
    return changed
  }
}

extension Text {
  /// Ignores invisible translations: a space is no way to delete a text. Where the original is
  /// white space, they may be white space, too.
  ///
  /// - Parameter master: what the catalogue has; nil to look in the text itself.
  mutating func emptyBlankValues(_ master: Value?, _ source: ImportedFile) {
    let original = master ?? index(ofLanguage: source.master).map { values[$0] }
    guard let original, !original.isBlank else { return }
    for index in values.indices where values[index].isBlank && !values[index].source.isEmpty {
      values[index].setSource("", backslash: .literal)
    }
  }
}

extension Value {
  fileprivate var isBlank: Bool {
    source.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  /// A value that is written is not waiting for translation.
  var asWritten: Value {
    guard status != .initial else {
      var value = self
      value.status = .translated
      return value
    }
    return withKnownStatus
  }

  /// An unknown status is a mistake in the table.
  var withKnownStatus: Value {
    guard case .undefined = status else { return self }
    var value = self
    value.status = .translated
    return value
  }
}
