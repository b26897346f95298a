import Foundation

/// Measures requests to a local nginx, relative to libcurl in C and URLSession.
func measureRequests(_ tools: Tools) throws -> [Row] {
  let requests = try Requests(
    tool: tools.request, session: tools.session, nginx: try Tools.installed("nginx"))
  defer { requests.stop() }
  var table = Table("requests")
  table.note("200 bytes each; microseconds of CPU time per request, medians of the turns")
  let rounds = try requests.rounds([
    .init(name: "easy", count: 20_000), .init(name: "transport", count: 20_000),
    .init(name: "client", count: 20_000), .init(name: "urlsession", count: 4_000),
    .init(name: "stack", count: 20_000), .init(name: "kept", count: 20_000),
  ])
  let (easy, transport, client, session) = (rounds[0], rounds[1], rounds[2], rounds[3])
  func row(
    _ name: String, _ costs: [Measurement.Cost], to reference: [Measurement.Cost]?, _ known: String,
    atMost limit: Double? = nil
  ) {
    table.row(name, "µs", Measurement.medians(costs).cpu * 1e6)
    guard let reference else { return }
    table.row(name, "× \(known)", Measurement.ratio(costs, to: reference), atMost: limit)
  }
  row("libcurl, easy interface, in C", easy, to: nil, "")
  row("CurlTransport", transport, to: easy, "libcurl's easy interface", atMost: 2.5)
  row("HTTPClient over it", client, to: easy, "libcurl's easy interface", atMost: 3)
  row("bare URLSession", session, to: nil, "")
  row("HTTPClient", client, to: session, "bare URLSession", atMost: 0.2)
  row("HTTPClient with all interceptors", rounds[4], to: client, "HTTPClient alone")
  row("the same, from the cache", rounds[5], to: client, "HTTPClient alone")
  for (name, costs) in [("libcurl", easy), ("CurlTransport", transport), ("HTTPClient", client)] {
    table.row(name, "context switches a request", Measurement.medians(costs).switches)
  }
  table.row(
    "what all interceptors add, on all cores", "µs", try requests.added("paired", count: 20_000))
  try measureInterceptors(tools, &table)

  let together = try requests.rounds([
    .init(name: "multi", count: 40_000, together: 64),
    .init(name: "transport", count: 40_000, together: 64),
  ])
  row("libcurl, multi interface, 64 at once, in C", together[0], to: nil, "")
  row(
    "CurlTransport, 64 at once", together[1], to: together[0], "libcurl's multi interface",
    atMost: 2)

  let download = try requests.download(try Tools.installed("curl"))
  table.cost("curl, 1 GiB to a file", download.curl)
  table.row("CurlTransport, 1 GiB to a file", download.ours, to: download.curl, "curl", wall: 1.2)
  table.row("CurlTransport, 1 GiB to a file", "MiB", download.memory, atMost: 32)
  table.row("1 GiB with all interceptors", "MiB", download.stackedMemory, atMost: 64)
  return table.rows
}

/// Measures the cost of all interceptors, with the client and the server on one core. On more than
/// one core, requests without interceptors vary by more than this cost, depending on the cores on
/// which threads wake up.
private func measureInterceptors(_ tools: Tools, _ table: inout Table) throws {
  let requests = try Requests(
    tool: tools.request, session: tools.session, nginx: try Tools.installed("nginx"),
    prefix: Requests.onOneCore)
  defer { requests.stop() }
  for together in [1, 4, 16, 64] {
    table.row(
      "what all interceptors add, \(together) at once", "µs",
      try requests.added("paired", count: 20_000, together: together), atMost: 15)
  }
  table.row(
    "what they add, answered at once", "µs",
    try requests.added("paired-instant", count: 50_000), atMost: 15)
}
