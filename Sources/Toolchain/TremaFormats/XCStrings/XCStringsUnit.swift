import TremaCatalog
import TremaMessages
import TremaSupport

/// A `stringUnit`: a string and its state.
struct XCStringsUnit {
  var text: String
  /// The state, such as `translated`, or `nil` if it is missing.
  var state: String?
  var location: SourceLocation?
}

/// The content of a localization, after a device variant has been chosen.
enum XCStringsContent {
  case unit(XCStringsUnit)
  case plural([PluralCategory: XCStringsUnit])

  /// The units, in category order.
  var units: [XCStringsUnit] {
    switch self {
    case .unit(let unit): [unit]
    case .plural(let forms): PluralCategory.allCases.compactMap { forms[$0] }
    }
  }
}

extension Status {
  /// Creates the status for a value that consists of multiple units, which is that of the least
  /// advanced unit.
  init(_ units: [XCStringsUnit]) {
    let states = units.map(\.state)
    if states.contains("new") {
      self = .initial
    } else if states.contains("needs_review") {
      self = .special
    } else if let unknown = states.first(where: { $0 != nil && $0 != "translated" }) {
      self = .undefined(unknown)
    } else {
      self = .translated
    }
  }

  /// The state of a unit with this status, and whether the state is read back as the same status.
  var xcstringsState: (name: String, isExact: Bool) {
    switch self {
    case .initial: ("new", true)
    case .translated, .undefined(nil): ("translated", true)
    case .verified, .undefined: ("translated", false)
    case .special: ("needs_review", true)
    }
  }
}
