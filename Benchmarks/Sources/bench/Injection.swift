import Foundation

/// Measures the resolution of dependencies.
func measureInjection() throws -> [Row] {
  let times = try Times(of: "inject")
  let (direct, key) = try (times.time("static"), times.time("key"))
  var table = Table("injection")
  table.note("nanoseconds of CPU time per call, the best of five runs")
  table.row("static let of an existential, and a call", "ns", direct)
  table.row("a singleton by its key, and a call", "ns", key, atMost: 80)
  table.row("a singleton by its key, and a call", "× static let", key / direct, atMost: 12)
  table.row("a singleton by its type, and a call", "ns", try times.time("type"))
  table.row("validating 1000 keys", "ms", try times.time("validate") / 1e6, atMost: 10)
  return table.rows
}
