import Foundation

/// Prints a part's measurements and collects them for the table of promises.
struct Table {
  let part: String
  private(set) var rows: [Row] = []

  init(_ part: String) {
    self.part = part
    print("\n\(part)")
  }

  /// Prints a note about the following rows.
  func note(_ text: String) { printLine("  \(text)") }

  /// Prints a line and flushes the buffer, which matters for pipes.
  private func printLine(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Prints the median cost of a command's runs.
  func cost(_ name: String, _ costs: [Measurement.Cost]) {
    let cost = Measurement.medians(costs)
    printLine(
      "    " + name.padded(to: 50)
        + String(
          format: "%9.2f ms of CPU %9.2f ms on the wall %7.1f MiB", cost.cpu * 1e3,
          cost.wall * 1e3, cost.memory / 1_048_576))
  }

  /// Prints and collects a row.
  mutating func row(
    _ name: String, _ unit: String, _ value: Double?, atMost limit: Double? = nil,
    beyond: Double? = nil
  ) {
    let row = Row(part: part, name: name, unit: unit, value: value, limit: limit, beyond: beyond)
    rows.append(row)
    var line =
      "  " + name.padded(to: 52) + (value.map(Self.number) ?? "-").padded(to: 8, left: true)
    line += " \(unit)"
    if let limit { line += ", limit: \(Self.number(limit))" }
    if row.isKept == false { line += ": NOT KEPT" }
    if value == nil { line += ": not on this machine" }
    printLine(line)
  }

  /// Prints the cost of a command and its ratio to a reference that ran alternately.
  mutating func row(
    _ name: String, _ costs: [Measurement.Cost], to reference: [Measurement.Cost], _ known: String,
    cpu: Double? = nil, wall: Double? = nil
  ) {
    cost(name, costs)
    if cpu != nil || wall == nil {
      row(name, "× \(known), CPU", Measurement.ratio(costs, to: reference), atMost: cpu)
    }
    if let wall {
      row(
        name, "× \(known), wall", Measurement.ratio(costs, to: reference) { $0.wall },
        atMost: wall)
    }
  }

  /// Formats a number with at least three significant digits.
  static func number(_ value: Double) -> String {
    switch abs(value) {
    case 100...: String(format: "%.0f", value)
    case 10..<100: String(format: "%.1f", value)
    case 0.1..<10, 0: String(format: "%.2f", value)
    default: String(format: "%.4f", value)
    }
  }
}

extension String {
  /// Returns the string padded with spaces to a width.
  func padded(to width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return left ? blanks + self : self + blanks
  }
}
