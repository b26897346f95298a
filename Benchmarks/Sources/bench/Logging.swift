import Foundation

/// Measures logging, with JSONEncoder for comparison.
func measureLogging() throws -> [Row] {
  let times = try Times(of: "log")
  var table = Table("log")
  table.note("nanoseconds of CPU time per call, the best of five runs")
  for (name, key, limit) in [
    ("a call that is disabled", "disabled", 5), ("the same without a label", "static", 5),
    ("a line of JSON, written", "line", 1000), ("the same with JSONEncoder", "encoder", nil),
    ("a line in a rotating file", "rotating", nil),
  ] as [(String, String, Double?)] {
    table.row(name, "ns", try times.time(key), atMost: limit)
  }
  return table.rows
}
