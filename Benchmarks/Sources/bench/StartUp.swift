import Foundation

/// The start of the command, which every small job pays.
func measureStartUp(_ tools: Tools, _ folder: BenchFolder) throws -> [Row] {
  let said = try Measurement.output([tools.trema, "version"])
  guard said.hasPrefix("trema ") else { throw Measurement.Failure(description: "version: \(said)") }
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
