/// Serves files and streams of events, and cuts them off: `Servers/serve_transfers.py`.
///
/// `/file/KEY?OPTIONS` is a file. `size` in bytes; `tag=strong|weak|date|none`; `ranges=ignored|
/// always|untagged|refused|earlier|later|total|unit|short|open|coded|longer|parts` is a wrong
/// response to a range, if given; `cut=N` ends the connection after N bytes of a body, with a
/// `reset` or an end, `cuts` times; `change=N` is another file from the N-th request on, longer by
/// `grow`; `stop=N` sends no more for the first request, until the client disconnects; `length=no`
/// omits the length; `bearer=N` requires the token `stale` for the first N requests, and `fresh`
/// after them. `/hop/KEY?OPTIONS` redirects there.
///
/// `/events/KEY?OPTIONS` is a stream of `count` events whose ids are numbers, which continues
/// behind `Last-Event-ID` and is 204 behind the last one; `end=lf|crlf|cr`; `cut=N` cuts the first
/// connection after N bytes, and `wire=N` the first one of small chunks after N bytes with head and
/// frames; `gzip` compresses it; `hold=KEY` keeps it open, and logs under that key when the client
/// has disconnected; `endless` never sends 204.
///
/// `/log/KEY` are the requests with a key, as JSON: the relevant fields of each.
package struct TransferServer: Sendable {
  package let url: String

  init(_ server: ServerProcess) throws { url = try server.fact("url") }
}

extension TestServers {
  package static func transfers() async throws -> TransferServer {
    try TransferServer(await ServerShelf.shared.server("serve_transfers"))
  }
  /// A folder on a disk of 2 MiB, for one test: `Servers/serve_disk.py`.
  package static func smallDisk() async throws -> String {
    try await ServerShelf.shared.server("serve_disk").fact("path")
  }
}
