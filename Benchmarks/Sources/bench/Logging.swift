import Foundation

/// - Returns: whether all promises are kept.
func measureLogging() throws -> Bool {
  let times = try Times(of: "log")
  let (disabled, fixed) = try (times.time("disabled"), times.time("static"))
  let (line, rotating) = try (times.time("line"), times.time("rotating"))
  let encoder = try times.time("encoder")
  var table = Table()
  print("\nlogging; nanoseconds of CPU a call, the best of five runs")
  table.heading("JSONEncoder = 1")
  func show(_ name: String, _ value: Double, _ limit: Double? = nil) {
    table.line(
      name, String(format: "%.1f", value), limit.map { "\(Int($0)) or less" } ?? "",
      limit.map { value <= $0 } ?? true)
  }
  show("a call that is disabled", disabled, 5)
  show("the same without a label", fixed, 5)
  show("a line of JSON, written", line, 1000)
  show("the same with JSONEncoder", encoder)
  show("a line in a rotating file", rotating)
  return !table.isBroken
}
