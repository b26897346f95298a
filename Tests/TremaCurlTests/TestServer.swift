import Foundation
import TremaHTTP

/// The server of `Servers/server.py`, as a process that ends with this object, or with the tests.
final class TestServer: Sendable {
  let base: String
  let port: Int
  /// The path of the Unix socket, beside the port.
  let socket: String
  private let process: Process
  private let input: Pipe

  /// A server for tests that count nothing; it ends with the process.
  private static let common = Result { try TestServer() }

  static func shared() throws -> TestServer { try common.get() }

  init() throws {
    let name = "trema-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0...(.max)))"
    socket = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    process = Process()
    input = Pipe()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Servers/server.py")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, socket]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = Data()
    while !line.contains(0x0A) {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw TransportError(.other, "the test server did not start") }
      line += piece
    }
    port = Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)) ?? 0
    base = "http://127.0.0.1:\(port)"
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: socket)
  }
}
