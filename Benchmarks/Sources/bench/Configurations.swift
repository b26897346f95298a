import Foundation

/// Measures `config check` with many keys and environments.
func measureConfigurations(_ tools: Tools, _ folder: BenchFolder) throws -> [Row] {
  let (keys, environments) = (10_000, 20)
  let files = try ConfigurationGenerator(keys: keys, environments: environments)
    .write(to: folder["configuration"])
  let check = [tools.trema, "config", "check", "."]
  try Measurement.run(check + ["--report=json=../configuration.json"], in: folder["configuration"])
  try OutputCheck.findings(
    folder["configuration.json"],
    ["dead-override": (environments - 1) * ConfigurationGenerator.idle])

  var table = Table("configuration")
  let costs = try Measurement.turns(
    [
      folder.subject([try Tools.installed("xmllint"), "--noout"] + files, in: "configuration"),
      folder.subject(check, in: "configuration"),
    ], runs: 5)
  table.cost("xmllint --noout, \(environments) property lists", costs[0])
  let name = "config check, \(keys) keys × \(environments) environments"
  table.row(name, costs[1], to: costs[0], "xmllint")
  let cost = Measurement.medians(costs[1])
  table.row(name, "s of CPU", cost.cpu, atMost: 1)
  table.row(name, "MB", cost.memory / 1e6, atMost: 200)
  return table.rows
}
