import CurlBaseline
import Networking
import TremaCurl
import TremaHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// request WAY URL COUNT TOGETHER LENGTH [FILE | NAME…]: sends COUNT requests, TOGETHER
// concurrently, and exits with 0 if all responses have the status 200 and LENGTH bytes. The body is
// streamed to FILE. Interceptors with a NAME are left out. The WAYs `paired` and `paired-instant`
// alternate between COUNT requests without and with interceptors, and print the cost of each and
// the difference; `instant` does not use the network.

struct UnexpectedResponse: Error {}

/// Runs `body` `count` times, in `together` concurrent tasks. If `together` is 1, it runs in the
/// caller's task.
func repeated(
  _ count: Int, _ together: Int, _ body: @escaping @Sendable (_ runner: Int) async throws -> Void
) async throws {
  if together == 1 {
    for _ in 0..<count { try await body(0) }
    return
  }
  try await withThrowingTaskGroup(of: Void.self) { group in
    for runner in 0..<together {
      let share = count / together + (runner < count % together ? 1 : 0)
      group.addTask { for _ in 0..<share { try await body(runner) } }
    }
    try await group.waitForAll()
  }
}

func transport(_ url: String, _ count: Int, _ together: Int, _ length: Int) async throws {
  let transport = try CurlTransport()
  let request = HTTPRequest(.get, url)
  try await repeated(count, together) { _ in
    let response = try await transport.send(request, body: .empty, context: TransportContext())
    guard response.status == .ok, response.body.bytes?.count == length else {
      throw UnexpectedResponse()
    }
  }
  await transport.close()
}

func send(
  with client: HTTPClient, _ count: Int, _ together: Int, _ length: Int
) async throws {
  try await repeated(count, together) { runner in
    // Concurrent requests differ so that none are coalesced.
    let request =
      together == 1 ? RequestBuilder.get("") : RequestBuilder.get("").query("runner", runner)
    guard try await client.send(request.bytes).count == length else { throw UnexpectedResponse() }
  }
}

/// Downloads a file through all interceptors.
func stackedDownload(_ url: String, _ length: Int, to path: String) async throws {
  let client = Stack.client(url, for: try CurlTransport())
  let file = try await client.download(.get(""), to: path).value()
  guard file.length == length else { throw UnexpectedResponse() }
  await client.transport.close()
}

func download(_ url: String, _ length: Int, to path: String) async throws {
  let transport = try CurlTransport()
  let response = try await transport.send(
    HTTPRequest(.get, url), body: .empty, context: TransportContext(delivery: .stream))
  guard let file = fopen(path, "w") else { throw UnexpectedResponse() }
  defer { fclose(file) }
  var written = 0
  for try await chunk in response.body {
    written += fwrite(chunk, 1, chunk.count, file)
  }
  guard response.status == .ok, written == length else { throw UnexpectedResponse() }
  await transport.close()
}

let arguments = CommandLine.arguments
guard arguments.count >= 6, let count = Int(arguments[3]), let together = Int(arguments[4]),
  let length = Int(arguments[5])
else {
  print("usage: request WAY URL COUNT TOGETHER LENGTH [FILE | NAME...]")
  exit(2)
}
let url = arguments[2]
switch arguments[1] {
case "easy": exit(curl_baseline_easy(url, count, length) == count ? 0 : 1)
case "multi": exit(curl_baseline_multi(url, count, together, length) == count ? 0 : 1)
case "transport": try await transport(url, count, together, length)
case "client":
  let client = HTTPClient(baseURL: url, transport: try CurlTransport())
  try await send(with: client, count, together, length)
  await client.transport.close()
case "stack":
  let left = Array(arguments[6...])
  let client = Stack.client(url, for: try CurlTransport(), without: left)
  try await send(with: client, count, together, length)
  await client.transport.close()
case "paired", "paired-instant":
  let isInstant = arguments[1] == "paired-instant"
  func transport() throws -> any HTTPTransport {
    isInstant ? InstantTransport(length: length) : try CurlTransport()
  }
  let client = HTTPClient(baseURL: url, transport: try transport())
  let stack = Stack.client(url, for: try transport(), without: Array(arguments[6...]))
  let costs = try await Paired.costs(client, stack, count, together, length)
  print(costs.client, costs.stack, costs.added)
  await client.transport.close()
  await stack.transport.close()
case "instant":
  let left = Array(arguments[6...])
  let client = Stack.client(url, for: InstantTransport(length: length), without: left)
  try await send(with: client, count, together, length)
case "kept":
  // The first response is cached, and all others are served from the cache.
  let client = Stack.client("\(url)-to-keep", for: try CurlTransport())
  try await send(with: client, count, together, length)
  await client.transport.close()
case "download": try await download(url, length, to: arguments[6])
case "stacked-download": try await stackedDownload(url, length, to: arguments[6])
default: exit(2)
}
