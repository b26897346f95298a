import TremaCatalog

/// The status of a translation, in XLIFF terms.
///
/// | trema | 1.2 | 2.0 |
/// |---|---|---|
/// | `initial` | `needs-translation` | `initial` |
/// | `translated` | `translated` | `translated` |
/// | `verified` | `final`, approved | `final` |
/// | `special` | `needs-review-translation` | `translated`, `trema:special` |
/// | another, none | `translated`, `x-trema-undefined…` | `translated`, `trema:undefined…` |
///
/// See XLIFF 1.2, section 2.3 (`state`, `state-qualifier`, `approved`); XLIFF 2.0, section 4.3
/// (`state`, `subState`).
struct XLIFFState: Hashable {
  /// The `state` attribute, or `nil` if it is missing.
  var state: String?
  /// The `state-qualifier` attribute in 1.2, or the `subState` attribute in 2.0.
  var detail: String?
  /// Whether the unit has `approved="yes"`, in 1.2 only.
  var isApproved = false
  /// Whether the unit has `approved="no"`, in 1.2 only.
  var isRefused = false

  init(state: String?, detail: String? = nil, isApproved: Bool = false, isRefused: Bool = false) {
    self.state = state
    self.detail = detail
    self.isApproved = isApproved
    self.isRefused = isRefused
  }

  /// Returns whether a status is written as this state, which means that no information is lost.
  ///
  /// - Parameters:
  ///   - status: The status in the catalog.
  ///   - majorVersion: The major version of XLIFF, 1 or 2.
  func isWritten(for status: Status, majorVersion: Int) -> Bool {
    let written = XLIFFState(status, in: majorVersion == 1 ? .v12 : .v20)
    return written.state == (state ?? written.state) && (!isApproved || written.isApproved)
      && !(isRefused && written.isApproved)
  }

  /// Whether the document contains a state. Most tools omit it.
  var isPresent: Bool { state != nil || isApproved }

  /// Creates the state that is written for a status.
  init(_ status: Status, in version: XLIFFVersion) {
    let isVersion1 = version == .v12
    // Unless a status changes it, the state is `translated`.
    self.init(state: "translated")
    switch status {
    case .initial: state = isVersion1 ? "needs-translation" : "initial"
    case .translated: break
    case .verified:
      state = "final"
      isApproved = isVersion1
    case .special where isVersion1: state = "needs-review-translation"
    case .special: detail = "trema:special"
    case .undefined(let word):
      let word = word.flatMap { Self.canRepresent($0) ? "-\($0)" : nil } ?? ""
      detail = (isVersion1 ? Self.qualifier : Self.subState) + word
    }
  }

  /// Returns whether a status that trema does not define is read back unchanged. The attributes
  /// cannot contain spaces or characters that XML does not allow.
  static func canRepresent(_ word: String) -> Bool {
    word.utf8.allSatisfy { $0 > 0x20 } && XMLForbiddenCharacters.first(in: Array(word.utf8)) == nil
  }

  /// The prefix of the detail for an undefined status in 1.2, which is followed by the word.
  private static let qualifier = "x-trema-undefined"
  /// The prefix of the detail for an undefined status in 2.0, which is followed by the word.
  private static let subState = "trema:undefined"

  /// Returns the status for the state, or `nil` if the version does not define the state.
  ///
  /// A translation without a state counts as translated because most tools omit the state, although
  /// 2.0 defines `initial` as the default.
  ///
  /// - Parameter majorVersion: The major version of XLIFF, 1 or 2.
  func status(majorVersion: Int) -> Status? {
    switch (state, majorVersion) {
    case (nil, 1), ("translated", _):
      if let status = detail.flatMap(Self.tremaStatus) { return status }
      return isApproved ? .verified : .translated
    case (nil, _): return .translated
    case ("new", 1), ("needs-translation", 1), ("needs-adaptation", 1), ("needs-l10n", 1):
      return .initial
    case ("needs-review-translation", 1), ("needs-review-adaptation", 1), ("needs-review-l10n", 1):
      return .special
    // A translation that the document explicitly doesn't approve must not become verified.
    case ("signed-off", 1), ("final", 1): return isRefused ? .translated : .verified
    case ("final", _): return .verified
    case ("initial", 2): return .initial
    case ("reviewed", 2): return .verified
    default: return nil
    }
  }

  /// Returns the status in a detail that trema has written, or `nil` for any other detail. The
  /// status is used only if no tool has changed the state.
  private static func tremaStatus(_ detail: String) -> Status? {
    if detail == "trema:special" { return .special }
    for prefix in [qualifier, subState] where detail.utf8.starts(with: prefix.utf8) {
      let rest = detail.utf8.dropFirst(prefix.utf8.count)
      if rest.isEmpty { return .undefined(nil) }
      if rest.first == UInt8(ascii: "-") { return .undefined(String(Substring(rest.dropFirst()))) }
    }
    return nil
  }
}

extension Status {
  /// Returns the status for a text that was translated in multiple pieces, which is that of the
  /// piece that needs the most work.
  ///
  /// - Returns: The status, or `nil` if there are no pieces.
  static func leastComplete(of statuses: [Status]) -> Status? {
    if statuses.contains(.initial) { return .initial }
    if statuses.contains(.special) { return .special }
    // The progress of an undefined status is unknown, so it has priority over all others.
    let unknown = statuses.first { if case .undefined = $0 { true } else { false } }
    return unknown ?? statuses.min()
  }
}
