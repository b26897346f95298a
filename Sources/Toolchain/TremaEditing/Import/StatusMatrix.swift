import TremaCatalog

/// The decision about a change.
package enum ImportDecision: Hashable, Sendable {
  /// The change is applied, and the value gets this status.
  case applied(Status)
  /// The change is applied only if the user accepts it. The value then gets this status.
  case conflict(Status)
  /// The change is never applied by an import.
  case refused
}

/// Decides about changes based on the status of a value in the catalog and its status in an import.
///
/// A `verified` value is not overwritten, and its status is not lowered, without acceptance. A
/// `special` value is never overwritten. A status that trema does not know is never written to the
/// catalog.
///
/// Based on the matrix in trema-core's `ChangesAnalyzer`, with missing entries added;
/// `Documentation/Translators.md` shows it.
enum StatusMatrix {
  /// Decides about a value that differs, in a file format with statuses.
  ///
  /// - Parameters:
  ///   - current: The status in the catalog.
  ///   - new: The status in the file, or `nil` if there is none, in which case the value is treated
  ///     as translated.
  static func changed(_ current: Status, to new: Status?) -> ImportDecision {
    let new = new ?? .translated
    return switch (current, new) {
    case (.special, _), (.initial, .special): .refused
    case (.undefined, .undefined): .conflict(current)
    case (_, .undefined): .conflict(.translated)
    case (.undefined, _): .applied(new)
    case (.initial, .initial): .applied(.translated)
    case (.initial, _), (.translated, .translated), (.translated, .verified): .applied(new)
    case (.translated, _): .conflict(.translated)
    case (.verified, _): .conflict(new)
    }
  }

  /// Decides about a value that differs, in a file format without statuses.
  static func changedWithoutStatus(_ current: Status) -> ImportDecision {
    switch current {
    case .special: .refused
    case .initial, .translated, .verified: .conflict(.translated)
    case .undefined: .conflict(current)
    }
  }

  /// Decides about a value that is the same.
  ///
  /// - Parameters:
  ///   - current: The status in the catalog.
  ///   - new: The status in the file.
  /// - Returns: The decision, or `nil` if the statuses are also the same.
  static func unchanged(_ current: Status, to new: Status) -> ImportDecision? {
    if current.equalsExactly(new) { return nil }
    return switch (current, new) {
    case (_, .undefined): .refused
    case (.undefined, _): .applied(new)
    case (.special, _), (.verified, _), (_, .special): .conflict(new)
    default: current < new ? .applied(new) : .conflict(new)
    }
  }
}

extension Status {
  /// The status as a part of a message.
  var phrase: String {
    switch self {
    case .undefined(nil): "without a status"
    case .undefined(let word?): "'\(word)'"
    default: name
    }
  }
}
