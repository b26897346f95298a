import TremaCatalog
import TremaMessages

/// A value of an import and the value that the catalogue has in its place.
struct ValueChange {
  /// The value of the import.
  let value: Value
  /// The text of the import.
  let text: Text
  /// The value of the catalogue, possibly changed by this import already.
  let existing: Value
  /// The text of the catalogue, likewise.
  let existingText: Text
  /// The imported file.
  let source: ImportedFile
  /// Whether the text of the value differs, and not only its status.
  let isTextChanged: Bool
  /// The kind of the change; `nil` if there is none.
  ///
  /// There is none if the value is that of the catalogue, or, in one of several returned files, the
  /// value before the other files were imported.
  let kind: ImportChange?
  /// The status of the value in the file; `nil` if the file has none.
  let status: Status?
  /// Whether the value of the catalogue was imported from another file of this import.
  let isImported: Bool

  /// Compares a value of an import with that of the catalogue.
  ///
  /// - Parameters:
  ///   - value: The value of the import.
  ///   - text: The text of the import.
  ///   - own: The value of the catalogue.
  ///   - old: The text of the catalogue.
  ///   - source: The imported file.
  ///   - header: The header of the catalogue.
  ///   - before: The value of the catalogue before this import; `nil` if it had none.
  init(
    _ value: Value, of text: Text, to own: Value, of old: Text, _ source: ImportedFile,
    in header: CatalogHeader, before: Value?
  ) {
    self.value = value
    self.text = text
    self.existing = own
    self.existingText = old
    self.source = source
    isImported = own.file ?? old.file != header.file
    // A translator who returns a value unchanged does not undo the work of another one.
    let isLeftAlone =
      source.isReturned && isImported
      && before.map { Self.isEquivalent($0, in: old, to: value, in: text, source.master) } ?? false
    // An empty value of a file replaces nothing.
    isTextChanged =
      !value.source.isEmpty && !isLeftAlone
      && !Self.isEquivalent(own, in: old, to: value, in: text, source.master)
    let isSaid =
      source.hasStatuses && !value.isStatusAssumed && value.status != .undefined(nil)
    status = isSaid ? value.status : nil
    if isTextChanged, source.isMaster(value) {
      kind = .masterChange
    } else if isTextChanged {
      kind = status.map { $0.isExactly(own.status) } ?? true ? .valueChange : .valueAndStatusChange
    } else if let status, !value.source.isEmpty, !isLeftAlone, !status.isExactly(own.status) {
      // Any known status is an improvement on an unknown one.
      if case .undefined = own.status {
        kind = .newerStatus
      } else {
        kind = own.status < status ? .newerStatus : .olderStatus
      }
    } else {
      kind = nil
    }
  }

  /// The decision of the status matrix, with the exceptions that depend on the file and on other
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
      // An empty value can be replaced without a loss.
      if isEmpty, !(isReference && source.isReturned),
        ![.verified, .special].contains(existing.status)
      {
        decision = .applied(.translated)
      }
    }
    // A change becomes a conflict if two files of one import differ, or if child elements of the
    // value would be lost.
    if case .applied(let status) = decision,
      isImported && !isEmpty || existing.hasMarkup || existing.isInConflict
    {
      decision = .conflict(status)
    }
    return decision
  }

  /// Whether two values have the same meaning: names of arguments and the form of line breaks are
  /// ignored.
  private static func isEquivalent(
    _ own: Value, in old: Text, to new: Value, in text: Text, _ master: String
  ) -> Bool {
    if own.source.isExactly(new.source) { return true }
    let parameters = Annotations(old.context).parameters.mapValues(\.name)
    let known = ArgumentNumbers(
      old.order(master: old.index(ofLanguage: master)).map { old.values[$0].message },
      parameters: parameters)
    let newParameters = Annotations(text.context).parameters.mapValues(\.name)
    let newNumbers = ArgumentNumbers([new.message], parameters: newParameters)
    let isNamed = !newNumbers.isEmpty
    // Names that the text has refer to its arguments, independent of their order in the value.
    if newNumbers.names.allSatisfy({ known[$0.name] != nil }) {
      if isSame(own, known, new, known) { return true }
      if isNamed { return false }
    }
    let ownNumbers = ArgumentNumbers([own.message], parameters: parameters)
    return isSame(own, ownNumbers, new, newNumbers)
  }

  /// Whether two values are the same after their arguments are replaced by numbers.
  private static func isSame(
    _ own: Value, _ ownNumbers: ArgumentNumbers, _ new: Value, _ newNumbers: ArgumentNumbers
  ) -> Bool {
    func canonical(_ value: Value, _ numbers: ArgumentNumbers) -> String? {
      value.message.numbered(by: numbers)
        .spelled(MessageSpelling(.canonical, keepsNames: false))
    }
    guard let ownText = canonical(own, ownNumbers), let newText = canonical(new, newNumbers) else {
      return false
    }
    return ownText.isExactly(newText)
      || ownText.utf8.withoutReturns.elementsEqual(newText.utf8.withoutReturns)
  }
}

extension Value {
  /// Whether a merge has left a conflict about this value.
  fileprivate var isInConflict: Bool {
    before.contains { if case .conflict = MergeConflict.parse($0.source) { true } else { false } }
  }
}

extension String.UTF8View {
  /// The bytes with each CR LF replaced by a line feed.
  fileprivate var withoutReturns: [UInt8] {
    var bytes: [UInt8] = []
    for byte in self {
      if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
