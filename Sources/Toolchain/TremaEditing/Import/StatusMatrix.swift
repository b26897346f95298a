import TremaCatalog

/// The decision about a change.
package enum ImportDecision: Hashable, Sendable {
  /// It is made; the value has this status then.
  case applied(Status)
  /// The change is made, with this status, only when the user accepts it.
  case conflict(Status)
  /// It is never made by an import.
  case refused
}

/// Decides by the status that a value has in the catalogue and the one that it has in an import.
///
/// A value that is `verified` is not overwritten and not lowered unasked, one that is `special` not
/// overwritten at all, and a status that trema does not know never gets into the catalogue.
///
/// Source: the matrix of trema-core's `ChangesAnalyzer`, its holes closed;
/// `Documentation/Translators.md` shows it.
enum StatusMatrix {
  /// For a value that differs.
  ///
  /// - Parameter new: `nil` where the file, of a format that has statuses, has none: the value was
  ///   written, so it is translated.
  static func changed(_ own: Status, to new: Status?) -> ImportDecision {
    let new = new ?? .translated
    return switch (own, new) {
    case (.special, _), (.initial, .special): .refused
    case (.undefined, .undefined): .conflict(own)
    case (_, .undefined): .conflict(.translated)
    case (.undefined, _): .applied(new)
    case (.initial, .initial): .applied(.translated)
    case (.initial, _), (.translated, .translated), (.translated, .verified): .applied(new)
    case (.translated, _): .conflict(.translated)
    case (.verified, _): .conflict(new)
    }
  }

  /// For a value that differs, in a file of a format that has no statuses.
  static func changedWithoutStatus(_ own: Status) -> ImportDecision {
    switch own {
    case .special: .refused
    case .initial, .translated, .verified: .conflict(.translated)
    case .undefined: .conflict(own)
    }
  }

  /// For a value that is the same.
  ///
  /// - Returns: nil when the statuses are the same as well.
  static func unchanged(_ own: Status, to new: Status) -> ImportDecision? {
    if own.isExactly(new) { return nil }
    return switch (own, new) {
    case (_, .undefined): .refused
    case (.undefined, _): .applied(new)
    case (.special, _), (.verified, _), (_, .special): .conflict(new)
    default: own < new ? .applied(new) : .conflict(new)
    }
  }
}

extension Status {
  /// The word for people.
  var words: String {
    switch self {
    case .undefined(nil): "without a status"
    case .undefined(let word?): "'\(word)'"
    default: name
    }
  }
}
