import Foundation

/// An earlier run's stored results. `Documentation/Performance.md` describes the format.
struct Baseline: Codable {
  var version = 1
  var machine = Machine()
  /// The measured values by ``Row/id``.
  var rows: [String: Double] = [:]

  /// The factor over the baseline above which a value is worse. Smaller differences are noise.
  static let margin = 1.2

  init() {}

  /// Reads a file. A missing file is an empty baseline.
  ///
  /// - Throws: An error if the file exists and cannot be decoded.
  init(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  func value(of row: Row) -> Double? { rows[row.id] }

  func isWorse(_ row: Row) -> Bool {
    guard let value = row.value, let before = self.value(of: row) else { return false }
    return value > before * Self.margin
  }

  /// Replaces the values for the measured parts and keeps all others.
  mutating func update(_ rows: [Row], of parts: [String]) {
    machine = Machine()
    self.rows = self.rows.filter { id, _ in !parts.contains { id.hasPrefix("\($0): ") } }
    for row in rows {
      // Three significant digits: with more, every line would change in every run. JSON has no
      // infinity.
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
