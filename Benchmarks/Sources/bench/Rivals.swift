import Foundation

/// Measures the predecessors, if they are installed. `TREMA_RB` is the path of `trema.rb`.
/// `TREMA_CORE` is a command that exports a catalog to `.strings` with the Java library; the
/// catalog and the output folder are appended as arguments.
func measureRivals(_ tools: Tools, _ folder: BenchFolder) throws -> [Row] {
  let texts = 20_000
  try folder.catalogue("App.trm", texts: texts)
  let environment = ProcessInfo.processInfo.environment
  let ruby = Tools.found("ruby").flatMap { ruby in environment["TREMA_RB"].map { [ruby, $0] } }
  let java = environment["TREMA_CORE"].map { $0.split(separator: " ").map(String.init) }
  var table = Table("rivals")
  for (name, command, limit) in [("trema.rb", ruby, 1 / 20.0), ("trema-core", java, 1 / 12.0)] {
    let row = "convert to .strings"
    guard let command else {
      table.row(row, "× \(name), CPU", nil, atMost: limit)
      continue
    }
    var rival = folder.subject(command + ["App.trm", "rival"])
    rival.prepare = {
      try folder.remove("rival")
      try FileManager.default.createDirectory(
        at: folder["rival"], withIntermediateDirectories: true)
    }
    var ours = folder.subject(
      [tools.trema, "convert", "App.trm", "--output", "rivalled", "--format", "strings"])
    ours.prepare = { try folder.remove("rivalled") }
    let costs = try Measurement.turns([rival, ours], runs: 3)
    let files = FileManager.default.enumerator(atPath: folder["rival"].path)?.allObjects ?? []
    let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".strings") }
    guard try names.map({ try folder.size("rival/\($0)") }).reduce(0, +) > 100 * texts else {
      throw Measurement.Failure(description: "the output of \(name) is too small")
    }
    table.cost(name, costs[0])
    table.row(row, costs[1], to: costs[0], name, cpu: limit)
  }
  return table.rows
}
