/// Gives files and streams of events, and cuts them off: `Servers/serve_transfers.py`.
///
/// `/file/KEY?OPTIONS` is a file. `size` in bytes; `tag=strong|weak|date|none`; `ranges=ignored|
/// always|untagged|refused|earlier|later|total|unit|short|open|coded|longer|parts` is what becomes of a
/// range, if not what is right; `cut=N` ends the connection after so many bytes of a body, with a `reset` or an end,
/// as often as `cuts` says; `change=N` is another file from the N-th request on, longer by `grow`;
/// `stop=N` sends no more for the first request, until the client goes; `length=no` does not say how
/// long it is; `bearer=N` wants the token `stale` for the first N requests, and `fresh` after them.
/// `/hop/KEY?OPTIONS` leads there.
///
/// `/events/KEY?OPTIONS` is a stream of `count` events whose ids are numbers, which goes on behind
/// `Last-Event-ID` and is 204 behind the last one; `end=lf|crlf|cr`; `cut=N` cuts the first connection
/// after N bytes, and `wire=N` the first one of small chunks after N bytes with head and frames; `gzip`
/// compresses it; `hold=KEY` keeps it open, and says in that log when the client has gone; `endless`
/// knows no 204.
///
/// `/log/KEY` are the requests with a key, as JSON: the fields of each that matter.
package struct TransferServer: Sendable {
  package let url: String

  init(_ server: ServerProcess) throws { url = try server.fact("url") }
}

extension TestServers {
  package static func transfers() async throws -> TransferServer {
    try TransferServer(await ServerShelf.shared.server("serve_transfers"))
  }
  /// A folder on a disk that has 2 MiB, for one test: `Servers/serve_disk.py`.
  package static func smallDisk() async throws -> String {
    try await ServerShelf.shared.server("serve_disk").fact("path")
  }
}
