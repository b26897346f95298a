import Foundation

/// Measures the commands for whole catalogs, relative to `convert`.
struct Editing {
  let tools: Tools
  let folder: BenchFolder
  private let texts = 100_000
  private let lines = 1_000_000

  func measure() throws -> [Row] {
    let generator = try folder.catalogue(texts: texts)
    for (name, branches) in [
      ("Ours.trm", [.ours, .additions]), ("Theirs.trm", [.theirs, .additions]),
      ("Both.trm", [.ours, .theirs, .additions]), ("Sheet.trm", .theirs),
    ] as [(String, CatalogueGenerator.Branches)] {
      try folder.catalogue(name, texts: texts, branches)
    }
    // A realistic number of texts for the amount of source code.
    try folder.catalogue("App.trm", texts: texts / 5)
    try sources()

    let subjects = [
      subject(
        ["convert", "Texts.trm", "--output", "out", "--format", "strings,android"], new: "out"),
      subject(["check", "Texts.trm"]),
      subject(["diff", "Texts.trm", "Both.trm"]),
      subject(
        ["merge", "Texts.trm", "Ours.trm", "Theirs.trm", "-o", "Merged.trm"], new: "Merged.trm"),
      subject(["stats", "Texts.trm"]),
      subject(
        ["export", "--to=xlsx", "--language=fr", "Sheet.trm", "-o", "Sheet.xlsx"],
        new: "Sheet.xlsx"),
      importing, subject(["usage", "App.trm", "--sources", "sources"]),
    ]
    try verify(generator)
    _ = try Measurement.cost(of: subjects[5])
    let costs = try Measurement.turns(subjects, runs: 3)
    try OutputCheck.same(folder["Merged.trm"], folder["Both.trm"])
    try OutputCheck.same(folder["Import.trm"], folder["Sheet.trm"])

    var table = Table("editing")
    table.cost("convert to .strings and Android", costs[0])
    table.row("check", costs[1], to: costs[0], "convert", cpu: 3)
    table.row("diff", costs[2], to: costs[0], "convert", cpu: 3)
    table.row("merge", costs[3], to: costs[0], "convert", cpu: 3)
    table.row("stats", costs[4], to: costs[0], "convert")
    table.row("export to XLSX", costs[5], to: costs[0], "convert")
    table.row("import of XLSX", costs[6], to: costs[0], "convert")
    let usage = "usage, \(lines) lines of source"
    table.row(usage, costs[7], to: costs[0], "convert")
    table.row(usage, "s on the wall", Measurement.medians(costs[7]).wall, atMost: 5)
    try project(&table, generator)
    return table.rows
  }

  private func subject(_ arguments: [String], new: String? = nil) -> Measurement.Subject {
    var subject = folder.subject([tools.trema] + arguments)
    if let new { subject.prepare = { try folder.remove(new) } }
    return subject
  }

  /// Importing the sheet into a catalog that differs in one value of ten.
  private var importing: Measurement.Subject {
    var subject = subject(["import", "Sheet.xlsx", "--into", "Import.trm"])
    subject.prepare = { try folder.copy("Texts.trm", to: "Import.trm") }
    return subject
  }

  private func verify(_ generator: CatalogueGenerator) throws {
    func run(_ arguments: [String]) throws {
      try Measurement.run([tools.trema] + arguments, in: folder.url)
    }
    try run(["diff", "Texts.trm", "Both.trm", "--format=json", "-o", "diff.json"])
    let edits = CatalogueGenerator.edits(of: texts)
    try OutputCheck.languages(
      folder["diff.json"], at: ["summary"], field: "changed", ["en": edits, "fr": edits])
    try OutputCheck.languages(
      folder["diff.json"], at: ["summary"], field: "added",
      ["de": 2 * CatalogueGenerator.additions(to: texts)])
    try run(["stats", "Texts.trm", "--format=json", "-o", "stats.json"])
    try OutputCheck.languages(folder["stats.json"], field: "missing", generator.missing)
    try run(["usage", "App.trm", "--sources", "sources", "--report=json=usage.json"])
    try OutputCheck.findings(
      folder["usage.json"],
      ["unused-key": SourceGenerator.unused(of: texts / 5), "undefined-key": 0])
  }

  /// Measures `check` for a project with two catalog commits, relative to a build.
  private func project(_ table: inout Table, _ generator: CatalogueGenerator) throws {
    let project = try ProjectFolder(
      folder, name: "project", catalogue: "Texts.trm", history: ["Sheet.trm", "Texts.trm"])
    try Measurement.run(
      [tools.trema, "check", "--max-findings=0", "--report=json=../project.json"],
      in: folder["project"])
    try OutputCheck.findings(
      folder["project.json"], ["missing-translation": generator.incomplete])
    var build = folder.subject([tools.trema, "build"], in: "project")
    build.prepare = { try project.clean() }
    let costs = try Measurement.turns(
      [build, folder.subject([tools.trema, "check"], in: "project")], runs: 3)
    table.cost("build of a project", costs[0])
    table.row("check of it, with history and terms", costs[1], to: costs[0], "build", cpu: 3)
  }

  private func sources() throws {
    var generator = SourceGenerator(texts: texts / 5)
    try generator.generate(lines: lines) { path, bytes in
      try folder.write(String(decoding: bytes, as: UTF8.self), to: "sources/\(path)")
    }
  }
}
