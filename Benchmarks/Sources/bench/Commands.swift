import Foundation

/// The commands that are measured, each with a look at what it did.
struct Commands {
  let trema: String
  let folder: BenchFolder

  private var texts: Int { folder.texts }

  private func cost(
    _ arguments: [String], in place: String = "", runs: Int = 3,
    before prepare: () throws -> Void = {}
  ) throws -> Measurement.Cost {
    try Measurement.cost(
      [trema] + arguments, in: folder.url.appendingPathComponent(place), runs: runs,
      before: prepare)
  }

  private func run(_ arguments: [String], in place: String = "") throws {
    try Measurement.run([trema] + arguments, in: folder.url.appendingPathComponent(place))
  }

  private static let convert = [
    "convert", "Texts.trm", "--output", "out", "--format", "strings,android",
  ]

  func convert() throws -> Measurement.Cost {
    let cost = try cost(Self.convert, runs: 5) { try folder.remove("out") }
    try OutputCheck.resources(folder["out"], texts: texts)
    return cost
  }

  func convertAgain() throws -> Measurement.Cost { try cost(Self.convert, runs: 5) }

  func check() throws -> Measurement.Cost {
    try run(["check", "Texts.trm", "--report=json=check.json"])
    try OutputCheck.findings(
      folder["check.json"], ["missing-translation": folder.incomplete])
    return try cost(["check", "Texts.trm"])
  }

  func build() throws -> Measurement.Cost {
    let cost = try cost(["build"], in: "project") {
      try folder.remove("project/out")
      try folder.remove("project/.trema-build.json")
    }
    try OutputCheck.resources(folder["project/out"], texts: texts)
    return cost
  }

  /// With the history of the catalogue, the names of its outputs, and terms.
  func checkProject() throws -> Measurement.Cost {
    try run(["check", "--report=json=../project.json"], in: "project")
    try OutputCheck.findings(
      folder["project.json"], ["missing-translation": folder.incomplete])
    return try cost(["check"], in: "project")
  }

  func diff() throws -> Measurement.Cost {
    try run(["diff", "Texts.trm", "Both.trm", "--format=json", "-o", "diff.json"])
    let edits = CatalogueGenerator.edits(of: texts)
    try OutputCheck.languages(
      folder["diff.json"], at: ["summary"], field: "changed", ["en": edits, "fr": edits])
    try OutputCheck.languages(
      folder["diff.json"], at: ["summary"], field: "added",
      ["de": 2 * CatalogueGenerator.additions(to: texts)])
    return try cost(["diff", "Texts.trm", "Both.trm"])
  }

  func merge() throws -> Measurement.Cost {
    let cost = try cost(["merge", "Texts.trm", "Ours.trm", "Theirs.trm", "-o", "Merged.trm"]) {
      try folder.remove("Merged.trm")
    }
    try OutputCheck.same(folder["Merged.trm"], folder["Both.trm"])
    return cost
  }

  func stats() throws -> Measurement.Cost {
    try run(["stats", "Texts.trm", "--format=json", "-o", "stats.json"])
    try OutputCheck.languages(folder["stats.json"], field: "missing", folder.missing)
    return try cost(["stats", "Texts.trm"])
  }

  func export() throws -> Measurement.Cost {
    try cost(["export", "--to=xlsx", "--language=fr", "Sheet.trm", "-o", "Sheet.xlsx"]) {
      try folder.remove("Sheet.xlsx")
    }
  }

  /// Of what ``export()`` wrote, into a catalogue that differs in one value of ten.
  func importSheet() throws -> Measurement.Cost {
    let cost = try cost(["import", "Sheet.xlsx", "--into", "Import.trm"]) {
      try folder.copy("Texts.trm", to: "Import.trm")
    }
    try OutputCheck.same(folder["Import.trm"], folder["Sheet.trm"])
    return cost
  }

  /// All environments of the configuration in the folder of that name.
  func checkConfiguration(environments: Int) throws -> Measurement.Cost {
    try run(["config", "check", "configuration", "--report=json=configuration.json"])
    try OutputCheck.findings(
      folder["configuration.json"],
      ["dead-override": (environments - 1) * ConfigurationGenerator.idle])
    return try cost(["config", "check", "configuration"], runs: 5)
  }

  func usage() throws -> Measurement.Cost {
    let usage = ["usage", "App.trm", "--sources", "sources"]
    try run(usage + ["--report=json=usage.json"])
    try OutputCheck.findings(
      folder["usage.json"],
      ["unused-key": SourceGenerator.unused(of: texts / 5), "undefined-key": 0])
    return try cost(usage)
  }
}
