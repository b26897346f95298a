import Foundation

/// - Returns: whether all promises are kept.
func measureInjection() throws -> Bool {
  let times = try Times(of: "inject")
  let (direct, key) = try (times.time("static"), times.time("key"))
  let (type, validating) = try (times.time("type"), times.time("validate"))
  var table = Table()
  print("\ninjection; nanoseconds of CPU a call, the best of five runs")
  func show(_ name: String, _ value: Double, _ promise: String, _ isKept: Bool) {
    table.line(name, String(format: "%.1f", value), promise, isKept)
  }
  table.heading("a static let = 1")
  show("static let of an existential, and a call", direct, "", true)
  show("a singleton by its key, and a call", key, "80 or less", key <= 80)
  table.line(
    "the same, times a static let", String(format: "%.1f", key / direct), "12 or less",
    key / direct <= 12)
  show("a singleton by its type, and a call", type, "", true)
  table.line(
    "validating 1000 keys", String(format: "%.1f ms", validating / 1e6), "below 10 ms",
    validating < 1e7)
  return !table.isBroken
}
