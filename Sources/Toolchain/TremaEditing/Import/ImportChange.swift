/// A change that a value of an import would make in a catalog.
///
/// Each value is looked at for itself: a text whose master has changed may have a changed
/// translation as well, and both are told.
///
/// Source: the types of change of trema-core's `ChangesAnalyzer`.
package enum ImportChange: String, CaseIterable, Hashable, Sendable {
  /// The catalogue does not have the key.
  case keyAddition
  /// The text has no value in the master language, or in another.
  case masterAddition, languageAddition
  case masterChange
  case valueChange
  case valueAndStatusChange
  /// The value is the same, its status less or more advanced.
  case olderStatus, newerStatus

  /// The words for it in a summary.
  package var title: String {
    switch self {
    case .keyAddition: "new text"
    case .masterAddition: "new master value"
    case .languageAddition: "new language of a text"
    case .masterChange: "changed master value"
    case .valueChange: "changed value"
    case .valueAndStatusChange: "changed value and status"
    case .olderStatus: "older status"
    case .newerStatus: "newer status"
    }
  }

  /// Changes that people accept together.
  package enum Group: String, CaseIterable, Hashable, Sendable {
    case addition, master, value, status
    /// Parts of the additions.
    case keyAddition = "key-addition"
    case languageAddition = "language-addition"
  }

  package var group: Group {
    switch self {
    case .keyAddition, .masterAddition, .languageAddition: .addition
    case .masterChange: .master
    case .valueChange, .valueAndStatusChange: .value
    case .olderStatus, .newerStatus: .status
    }
  }

  /// The words that accept it: that of its group, and for additions one of their own.
  package var groups: Set<Group> {
    switch self {
    case .keyAddition: [.addition, .keyAddition]
    case .languageAddition: [.addition, .languageAddition]
    default: [group]
    }
  }
}
