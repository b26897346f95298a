/// Something that was measured, and what was promised of it.
struct Row {
  /// The part it belongs to, `convert`.
  let part: String
  /// What was done, unlike any other of its part.
  let name: String
  /// What the numbers count, `× xmllint, CPU`.
  let unit: String
  /// Nil where the machine does not have what it takes.
  let value: Double?
  /// The most that is promised; nil where nothing is.
  let mark: Double?
  /// What would be better still, and is not promised.
  var beyond: Double?

  /// Nil where nothing is promised, or nothing measured.
  var isKept: Bool? {
    guard let value, let mark else { return nil }
    return value <= mark
  }

  var isBeyond: Bool {
    guard let value, let beyond else { return false }
    return value <= beyond
  }

  var id: String { "\(part): \(name), \(unit)" }
}
