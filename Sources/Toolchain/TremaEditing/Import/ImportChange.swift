/// A change that an imported value would make in a catalog.
///
/// Values are examined independently. If both the master value and a translation of a text have
/// changed, both changes are reported.
///
/// See the change types of trema-core's `ChangesAnalyzer`.
package enum ImportChange: String, CaseIterable, Hashable, Sendable {
  /// The catalog does not have the key.
  case keyAddition
  /// The text has no value in the master language, or in any other language.
  case masterAddition, languageAddition
  /// The master value differs.
  case masterChange
  /// The value in a language other than the master language differs, but its status does not.
  case valueChange
  /// The value in a language other than the master language and its status differ.
  case valueAndStatusChange
  /// The value is the same, but the imported status is lower or higher.
  case olderStatus, newerStatus
  /// The context of a text is completed with information from the file. This never conflicts.
  case contextChange

  /// The name of the kind in a summary.
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
    case .contextChange: "changed context"
    }
  }

  /// A group of changes that the user accepts together.
  package enum Group: String, CaseIterable, Hashable, Sendable {
    case addition, master, value, status
    /// Subsets of the additions.
    case keyAddition = "key-addition"
    case languageAddition = "language-addition"
  }

  /// The group that contains all changes of this kind, or `nil` if they never conflict.
  package var group: Group? {
    switch self {
    case .keyAddition, .masterAddition, .languageAddition: .addition
    case .masterChange: .master
    case .valueChange, .valueAndStatusChange: .value
    case .olderStatus, .newerStatus: .status
    case .contextChange: nil
    }
  }

  /// The groups that include this kind of change: its group and, for additions, a narrower group.
  package var groups: Set<Group> {
    switch self {
    case .keyAddition: [.addition, .keyAddition]
    case .languageAddition: [.addition, .languageAddition]
    default: group.map { [$0] } ?? []
    }
  }
}
