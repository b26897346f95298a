import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// Decisions about changes, and their reports and counts.
extension CatalogImport {
  /// Decides a change, and counts and reports the result.
  ///
  /// - Parameters:
  ///   - change: The kind of the change.
  ///   - decision: The decision of the status matrix. A conflict is applied if its group is
  ///     accepted or the user chooses to apply it.
  ///   - conflict: The diagnostic to report if the change is not applied.
  ///   - key: The key of the text.
  ///   - language: The language of the value, or `nil` for a whole text.
  ///   - old: The value in the catalog.
  ///   - new: The value of the import.
  /// - Returns: The status of the changed value, or `nil` if the change is not applied.
  mutating func decide(
    _ change: ImportChange, _ decision: ImportDecision, _ conflict: @autoclosure () -> Diagnostic,
    _ key: String, _ language: String? = nil, old: Value? = nil, new: Value? = nil
  ) -> Status? {
    var newStatus: Status?
    var wasPrompted = false
    switch decision {
    case .applied(let status): newStatus = status
    case .conflict(let status) where !accepted.isDisjoint(with: change.groups): newStatus = status
    case .conflict(let status):
      if let choose {
        wasPrompted = true
        switch choose(change, conflict()) {
        case .accept: newStatus = status
        case .keep: break
        case .quit: isAbandoned = true
        }
      }
    case .refused: break
    }
    guard let newStatus else {
      counts.conflicts += 1
      tally(change) { $0.conflicts += 1 }
      // A change that the user was prompted for has already been shown.
      if !wasPrompted { diagnostics.append(conflict()) }
      return nil
    }
    tally(change) { $0.applied += 1 }
    record(
      AppliedChange(
        change: change, key: key, language: language, old: old?.source, new: new?.source ?? "",
        oldStatus: old?.status.phrase, newStatus: newStatus.phrase))
    return newStatus
  }

  /// Updates the tally for a kind of change.
  mutating func tally(_ change: ImportChange, _ count: (inout Tally) -> Void) {
    count(&counts.changes[change, default: Tally()])
  }

  /// Records a change if the caller requested the list.
  mutating func record(_ change: @autoclosure () -> AppliedChange) {
    if recordsChanges { applied.append(change()) }
  }

  /// Returns whether a value is invalid in every catalog. Such a value is reported and not
  /// imported, even if its change is accepted.
  mutating func refuses(
    _ value: Value, of text: Text, master: Value?, _ change: ImportChange, _ source: ImportedFile
  ) -> Bool {
    guard !value.source.isEmpty else { return false }
    let diagnostic: Diagnostic
    if let reason = value.invalidity {
      diagnostic = .invalidMessage(value, in: text, reason, source)
    } else if let master, !source.isMaster(value), !master.source.isEmpty,
      let problem = ArgumentMismatch.description(
        value, against: master,
        parameters: Annotations(text.context).parameters.mapValues(\.name))
    {
      diagnostic = .argumentMismatch(value, in: text, problem, master, source)
    } else {
      return false
    }
    diagnostics.append(diagnostic)
    counts.refused += 1
    tally(change) { $0.refused += 1 }
    return true
  }
}
