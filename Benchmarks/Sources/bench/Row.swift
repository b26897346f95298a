/// A measured value and its promised limit.
struct Row {
  /// The part, such as `convert`.
  let part: String
  /// The name of the measurement, unique in its part together with the unit.
  let name: String
  /// The unit, such as `× xmllint, CPU`.
  let unit: String
  /// The measured value, or `nil` if the machine lacks a required program.
  let value: Double?
  /// The promised maximum, or `nil` if nothing is promised.
  let limit: Double?
  /// A desirable value below the limit, which is not promised.
  var beyond: Double?

  /// Whether the promise is kept, or `nil` if nothing is promised or measured.
  var isKept: Bool? {
    guard let value, let limit else { return nil }
    return value <= limit
  }

  var isBeyond: Bool {
    guard let value, let beyond else { return false }
    return value <= beyond
  }

  var id: String { "\(part): \(name), \(unit)" }
}
