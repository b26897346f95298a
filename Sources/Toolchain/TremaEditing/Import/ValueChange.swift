import TremaCatalog
import TremaMessages

/// An imported value and the corresponding value of the catalog.
struct ValueChange {
  /// The value of the import.
  let value: Value
  /// The text of the import.
  let text: Text
  /// The catalog's value, which this import may already have changed.
  let existing: Value
  /// The catalog's text, which this import may already have changed.
  let existingText: Text
  /// The imported file.
  let source: ImportedFile
  /// Whether the text of the value differs, rather than only its status.
  let isTextChanged: Bool
  /// The kind of the change, or `nil` if there is none.
  ///
  /// There is no change if the value equals the catalog's value or, in one of several returned
  /// files, the value before the other files were imported.
  let kind: ImportChange?
  /// The status of the value in the file, or `nil` if there is none.
  let status: Status?
  /// Whether the catalog's value was imported from a different file of this import.
  let isImported: Bool

  /// Compares an imported value with the catalog's value.
  ///
  /// - Parameters:
  ///   - value: The value of the import.
  ///   - text: The text of the import.
  ///   - existing: The value of the catalog.
  ///   - old: The text of the catalog.
  ///   - source: The imported file.
  ///   - header: The header of the catalog.
  ///   - before: The value of the catalog before this import, or `nil` if there was none.
  init(
    _ value: Value, of text: Text, to existing: Value, of old: Text, _ source: ImportedFile,
    in header: CatalogHeader, before: Value?
  ) {
    self.value = value
    self.text = text
    self.existing = existing
    self.existingText = old
    self.source = source
    isImported = existing.file ?? old.file != header.file
    // A translator who returns a value unchanged doesn't undo another translator's work.
    let isUnchangedByTranslator =
      source.isReturned && isImported
      && before.map { Self.isEquivalent($0, in: old, to: value, in: text, source.master) } ?? false
    // An empty value in a file doesn't replace a value.
    isTextChanged =
      !value.source.isEmpty && !isUnchangedByTranslator
      && !Self.isEquivalent(existing, in: old, to: value, in: text, source.master)
    let hasStatus =
      source.hasStatuses && !value.isStatusAssumed && value.status != .undefined(nil)
    status = hasStatus ? value.status : nil
    if isTextChanged, source.isMaster(value) {
      kind = .masterChange
    } else if isTextChanged {
      kind =
        status.map { $0.equalsExactly(existing.status) } ?? true
        ? .valueChange : .valueAndStatusChange
    } else if let status, !value.source.isEmpty, !isUnchangedByTranslator,
      !status.equalsExactly(existing.status)
    {
      // Any known status is an improvement on an unknown status.
      if case .undefined = existing.status {
        kind = .newerStatus
      } else {
        kind = existing.status < status ? .newerStatus : .olderStatus
      }
    } else {
      kind = nil
    }
  }

  /// The decision of the status matrix, with exceptions that depend on the file and on other
  /// values.
  var decision: ImportDecision {
    guard isTextChanged else {
      return status.flatMap { StatusMatrix.unchanged(existing.status, to: $0) } ?? .refused
    }
    let isReference = source.isMaster(value) && source.hasReferenceMaster
    let isEmpty = existing.source.isEmpty
    var decision: ImportDecision
    if source.hasStatuses, !isReference {
      decision = StatusMatrix.changed(existing.status, to: status)
    } else {
      decision = StatusMatrix.changedWithoutStatus(existing.status)
      // An empty value can be replaced without loss.
      if isEmpty, !(isReference && source.isReturned),
        ![.verified, .special].contains(existing.status)
      {
        decision = .applied(.translated)
      }
    }
    // A change becomes a conflict if two files of the same import differ, or if child elements of
    // the value would be lost.
    if case .applied(let status) = decision,
      isImported && !isEmpty || existing.hasMarkup || existing.isInConflict
    {
      decision = .conflict(status)
    }
    return decision
  }

  /// Returns whether two values have the same meaning, ignoring argument names and the form of line
  /// breaks.
  private static func isEquivalent(
    _ existing: Value, in old: Text, to new: Value, in text: Text, _ master: String
  ) -> Bool {
    if existing.source.equalsExactly(new.source) { return true }
    let parameters = Annotations(old.context).parameters.mapValues(\.name)
    let known = ArgumentNumbers(
      old.order(master: old.index(ofLanguage: master)).map { old.values[$0].message },
      parameters: parameters)
    let newParameters = Annotations(text.context).parameters.mapValues(\.name)
    let newNumbers = ArgumentNumbers([new.message], parameters: newParameters)
    let isNamed = !newNumbers.isEmpty
    // Names that occur in the text refer to its arguments, regardless of their order in the value.
    if newNumbers.names.allSatisfy({ known[$0.name] != nil }) {
      if isSame(existing, known, new, known) { return true }
      if isNamed { return false }
    }
    let existingNumbers = ArgumentNumbers([existing.message], parameters: parameters)
    return isSame(existing, existingNumbers, new, newNumbers)
  }

  /// Returns whether two values are the same after their arguments are replaced with numbers.
  private static func isSame(
    _ existing: Value, _ existingNumbers: ArgumentNumbers, _ new: Value,
    _ newNumbers: ArgumentNumbers
  ) -> Bool {
    func canonical(_ value: Value, _ numbers: ArgumentNumbers) -> String? {
      value.message.numbered(by: numbers)
        .spelled(MessageSpelling(.canonical, keepsNames: false))
    }
    guard let existingText = canonical(existing, existingNumbers),
      let newText = canonical(new, newNumbers)
    else {
      return false
    }
    return existingText.equalsExactly(newText)
      || existingText.utf8.withoutReturns.elementsEqual(newText.utf8.withoutReturns)
  }
}

extension Value {
  /// Whether there is an unresolved merge conflict about this value.
  fileprivate var isInConflict: Bool {
    leadingTrivia.contains {
      if case .conflict = MergeConflict.parse($0.source) { true } else { false }
    }
  }
}

extension String.UTF8View {
  /// The bytes with each CR LF replaced with a line feed.
  fileprivate var withoutReturns: [UInt8] {
    var bytes: [UInt8] = []
    for byte in self {
      if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
