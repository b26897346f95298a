import Networking
import TremaHTTP

// Imports less than all of Foundation, which takes most of the start-up time.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Writes to a disk cache, in a process that may be killed, and may find no room.
//
// `CacheJudge FOLDER` asks for `https://a.example/0` to `/3` again and again, and says `ready` when
// each was kept once; of `/3` it asks for a part. `CacheJudge FOLDER COUNT LENGTH` asks for so many
// responses, each with so many bytes, and prints how many came as they should, how often the store failed,
// and the last reason.

/// Answers with bodies in which each byte identifies its response.
struct Origin: HTTPTransport {
  let name = "origin"
  let length: Int

  func send(
    _ request: HTTPRequest, body: HTTPBody, context: TransportContext
  ) async throws(TransportError) -> HTTPResponse {
    let number = UInt8.random(in: 0...255)
    var head = HTTPResponseHead(
      .ok, fields: [.cacheControl: "max-age=1000000", "X-Number": "\(number)"], url: request.target)
    let length = length > 0 ? length : Int.random(in: 1...200_000)
    if request.fields.contains(.range) {
      head.status = .partialContent
      head.fields["Content-Range"] = "bytes 0-\(length - 1)/\(length + 1)"
      head.fields[.etag] = "\"\(number)\""
    }
    return HTTPResponse(head, body: .bytes([UInt8](repeating: number, count: length)))
  }

  func close() async {}
}

let words = CommandLine.arguments
let length = words.count > 3 ? Int(words[3]) ?? 0 : 0
let cache = Cache(store: DiskCacheStore(folder: words[1]))
let client = HTTPClient(transport: Origin(length: length)).adding(cache)
if words.count > 3 {
  var good = 0
  for number in 0..<(Int(words[2]) ?? 0) {
    let body = try await client.send(.get("https://a.example/\(number)").bytes)
    good += body.count == length ? 1 : 0
  }
  print(good, cache.problems.count, cache.problems.last.map { "\($0)" } ?? "")
} else {
  // The loop ends by itself if the process is not killed.
  for round in 0..<20_000 {
    let target = "https://a.example/\(round % 4)"
    let range = round % 4 == 3 ? "bytes=0-199999" : nil
    _ = try await client.send(.get(target).header(.range, range).cachePolicy(.reload).bytes)
    if round == 3 { _ = write(1, "ready\n", 6) }
  }
}
