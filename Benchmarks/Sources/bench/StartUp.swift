import Foundation

/// Measures the command's start, a fixed cost in every run.
func measureStartUp(_ tools: Tools, _ folder: BenchFolder) throws -> [Row] {
  let output = try Measurement.output([tools.trema, "version"])
  guard output.hasPrefix("trema ") else {
    throw Measurement.Failure(description: "unexpected output of 'trema version': \(output)")
  }
  var table = Table("start-up")
  let costs = try Measurement.turns(
    [
      folder.subject([try Tools.installed("xmllint"), "--version"]),
      folder.subject([tools.trema, "version"]),
    ], runs: 101)
  table.cost("xmllint --version", costs[0])
  table.row("trema version", costs[1], to: costs[0], "xmllint", cpu: 1.5, wall: 1.5)
  return table.rows
}
