import TremaCatalog
import TremaMessages

/// A value of an import beside the one that the catalogue has.
struct ValueChange {
  let value: Value
  let text: Text
  let own: Value
  let old: Text
  let source: ImportedFile
  /// The value says something else, rather than have another status alone.
  let isTextual: Bool
  /// nil when there is no change: the value is that of the catalogue, or, of several files that come
  /// back, what it was before the others.
  let kind: ImportChange?
  /// The status of the value in the file; `nil` when the file has none.
  let status: Status?
  /// The own value came from a file of this import, too.
  let isImported: Bool

  init(
    _ value: Value, of text: Text, to own: Value, of old: Text, _ source: ImportedFile,
    in header: CatalogHeader, before: Value?
  ) {
    self.value = value
    self.text = text
    self.own = own
    self.old = old
    self.source = source
    // What is empty in a file replaces nothing.
    isImported = own.file ?? old.file != header.file
    // Leaving a value alone does not undo the work of another translator.
    let isLeftAlone =
      source.isReturned && isImported
      && before.map { Self.says($0, in: old, the: value, in: text, source.master) } ?? false
    isTextual =
      !value.source.isEmpty && !isLeftAlone
      && !Self.says(own, in: old, the: value, in: text, source.master)
    let isSaid =
      source.hasStatuses && !value.isStatusAssumed && value.status != .undefined(nil)
    status = isSaid ? value.status : nil
    if isTextual, source.isMaster(value) {
      kind = .masterChange
    } else if isTextual {
      kind = status.map { $0.isExactly(own.status) } ?? true ? .valueChange : .valueAndStatusChange
    } else if let status, !value.source.isEmpty, !isLeftAlone, !status.isExactly(own.status) {
      // A known status says more than an unknown one.
      if case .undefined = own.status {
        kind = .newerStatus
      } else {
        kind = own.status < status ? .newerStatus : .olderStatus
      }
    } else {
      kind = nil
    }
  }

  var decision: ImportDecision {
    guard isTextual else {
      return status.flatMap { StatusMatrix.unchanged(own.status, to: $0) } ?? .refused
    }
    let isReference = source.isMaster(value) && source.isMasterForReading
    let isEmpty = own.source.isEmpty
    var decision: ImportDecision
    if source.hasStatuses, !isReference {
      decision = StatusMatrix.changed(own.status, to: status)
    } else {
      decision = StatusMatrix.changedWithoutStatus(own.status)
      // There is nothing to be lost.
      if isEmpty, !(isReference && source.isReturned), ![.verified, .special].contains(own.status) {
        decision = .applied(.translated)
      }
    }
    // Two files of one import disagree, or elements in the value would be lost.
    if case .applied(let status) = decision,
      isImported && !isEmpty || own.hasMarkup || own.isInConflict
    {
      decision = .conflict(status)
    }
    return decision
  }

  /// Whether two values say the same, with any names of arguments and any line breaks.
  private static func says(
    _ own: Value, in old: Text, the new: Value, in text: Text, _ master: String
  ) -> Bool {
    if own.source.isExactly(new.source) { return true }
    let parameters = Annotations(old.context).parameters.mapValues(\.name)
    let known = ArgumentNumbers(
      old.order(master: old.index(ofLanguage: master)).map { old.values[$0].message },
      parameters: parameters)
    let newParameters = Annotations(text.context).parameters.mapValues(\.name)
    let newNumbers = ArgumentNumbers([new.message], parameters: newParameters)
    let isNamed = !newNumbers.isEmpty
    // Names that the text has are its arguments, in whichever order they are.
    if newNumbers.names.allSatisfy({ known[$0.name] != nil }) {
      if isSame(own, known, new, known) { return true }
      if isNamed { return false }
    }
    let ownNumbers = ArgumentNumbers([own.message], parameters: parameters)
    return isSame(own, ownNumbers, new, newNumbers)
  }

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
  /// Whether a merge left open which value it is to be.
  fileprivate var isInConflict: Bool {
    before.contains { if case .conflict = MergeConflict.read($0.source) { true } else { false } }
  }
}

extension String.UTF8View {
  /// CR LF as a line feed.
  fileprivate var withoutReturns: [UInt8] {
    var bytes: [UInt8] = []
    for byte in self {
      if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
