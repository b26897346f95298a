import Foundation
import Testing
import TremaCurl
import TremaHTTP
import TremaNetworkTestSupport
import TremaSupport
import TremaTestSupport
import TremaURLSession

/// The same requests over both transports and by the command `curl`.
@Suite struct DifferentialTests {
  private static let count = 500

  @Test func `500 requests have the same traces over both transports and curl`() async throws {
    let requests = TracedRequest.all(Self.count, seed: 3986)
    let servers = (traces: try await TestServers.traces(), httpbin: try await TestServers.httpbin())
    let folder = try TemporaryFolder()
    for request in requests where !request.content.isEmpty {
      try folder.write(request.content, to: "\(request.number).content")
    }
    var command = CurlCommand(folder)
    for request in requests {
      command.add(request, to: request.isForHTTPBin ? servers.httpbin : servers.traces)
    }
    var traces: [KnownDifference.Way: [Trace]] = [:]
    traces[.command] = try command.run()
    traces[.curlTransport] = try await run(requests, servers, folder, try CurlTransport())
    traces[.urlSession] = try await run(requests, servers, folder, try URLSessionTransport())

    var used = Set<Int>()
    for (way, ones) in traces {
      try #require(ones.count == requests.count)
      traces[way] = zip(requests, ones).map { request, trace in
        var trace = trace
        for (index, known) in KnownDifference.all.enumerated()
        where known.ways.contains(way) && known.isThere(request) {
          let before = trace
          known.change(&trace, request)
          if trace != before { used.insert(index) }
        }
        return trace
      }
    }
    let unused = KnownDifference.all.indices.filter { !used.contains($0) }
    #expect(unused.map { KnownDifference.all[$0].reason } == [], "no differences any more")
    let expected = try #require(traces[.command])
    for way in [KnownDifference.Way.curlTransport, .urlSession] {
      let differences = zip(requests, zip(traces[way] ?? [], expected)).compactMap {
        request, pair in
        pair.0.difference(from: pair.1).map { "\(request): \($0)" }
      }
      #expect(
        differences.isEmpty,
        "\(way.rawValue): \(differences.count): \(differences.prefix(5).joined(separator: "\n"))")
    }
    #expect(expected.filter { !$0.sent.isEmpty }.count > Self.count / 2)
    #expect(Set(expected.map(\.status)).count > 20)
  }

  private func run(
    _ requests: [TracedRequest], _ servers: (traces: String, httpbin: String),
    _ folder: TemporaryFolder, _ transport: any HTTPTransport
  ) async throws -> [Trace] {
    let traces = try await withThrowingTaskGroup(of: (Int, Trace).self) { group in
      var traces = [Trace](repeating: Trace(), count: requests.count)
      for (index, request) in requests.enumerated() {
        if index >= 8, let (done, trace) = try await group.next() { traces[done] = trace }
        let server = request.isForHTTPBin ? servers.httpbin : servers.traces
        group.addTask { (index, try await Self.trace(request, server, folder, transport)) }
      }
      for try await (done, trace) in group { traces[done] = trace }
      return traces
    }
    await transport.close()
    return traces
  }

  private static func trace(
    _ request: TracedRequest, _ server: String, _ folder: TemporaryFolder,
    _ transport: any HTTPTransport
  ) async throws -> Trace {
    // Every other body is a stream.
    let context = TransportContext(
      delivery: request.number % 2 == 0 ? .stream : .whole(limit: 1 << 24))
    do throws(TransportError) {
      let response = try await transport.send(
        HTTPRequest(request.method, server + request.target, fields: request.fields),
        body: body(of: request, folder), context: context)
      let content = try await response.body.collect(upTo: 1 << 24)
      do {
        return try Trace(response.status.code, response.fields, content)
      } catch {
        return Trace(error: "\(error)")
      }
    } catch {
      return Trace(error: "\(error)")
    }
  }

  private static func body(of request: TracedRequest, _ folder: TemporaryFolder) -> HTTPBody {
    switch request.body {
    case .empty: return .empty
    case .bytes: return .bytes(request.content)
    case .file: return .file(path: "\(folder.path)/\(request.number).content")
    case .stream(let isLengthKnown):
      let pieces = stride(from: 0, to: request.content.count, by: 10_000).map { start in
        Array(request.content[start..<min(start + 10_000, request.content.count)])
      }
      return .stream(
        HTTPBodyStream(length: isLengthKnown ? Int64(request.content.count) : nil) {
          PieceSource(pieces)
        })
    }
  }
}

/// A source that returns its given chunks.
private final class PieceSource: HTTPBodySource {
  private let rest: LockedValue<[[UInt8]]>

  init(_ pieces: [[UInt8]]) { rest = LockedValue(pieces.reversed()) }

  func next() async throws(TransportError) -> [UInt8]? { rest.withLock { $0.popLast() } }

  func cancel() {}
}
