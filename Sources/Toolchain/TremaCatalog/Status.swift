import TremaSupport

/// How far a value has come. Ordered as trema orders it: initial < translated < verified < special <
/// undefined.
///
/// Source: `trema-1.0.xsd`, attribute `value@status`.
package enum Status: Hashable, Sendable {
  case initial, translated, verified, special
  /// An unknown status, kept as it was written, or none at all (nil).
  case undefined(String?)

  package init(_ name: String?) {
    // Swift takes the square of the time to compare long runs of marks, even to a word without any.
    guard let name, name.utf8.count <= "translated".utf8.count else {
      self = .undefined(name)
      return
    }
    switch name {
    case "initial": self = .initial
    case "translated": self = .translated
    case "verified": self = .verified
    case "special": self = .special
    default: self = .undefined(name)
    }
  }

  /// The word in the file; nil when there was none.
  package var spelling: String? {
    if case .undefined(let spelling) = self { spelling } else { name }
  }

  /// The word that selects this status: `undefined` for all that trema does not define.
  package var name: String {
    switch self {
    case .initial: "initial"
    case .translated: "translated"
    case .verified: "verified"
    case .special: "special"
    case .undefined: "undefined"
    }
  }

  package static let names = ["initial", "translated", "verified", "special", "undefined"]
}

/// A status in a byte, without the spelling of an unknown one.
@usableFromInline package enum StatusCode: UInt8 {
  case initial, translated, verified, special, missing, unknown

  /// - Parameter name: as the file has it.
  package init(_ name: UnsafeBufferPointer<UInt8>) {
    let known: [(StaticString, StatusCode)] = [
      ("translated", .translated), ("initial", .initial), ("verified", .verified),
      ("special", .special),
    ]
    for (word, code) in known
    where name.isEqual(
      to: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    {
      self = code
      return
    }
    self = .unknown
  }
}

extension Status: Comparable {
  package static func < (a: Status, b: Status) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .initial: 0
    case .translated: 1
    case .verified: 2
    case .special: 3
    case .undefined: 4
    }
  }
}
