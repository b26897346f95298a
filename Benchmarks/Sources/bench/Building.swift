import Foundation

/// Measures `build` without changes, relative to a full build and to the start of the command.
func measureBuilding(_ tools: Tools, _ folder: BenchFolder) throws -> [Row] {
  let texts = 100_000
  let generator = try folder.catalogue(texts: texts)
  // Only a build without findings is skipped when nothing has changed.
  let off = ["missing-translation"]
  let large = try ProjectFolder(folder, name: "large", catalogue: "Texts.trm", off: off)
  var whole = folder.subject([tools.trema, "build"], in: "large")
  whole.prepare = { try large.clean() }
  let again = folder.subject([tools.trema, "build"], in: "large")
  let costs = try Measurement.turns([whole, again], runs: 4)
  try OutputCheck.strings(large["out"], texts: texts, missing: generator.missing)
  try OutputCheck.android(large["out"], texts: texts, missing: generator.missing)
  try OutputCheck.accessors(large["out"], texts: texts)
  try expectChangeDetection(tools, large)

  var table = Table("build")
  table.cost("\(texts) texts, 4 formats", costs[0])
  table.row("\(texts) texts, nothing changed", costs[1], to: costs[0], "a whole one", cpu: 0.1)

  try folder.catalogue("Small.trm", texts: 1000)
  let small = try ProjectFolder(folder, name: "small-project", catalogue: "Small.trm", off: off)
  let build = folder.subject([tools.trema, "build"], in: small.name)
  _ = try Measurement.cost(of: build)
  let starts = try Measurement.turns([folder.subject([tools.trema, "version"]), build], runs: 51)
  try expectChangeDetection(tools, small)
  table.cost("trema version", starts[0])
  table.row(
    "1000 texts, nothing changed", starts[1], to: starts[0], "trema version", cpu: 1.5, wall: 1.5)
  try folder.remove("large")
  return table.rows
}

/// Verifies that a build detects a change of a few bytes in a file whose size is unchanged, and
/// rewrites a removed output.
private func expectChangeDetection(_ tools: Tools, _ project: ProjectFolder) throws {
  var catalogue = try Data(contentsOf: project["Texts.trm"])
  guard let tag = catalogue.range(of: Data("status=\"translated\">".utf8), options: .backwards),
    let end = catalogue.range(of: Data("</value>".utf8), in: tag.upperBound..<catalogue.endIndex)
  else { throw Measurement.Failure(description: "the catalogue has no value to change") }
  let replacement = Data(repeating: UInt8(ascii: "Z"), count: end.lowerBound - tag.upperBound)
  catalogue.replaceSubrange(tag.upperBound..<end.lowerBound, with: replacement)
  try catalogue.write(to: project["Texts.trm"])
  try FileManager.default.removeItem(at: project["out/Texts.kt"])
  try Measurement.run([tools.trema, "build"], in: project.folder[project.name])
  let file = project["out/it.lproj/Localizable.strings"]
  guard try Data(contentsOf: file).range(of: replacement) != nil,
    FileManager.default.fileExists(atPath: project["out/Texts.kt"].path)
  else {
    throw Measurement.Failure(description: "the build in \(project.name) did not detect a change")
  }
}
