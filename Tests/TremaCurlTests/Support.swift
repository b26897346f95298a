import Foundation
import Testing
import TremaHTTP

@testable import TremaCurl

extension HTTPDeadlines {
  /// Deadlines for a machine that is busy with ten other tasks.
  static let patient = HTTPDeadlines(
    connect: .seconds(300), firstByte: .seconds(300), idle: .seconds(300))
}

extension HTTPTransport {
  func get(
    _ url: String, fields: HTTPFields = [:], deadlines: HTTPDeadlines = .patient,
    delivery: TransportContext.Delivery = .whole(limit: 64 << 20),
    observer: (@Sendable (TransportEvent) -> Void)? = nil
  ) async throws(TransportError) -> HTTPResponse {
    try await send(
      HTTPRequest(.get, url, fields: fields, deadlines: deadlines), body: .empty,
      context: TransportContext(delivery: delivery, observer: observer))
  }

  func text(
    _ method: HTTPMethod, _ url: String, fields: HTTPFields = [:], body: HTTPBody = .empty
  ) async throws(TransportError) -> String {
    let response = try await send(
      HTTPRequest(method, url, fields: fields, deadlines: .patient), body: body,
      context: TransportContext())
    return String(decoding: response.body.bytes ?? [], as: UTF8.self)
  }
}

/// Returns the error of an operation that must fail.
func failure<Value>(
  of action: () async throws(TransportError) -> Value
) async -> TransportError? {
  do throws(TransportError) {
    _ = try await action()
    return nil
  } catch {
    return error
  }
}

/// Runs a test with a transport that is closed afterwards, also after an error.
func withTransport<Value>(
  _ configuration: TransportConfiguration = .init(),
  _ body: (CurlTransport) async throws -> Value
) async throws -> Value {
  let transport = try CurlTransport(configuration)
  do {
    let value = try await body(transport)
    await transport.close()
    return value
  } catch {
    await transport.close()
    throw error
  }
}

/// Waits until the condition is true, with a limit.
func expectEventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ claim: () async throws -> Bool
) async throws {
  for _ in 0..<4000 {
    if try await claim() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  Issue.record("it did not come true", sourceLocation: sourceLocation)
}

/// The system's figures for this process.
enum OwnProcess {
  /// The number of threads of all transports.
  static var curlThreads: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.count { text("/proc/self/task/\($0)/comm").hasPrefix("trema-curl") }
  }

  /// Connections to a port that this side has not closed.
  static func connections(to port: Int) -> Int {
    let remote = "0100007F:" + String(format: "%04X", port)
    return text("/proc/self/net/tcp").split(separator: "\n").count { line in
      let fields = line.split(separator: " ")
      // The connection is open, or closed by the other side alone.
      return fields.count > 3 && fields[2] == remote && ["01", "08"].contains(fields[3])
    }
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
