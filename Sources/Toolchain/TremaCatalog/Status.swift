import TremaSupport

/// The translation status of a value. The order is: initial < translated < verified < special <
/// undefined.
///
/// See `trema-1.0.xsd`, attribute `value@status`.
package enum Status: Hashable, Sendable {
  case initial, translated, verified, special
  /// An unknown status in its original spelling, or `nil` if the status is missing.
  case undefined(String?)

  /// Parses the value of the `status` attribute.
  ///
  /// - Parameter name: The value, or `nil` if the attribute is missing.
  package init(_ name: String?) {
    // Swift's string comparison takes quadratic time for long runs of combining marks, even if only
    // one of the strings contains them.
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

  /// The word in the file, or `nil` if the attribute is missing.
  package var spelling: String? {
    if case .undefined(let spelling) = self { spelling } else { name }
  }

  /// The word that selects this status. It is `undefined` for any status that trema does not
  /// define.
  package var name: String {
    switch self {
    case .initial: "initial"
    case .translated: "translated"
    case .verified: "verified"
    case .special: "special"
    case .undefined: "undefined"
    }
  }

  /// The words that select a status, in order.
  package static let names = ["initial", "translated", "verified", "special", "undefined"]
}

/// A status in one byte, without the spelling of an unknown status.
@usableFromInline package enum StatusCode: UInt8 {
  case initial, translated, verified, special, missing, unknown

  /// Parses the value of the `status` attribute in UTF-8.
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

  /// The position in the order of statuses.
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
