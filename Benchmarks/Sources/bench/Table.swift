import Foundation

/// Prints what was measured beside what was promised.
struct Table {
  private(set) var isBroken = false

  func heading(_ unit: String) {
    print("  " + "".padded(to: 34) + "   CPU    wall   \(unit)")
  }

  /// - Parameters:
  ///   - unit: what the CPU time is compared with.
  ///   - bound: how often that it may be.
  ///   - seconds: how long it may take on the wall.
  ///   - cpu: how long it may take of the processor.
  mutating func row(
    _ name: String, _ cost: Measurement.Cost, times unit: Measurement.Cost,
    below bound: Double? = nil,
    seconds: Double? = nil, cpu: Double? = nil
  ) {
    let ratio = cost.cpu / unit.cpu
    var line = "  " + name.padded(to: 34)
    line += String(format: "%6.2f  %6.2f   %.2f", cost.cpu, cost.wall, ratio)
    if let bound { promise("below \(bound)", ratio < bound, &line) }
    if let seconds { promise("less than \(seconds) s", cost.wall < seconds, &line) }
    if let cpu { promise("less than \(cpu) s of CPU", cost.cpu < cpu, &line) }
    print(line)
  }

  private mutating func promise(_ words: String, _ isKept: Bool, _ line: inout String) {
    line += "   promised: \(words)" + (isKept ? "" : ": BROKEN")
    if !isKept { isBroken = true }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
