import Foundation

// bench [--save] BASELINE TREMA [PART...]: measures the performance promises, all parts or only
// some, relative to well-known programs. Outputs are verified before they are measured. Prints a
// table of the promises with the baseline values, which `--save` updates. Exits with 1 if a promise
// isn't kept.

var arguments = Array(CommandLine.arguments.dropFirst())
let isSaving = arguments.first == "--save"
if isSaving { arguments.removeFirst() }
guard arguments.count >= 2 else {
  print("usage: bench [--save] BASELINE TREMA [PART...]")
  exit(2)
}
let (file, tools) = (URL(fileURLWithPath: arguments[0]), Tools(trema: arguments[1]))

let parts: [(name: String, measure: (BenchFolder) throws -> [Row])] = [
  ("start-up", { try measureStartUp(tools, $0) }),
  ("small", { _ in try measureSmall(tools) }),
  ("convert", { try Converting(tools: tools, folder: $0).large() }),
  ("spellings", { try Converting(tools: tools, folder: $0).spellings() }),
  ("million", { try Converting(tools: tools, folder: $0).million() }),
  ("rivals", { try measureRivals(tools, $0) }),
  ("check", { try measureChecking(tools, $0) }),
  ("build", { try measureBuilding(tools, $0) }),
  ("configuration", { try measureConfigurations(tools, $0) }),
  ("hostile", { try Hostile(tools: tools, folder: $0).catalogues() }),
  ("imports", { try Hostile(tools: tools, folder: $0).imports() }),
  ("editing", { try Editing(tools: tools, folder: $0).measure() }),
  ("requests", { _ in try measureRequests(tools) }),
  ("texts", { _ in try measureTexts(tools) }),
  ("injection", { _ in try measureInjection() }),
  ("dates", { _ in try measureDates() }),
  ("store", { _ in try measureStore() }),
  ("log", { _ in try measureLogging() }),
  ("sizes", { _ in try measureSizes() }),
]

let names = arguments.count > 2 ? Array(arguments[2...]) : parts.map(\.name)
if let unknown = names.first(where: { name in !parts.contains { $0.name == name } }) {
  print(
    "bench: unknown part '\(unknown)'; the parts are: \(parts.map(\.name).joined(separator: ", "))")
  exit(2)
}
do {
  try GeneratorCheck.run()
  var baseline = try Baseline(file)
  print(Machine())
  let folder = try BenchFolder()
  var rows: [Row] = []
  do {
    defer { folder.remove() }
    for part in parts where names.contains(part.name) { rows += try part.measure(folder) }
  }
  let isKept = Summary.print(rows, baseline)
  if isSaving {
    baseline.update(rows, of: names)
    try baseline.write(to: file)
  }
  if !isKept { exit(1) }
} catch {
  print("bench: \(error)")
  exit(1)
}
