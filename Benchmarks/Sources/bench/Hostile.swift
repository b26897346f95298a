import Foundation

/// Measures the cost per byte of malicious files, relative to a well-formed file of about the same
/// size. A command that takes much longer is killed. A wrong exit status is a failure.
struct Hostile {
  let tools: Tools
  let folder: BenchFolder
  private let size = 4_000_000
  private let unit = "× good, CPU a byte"

  func catalogues() throws -> [Row] {
    var table = Table("hostile")
    try good()
    table.note("\(size / 1000) kB, convert to .strings, and check of everything; good = 1")
    func convert(_ name: String) -> Measurement.Subject {
      var subject = folder.subject(
        [tools.trema, "convert", name, "--output", "hostile", "--format", "strings"])
      subject.prepare = { try folder.setAside("hostile") }
      return subject
    }
    func check(_ name: String) -> Measurement.Subject {
      folder.subject([tools.trema, "check", name])
    }
    for file in HostileCatalogues(size: size).files {
      try Data(file.bytes).write(to: folder["Hostile.trm"])
      for (job, subject) in [("", convert), ("check: ", check)] {
        let ratio = try ratio(
          subject("Hostile.trm"), to: subject("Good.trm"), status: file.status, table)
        table.row(job + file.name, unit, ratio, atMost: 20)
      }
    }
    return table.rows
  }

  func imports() throws -> [Row] {
    var table = Table("imports")
    try good()
    let goodFiles = try GoodImports(tools: tools, folder: folder).files()
    table.note("import of \(size / 1000) kB into a new catalogue; good of the same format = 1")
    func importing(_ name: String) -> Measurement.Subject {
      var subject = folder.subject(
        [
          tools.trema, "import", name, "--into", "Imported.trm", "--master", "fr", "--language",
          "fr",
        ])
      subject.prepare = { try folder.remove("Imported.trm") }
      return subject
    }
    for file in HostileImports(size: size).files {
      guard let good = goodFiles[file.format] else { continue }
      let name = "hostile.\(file.format)"
      try Data(file.bytes).write(to: folder[name])
      let ratio = try ratio(importing(name), to: importing(good), status: file.status, table)
      table.row("\(file.format): \(file.name)", unit, ratio, atMost: 20)
    }
    return table.rows
  }

  private func good() throws { try folder.catalogue("Good.trm", texts: size / 480) }

  private func ratio(
    _ hostile: Measurement.Subject, to good: Measurement.Subject, status: Int, _ table: Table
  ) throws -> Double {
    func size(_ subject: Measurement.Subject) throws -> Double {
      Double(try folder.size(subject.command[2]))
    }
    let share = try size(good) / size(hostile)
    var hostile = hostile
    hostile.status = nil
    let usual = try Measurement.cost(of: good)
    hostile.limit = Int(usual.cpu * 40 / share) + 2
    var costs = try Measurement.turns([good, hostile], runs: 1)
    var ratio = Measurement.ratio(costs[1], to: costs[0]) * share
    if (10..<40).contains(ratio) {
      // Close to the limit, noise matters, so measure again.
      costs = try Measurement.turns([good, hostile], runs: 5)
      ratio = Measurement.ratio(costs[1], to: costs[0]) * share
    }
    if let wrong = costs[1].map(\.status).first(where: { $0 != status }) {
      table.note("exited with \(wrong) instead of \(status):")
      return .infinity
    }
    return ratio
  }
}
