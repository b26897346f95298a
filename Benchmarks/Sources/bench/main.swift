import Foundation

// bench TREMA XMLLINT REQUEST SESSION NGINX CURL: measures the commands on a large catalogue, and
// prints the CPU time beside that of xmllint, which only reads it, or of convert; then requests, beside
// libcurl in C and URLSession; then injection, dates, the store and the log, each beside something
// known. What they made is checked first: a tool that does nothing is fast. Exits with 1 when a
// promise is broken.

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

/// - Returns: whether all promises are kept.
func measureRequests(
  request: String, session: String, nginx: String, curl: String
) throws -> Bool {
  let requests = try Requests(tool: request, session: session, nginx: nginx)
  defer { requests.stop() }
  var table = Table(scale: 1e6, digits: 0)

  print("\nrequests to nginx, 200 bytes each; microseconds of CPU a request, medians")
  table.heading("libcurl's easy interface in C = 1")
  let rounds = try requests.rounds([
    .init(name: "easy", count: 20_000), .init(name: "transport", count: 20_000),
    .init(name: "client", count: 20_000), .init(name: "urlsession", count: 4_000),
    .init(name: "stack", count: 20_000), .init(name: "kept", count: 20_000),
  ])
  let alone = rounds.map(Measurement.medians)
  let (easy, transport, client, session) = (alone[0], alone[1], alone[2], alone[3])
  let (stack, kept) = (alone[4], alone[5])
  table.row("libcurl, easy interface, in C", easy, times: easy)
  table.row("CurlTransport", transport, times: easy, below: 2.5)
  table.row("HTTPClient over it", client, times: easy, below: 3)
  table.note(
    "context switches a request", [easy, transport, client].map(\.switches))

  table.heading("bare URLSession = 1")
  table.row("URLSession", session, times: session)
  table.row("HTTPClient", client, times: session, below: 0.2)

  table.heading("HTTPClient alone = 1")
  table.row("HTTPClient", client, times: client)
  table.row("with all interceptors", stack, times: client)
  table.row("the same, from the cache", kept, times: client)
  let added = try requests.added("paired", count: 20_000)
  let instant = try requests.added("paired-instant", count: 50_000)
  table.line(
    "what they add, by turns", "\(Int(added.added.rounded())) µs of CPU", "15 or less",
    added.added <= 15)
  table.line(
    "the same, answered at once", "\(Int(instant.added.rounded())) µs of CPU",
    "15 or less", instant.added <= 15)

  table.heading("libcurl's multi interface in C, 64 at once = 1")
  let together = try requests.costs([
    .init(name: "multi", count: 40_000, together: 64),
    .init(name: "transport", count: 40_000, together: 64),
  ])
  table.row("libcurl, multi interface, in C", together[0], times: together[0])
  table.row("CurlTransport, 64 at once", together[1], times: together[0], below: 2)

  let (ours, theirs, memory, stackedMemory) = try requests.download(curl)
  table = Table(isBroken: table.isBroken)
  print("\n1 GiB to a file; seconds, medians")
  table.heading("curl = 1")
  table.row("curl", theirs, times: theirs)
  table.row("CurlTransport", ours, times: theirs, wallBelow: 1.2)
  table.line("most memory of it", "\(memory >> 20) MiB", "32 MiB or less", memory <= 32 << 20)
  table.line(
    "with all interceptors", "\(stackedMemory >> 20) MiB", "less than 64 MiB",
    stackedMemory < 64 << 20)
  return !table.isBroken
}

let arguments = CommandLine.arguments
guard arguments.count == 7 else {
  print("usage: bench TREMA XMLLINT REQUEST SESSION NGINX CURL")
  exit(2)
}
do {
  let commands = try measure(trema: arguments[1], xmllint: arguments[2])
  let requests = try measureRequests(
    request: arguments[3], session: arguments[4], nginx: arguments[5], curl: arguments[6])
  let others = try [measureInjection(), measureDates(), measureStore(), measureLogging()]
  if !commands || !requests || others.contains(false) { exit(1) }
} catch {
  print("bench: \(error)")
  exit(1)
}
