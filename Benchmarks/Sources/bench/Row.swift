/// Something that was measured, and what was promised of it.
struct Row {
  /// The part it belongs to, `convert`.
  let part: String
  /// The name of the work, unique in its part.
  let name: String
  /// The unit of the numbers, `× xmllint, CPU`.
  let unit: String
  /// Nil where the machine does not have what it takes.
  let value: Double?
  /// The most that is promised; nil where nothing is.
  let mark: Double?
  /// A better value, which is not promised.
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
