import Foundation

// bench TREMA XMLLINT: measures the commands on a large catalogue, and prints the CPU time beside
// that of xmllint, which only reads it, or of convert. What they made is checked first: a tool that
// does nothing is fast. Exits with 1 when a promise is broken.

/// - Returns: whether all promises are kept.
func measure(trema: String, xmllint: String) throws -> Bool {
  let (texts, lines) = (100_000, 1_000_000)
  let folder = try BenchFolder(texts: texts, lines: lines)
  defer { try? FileManager.default.removeItem(at: folder.url) }
  let size =
    try FileManager.default.attributesOfItem(atPath: folder["Texts.trm"].path)[.size] as? Int ?? 0
  print("\(texts) texts in 4 languages, \(size / 1_000_000) MB; CPU time, medians")

  var table = Table()
  let measured = Commands(trema: trema, folder: folder)
  let reading = try Measurement.cost(
    [xmllint, "--sax", "--noout", "Texts.trm"], in: folder.url)
  table.heading("xmllint = 1")
  table.row("xmllint --sax --noout", reading, times: reading)
  let converting = try measured.convert()
  table.row("convert to strings and android", converting, times: reading)
  table.row("the same, nothing changed", try measured.convertAgain(), times: reading)

  table.heading("convert = 1")
  table.row("check", try measured.check(), times: converting, below: 3)
  table.row("diff", try measured.diff(), times: converting, below: 3)
  table.row("merge", try measured.merge(), times: converting, below: 3)
  table.row("stats", try measured.stats(), times: converting)
  table.row("export to XLSX", try measured.export(), times: converting)
  table.row("import of XLSX", try measured.importSheet(), times: converting)
  table.row("usage, \(lines) lines of source", try measured.usage(), times: converting, seconds: 5)

  table.heading("build = 1")
  let building = try measured.build()
  table.row("build of a project", building, times: building)
  table.row(
    "check of it, with history and terms", try measured.checkProject(), times: building, below: 3)

  let (keys, environments) = (10_000, 20)
  let files = try ConfigurationGenerator(keys: keys, environments: environments)
    .write(to: folder["configuration"])
  let parsing = try Measurement.cost(
    [xmllint, "--noout"] + files, in: folder["configuration"])
  table.heading("xmllint of the same = 1")
  table.row("xmllint --noout, \(environments) property lists", parsing, times: parsing)
  table.row(
    "config check of \(keys) keys in each",
    try measured.checkConfiguration(environments: environments), times: parsing, cpu: 1)
  return !table.isBroken
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: bench TREMA XMLLINT")
  exit(2)
}
do {
  if try !measure(trema: arguments[1], xmllint: arguments[2]) { exit(1) }
} catch {
  print("bench: \(error)")
  exit(1)
}
