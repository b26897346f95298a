import Foundation

/// The results of a run, in a file: the shape is in `Documentation/Performance.md`.
struct Baseline: Codable {
  var version = 1
  var machine = Machine()
  /// The numbers by ``Row/id``.
  var rows: [String: Double] = [:]

  /// How much more than in the baseline is worse, and not the noise of a machine.
  static let margin = 1.2

  init() {}

  /// - Throws: what a file that is there has wrong; one that is not there is empty.
  init(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  func value(of row: Row) -> Double? { rows[row.id] }

  func isWorse(_ row: Row) -> Bool {
    guard let value = row.value, let before = self.value(of: row) else { return false }
    return value > before * Self.margin
  }

  /// - Parameter parts: those that were measured: what the file has of others stays, what it has of them
  ///   goes.
  mutating func take(_ rows: [Row], of parts: [String]) {
    machine = Machine()
    self.rows = self.rows.filter { id, _ in !parts.contains { id.hasPrefix("\($0): ") } }
    for row in rows {
      // Three digits count; more would make every run differ in every line. JSON has no infinity.
      guard let value = row.value, value.isFinite else { continue }
      self.rows[row.id] = Double(String(format: "%.3g", value)) ?? value
    }
  }

  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: file)
  }
}
