import Foundation

/// Prints what is measured, part by part, and keeps it for the table of promises.
struct Table {
  let part: String
  private(set) var rows: [Row] = []

  init(_ part: String) {
    self.part = part
    print("\n\(part)")
  }

  /// Writes a note about the rows after it.
  func note(_ words: String) { say("  \(words)") }

  /// At once, also to a pipe.
  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Writes the cost of runs of a command, in seconds or a smaller unit.
  func cost(_ name: String, _ costs: [Measurement.Cost]) {
    let cost = Measurement.medians(costs)
    say(
      "    " + name.padded(to: 50)
        + String(
          format: "%9.2f ms of CPU %9.2f ms on the wall %7.1f MiB", cost.cpu * 1e3,
          cost.wall * 1e3, cost.memory / 1_048_576))
  }

  /// A row of the table of promises, or of the baseline at least.
  mutating func row(
    _ name: String, _ unit: String, _ value: Double?, atMost mark: Double? = nil,
    beyond: Double? = nil
  ) {
    let row = Row(part: part, name: name, unit: unit, value: value, mark: mark, beyond: beyond)
    rows.append(row)
    var line =
      "  " + name.padded(to: 52) + (value.map(Self.number) ?? "-").padded(to: 8, left: true)
    line += " \(unit)"
    if let mark { line += ", promised: at most \(Self.number(mark))" }
    if row.isKept == false { line += ": NOT KEPT" }
    if value == nil { line += ": not on this machine" }
    say(line)
  }

  /// Writes the cost of commands beside a reference, in turns.
  mutating func row(
    _ name: String, _ costs: [Measurement.Cost], to yardstick: [Measurement.Cost], _ known: String,
    cpu: Double? = nil, wall: Double? = nil
  ) {
    cost(name, costs)
    if cpu != nil || wall == nil {
      row(name, "× \(known), CPU", Measurement.ratio(costs, to: yardstick), atMost: cpu)
    }
    if let wall {
      row(
        name, "× \(known), wall", Measurement.ratio(costs, to: yardstick) { $0.wall },
        atMost: wall)
    }
  }

  /// With three digits that count, or more.
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
  func padded(to width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return left ? blanks + self : self + blanks
  }
}
