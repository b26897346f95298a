import TremaCatalog

/// How far a translation has come, in the words of XLIFF.
///
/// | trema | 1.2 | 2.0 |
/// |---|---|---|
/// | `initial` | `needs-translation` | `initial` |
/// | `translated` | `translated` | `translated` |
/// | `verified` | `final`, approved | `final` |
/// | `special` | `needs-review-translation` | `translated`, `trema:special` |
/// | another, none | `translated`, `x-trema-undefined…` | `translated`, `trema:undefined…` |
///
/// Source: XLIFF 1.2, section 2.3 (`state`, `state-qualifier`, `approved`); XLIFF 2.0, section 4.3
/// (`state`, `subState`).
struct XLIFFState: Hashable {
  var state: String?
  /// `state-qualifier` in 1.2, `subState` in 2.0.
  var detail: String?
  /// In 1.2 alone.
  var isApproved = false
  /// `approved="no"`, in 1.2 alone.
  var isRefused = false

  init(state: String?, detail: String? = nil, isApproved: Bool = false, isRefused: Bool = false) {
    self.state = state
    self.detail = detail
    self.isApproved = isApproved
    self.isRefused = isRefused
  }

  /// Whether the file with a status says this state again.
  func isSaid(by status: Status, generation: Int) -> Bool {
    let written = XLIFFState(status, in: generation == 1 ? .v12 : .v20)
    return written.state == (state ?? written.state) && (!isApproved || written.isApproved)
      && !(isRefused && written.isApproved)
  }

  /// Whether the file says anything; most tools leave the state out.
  var isSaid: Bool { state != nil || isApproved }

  init(_ status: Status, in version: XLIFFVersion) {
    let isOne = version == .v12
    self.init(state: "translated")
    switch status {
    case .initial: state = isOne ? "needs-translation" : "initial"
    case .translated: break
    case .verified:
      state = "final"
      isApproved = isOne
    case .special where isOne: state = "needs-review-translation"
    case .special: detail = "trema:special"
    case .undefined(let word):
      let word = word.flatMap { Self.canCarry($0) ? "-\($0)" : nil } ?? ""
      detail = (isOne ? Self.qualifier : Self.subState) + word
    }
  }

  /// Whether a word that trema does not know as a status comes back: an attribute holds no spaces.
  static func canCarry(_ word: String) -> Bool {
    word.utf8.allSatisfy { $0 > 0x20 } && XMLForbidden.first(in: Array(word.utf8)) == nil
  }

  private static let qualifier = "x-trema-undefined"
  private static let subState = "trema:undefined"

  /// The status; nil for a state that neither version defines.
  ///
  /// Without a state a translation counts as one: most tools leave it out, even where 2.0 says that
  /// it means `initial`.
  func status(generation: Int) -> Status? {
    switch (state, generation) {
    case (nil, 1), ("translated", _):
      if let own = detail.flatMap(Self.own) { return own }
      return isApproved ? .verified : .translated
    case (nil, _): return .translated
    case ("new", 1), ("needs-translation", 1), ("needs-adaptation", 1), ("needs-l10n", 1):
      return .initial
    case ("needs-review-translation", 1), ("needs-review-adaptation", 1), ("needs-review-l10n", 1):
      return .special
    // The file says that it is not approved: it is not to be treated as verified.
    case ("signed-off", 1), ("final", 1): return isRefused ? .translated : .verified
    case ("final", _): return .verified
    case ("initial", 2): return .initial
    case ("reviewed", 2): return .verified
    default: return nil
    }
  }

  /// Returns the status of trema's own detail; a tool that sets another state means that one.
  private static func own(_ detail: String) -> Status? {
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
  /// The status of a text that was translated in several pieces: that of the one that needs most.
  static func least(of statuses: [Status]) -> Status? {
    if statuses.contains(.initial) { return .initial }
    if statuses.contains(.special) { return .special }
    // The progress of an unknown status is unknown.
    let unknown = statuses.first { if case .undefined = $0 { true } else { false } }
    return unknown ?? statuses.min()
  }
}
