import Foundation

/// Prints what was measured beside what was promised.
struct Table {
  private(set) var isBroken = false
  /// What a second is printed as, and with how many digits.
  var scale = 1.0
  var digits = 2

  func heading(_ unit: String) {
    print("  " + "".padded(to: 34) + "   CPU    wall   \(unit)")
  }

  /// Numbers that nothing is promised of.
  func note(_ name: String, _ values: [Double]) {
    let words = values.map { String(format: "%.1f", $0) }.joined(separator: ", ")
    print("  " + name.padded(to: 34) + words)
  }

  /// Something that is no time.
  mutating func line(_ name: String, _ value: String, _ words: String, _ isKept: Bool) {
    var line = "  " + name.padded(to: 34) + value.padded(to: 14)
    promise(words, isKept, &line)
    print(line)
  }

  /// - Parameters:
  ///   - unit: what the CPU time is compared with.
  ///   - bound: how often that it may be.
  ///   - wallBelow: how often its time on the wall that may be.
  ///   - seconds: how long it may take on the wall.
  ///   - cpu: how long it may take of the processor.
  mutating func row(
    _ name: String, _ cost: Measurement.Cost, times unit: Measurement.Cost,
    below bound: Double? = nil, wallBelow: Double? = nil, seconds: Double? = nil,
    cpu: Double? = nil
  ) {
    let ratio = cost.cpu / unit.cpu
    var line = "  " + name.padded(to: 34)
    line += String(
      format: "%6.*f  %6.*f   %.2f", digits, cost.cpu * scale, digits, cost.wall * scale, ratio)
    if let bound { promise("below \(bound)", ratio < bound, &line) }
    if let wallBelow {
      let share = cost.wall / unit.wall
      line += String(format: ", %.2f on the wall", share)
      promise("below \(wallBelow) on the wall", share < wallBelow, &line)
    }
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
