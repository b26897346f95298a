import Foundation

/// Measures all checks, relative to gettext's checks of one language.
func measureChecking(_ tools: Tools, _ folder: BenchFolder) throws -> [Row] {
  let texts = 100_000
  let generator = try folder.catalogue(texts: texts)
  try Measurement.run(
    [tools.trema, "check", "Texts.trm", "--max-findings=0", "--report=json=check.json"],
    in: folder.url)
  try OutputCheck.findings(
    folder["check.json"], ["missing-translation": generator.incomplete])
  try Measurement.run(
    [tools.trema, "export", "--to=po", "--language=en", "Texts.trm", "-o", "en.po"], in: folder.url)
  // The PO file doesn't contain untranslated texts, so msgfmt must count only translated ones.
  let msgfmt = try Tools.installed("msgfmt")
  let counted = try Measurement.output(
    ["/bin/sh", "-c", "LC_ALL=C '\(msgfmt)' -c --statistics -o /dev/null en.po 2>&1"],
    in: folder.url)
  let translated = texts - generator.missing["en", default: 0]
  guard counted.contains("\(translated) translated messages") else {
    throw Measurement.Failure(description: "en.po: \(counted)")
  }

  var table = Table("check")
  let costs = try Measurement.turns(
    [
      folder.subject([msgfmt, "-c", "-o", "/dev/null", "en.po"]),
      folder.subject([tools.trema, "check", "Texts.trm"]),
    ], runs: 5)
  table.cost("msgfmt -c, one language", costs[0])
  table.row("check, 4 languages", costs[1], to: costs[0], "msgfmt -c of one", cpu: 0.6)

  let odd = try folder.catalogue("Odd.trm", texts: texts, doubledShare: 80)
  try Measurement.run(
    [tools.trema, "check", "Odd.trm", "--max-findings=0", "--report=json=odd.json"], in: folder.url)
  try OutputCheck.findings(
    folder["odd.json"],
    ["double-space": odd.doubled, "missing-translation": odd.incomplete])
  let oddCosts = try Measurement.turns(
    [
      folder.subject([msgfmt, "-c", "-o", "/dev/null", "en.po"]),
      folder.subject([tools.trema, "check", "Odd.trm"]),
    ], runs: 5)
  table.row(
    "check, with a finding in 60 % of the values", oddCosts[1], to: oddCosts[0], "msgfmt -c of one",
    cpu: 1.5)
  return table.rows
}
