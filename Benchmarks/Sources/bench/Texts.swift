import Foundation

/// Measures lookups in 10,000 texts at run time, relative to what an app would use without a
/// library.
func measureTexts(_ tools: Tools) throws -> [Row] {
  let times = try Times(of: "texts", tools.trema)
  var table = Table("texts")
  table.note("nanoseconds of CPU time per call, medians of alternating rounds")
  func show(
    _ name: String, _ key: String, _ bounds: [(unit: String, known: String, limit: Double)] = []
  ) throws {
    let time = try times.time(key)
    table.row(name, "ns", time)
    for bound in bounds {
      table.row(name, "× \(bound.known)", time / (try times.time(bound.unit)), atMost: bound.limit)
    }
  }
  try show("Dictionary", "dictionary")
  try show("a table of hashes in C", "table")
  try show("dgettext", "gettext")
  try show(
    "translate(\"key\")", "translate",
    [("dictionary", "Dictionary", 1), ("gettext", "dgettext", 0.5)])
  // At least 1.8 times the throughput of one thread.
  table.row(
    "translate(\"key\"), 8 threads at once", "× one thread, wall",
    try times.time("texts.wall.8") / times.time("texts.wall.1"), atMost: 1 / 1.8)
  // The scaling of the machine itself, and the contention for a few shared texts.
  for (name, key) in [("16 texts", "few"), ("arithmetic", "arithmetic")] {
    table.row(
      "\(name), 8 threads at once", "× one thread, wall",
      try times.time("\(key).wall.8") / times.time("\(key).wall.1"))
  }
  for (name, key) in [("translate(\"key\")", "texts"), ("16 texts", "few")] {
    table.row(
      "\(name), 8 threads at once", "× one thread, CPU",
      try times.time("\(key).cpu.8") / times.time("\(key).cpu.1"))
  }
  try show("interpolation of a name and a number", "interpolation")
  try show("accessor of the same", "accessor", [("interpolation", "interpolation", 1.5)])
  try show("interpolation of a number", "interpolation.number")
  try show(
    "accessor that chooses a plural", "plural", [("interpolation.number", "interpolation", 2)])
  try show(
    "translate(\"key\"), compiled", "compiled",
    [("dictionary", "Dictionary", 1), ("gettext", "dgettext", 0.5)])
  // Includes the search for the folders and the first lookup.
  for (name, key) in [("10,000", "load.10000"), ("100,000", "load.100000")] {
    table.row(
      "a compiled catalogue of \(name) texts, first text", "ms", try times.time(key) / 1e6,
      atMost: 0.1)
  }
  return table.rows
}
