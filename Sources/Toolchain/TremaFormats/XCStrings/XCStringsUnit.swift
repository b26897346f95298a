import TremaCatalog
import TremaMessages
import TremaSupport

/// A `stringUnit`: one text and how far it has come.
struct XCStringsUnit {
  var text: String
  var state: String?
  var location: SourceLocation?
}

/// The content of a node once devices are chosen.
enum XCStringsContent {
  case unit(XCStringsUnit)
  case plural([PluralCategory: XCStringsUnit])

  var units: [XCStringsUnit] {
    switch self {
    case .unit(let unit): [unit]
    case .plural(let forms): PluralCategory.allCases.compactMap { forms[$0] }
    }
  }
}

extension Status {
  /// The status of a value made of these units: that of the one that has come least far.
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

  /// The state of a unit that says this status, and whether it says all of it.
  var xcstringsState: (name: String, isExact: Bool) {
    switch self {
    case .initial: ("new", true)
    case .translated, .undefined(nil): ("translated", true)
    case .verified, .undefined: ("translated", false)
    case .special: ("needs_review", true)
    }
  }
}
