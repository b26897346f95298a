import Foundation
import TremaHTTP
import TremaURLSession

/// A process of `Servers/odd.py` that ends with this object.
final class OddServer: Sendable {
  let port: Int
  private let input: Pipe

  init() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Servers/odd.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    self.input = input
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .newlines)) else { throw NoServer(line: line) }
    self.port = port
  }

  deinit { try? input.fileHandleForWriting.close() }

  struct NoServer: Error {
    let line: String
  }

  func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

  /// The number of requests for a path.
  func seen(_ path: String, by transport: URLSessionTransport) async throws -> Int? {
    Int(try await text("/seen\(path)", by: transport))
  }

  func text(_ path: String, by transport: URLSessionTransport) async throws -> String {
    let response = try await transport.send(
      HTTPRequest(.get, url(path)), body: .empty, context: TransportContext())
    return response.text
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body.bytes ?? [], as: UTF8.self) }
}

/// The request as `/echo` saw it.
struct Echo: Decodable {
  let method: String
  let fields: [[String]]
  let length: Int

  init(_ response: HTTPResponse) throws {
    self = try JSONDecoder().decode(Echo.self, from: Data(response.body.bytes ?? []))
  }

  subscript(name: String) -> [String] {
    fields.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] }
  }
}

extension String {
  var hex: String { utf8.map { String(format: "%02x", $0) }.joined() }
}

extension URLSessionTransport {
  /// A transport for tests, independent of proxies in the environment of the machine.
  static func make() throws -> URLSessionTransport {
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
      if getenv(name) != nil { unsetenv(name) }
    }
    return try URLSessionTransport()
  }

  func get(
    _ url: String, _ deadlines: HTTPDeadlines
  ) async throws(TransportError) -> HTTPResponse {
    try await get(url, fields: [:], deadlines)
  }

  func get(
    _ url: String, fields: HTTPFields = [:], _ deadlines: HTTPDeadlines = .none,
    _ context: TransportContext = TransportContext()
  ) async throws(TransportError) -> HTTPResponse {
    try await send(
      HTTPRequest(.get, url, fields: fields, deadlines: deadlines), body: .empty, context: context)
  }

  func post(
    _ url: String, _ body: HTTPBody, fields: HTTPFields = [:],
    _ context: TransportContext = TransportContext()
  ) async throws(TransportError) -> HTTPResponse {
    try await send(HTTPRequest(.post, url, fields: fields), body: body, context: context)
  }
}

extension TransportContext {
  static let stream = TransportContext(delivery: .stream)
}

/// The kind of the thrown error; nil if there is none.
func kind(_ body: () async throws -> Void) async -> TransportError.Kind? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? TransportError)?.kind
  }
}
