import Foundation
import Testing
import TremaHTTP
import TremaTestSupport

/// Compression bombs: a few bytes that expand to many. Each test runs in its own process to measure
/// its memory, and reports failures on standard error.
@Suite struct ContentBombTests {
  private struct Complaint: Error, CustomStringConvertible { let description: String }

  /// 64 MiB of zeros, compressed twice to a few hundred bytes. Another process compresses them, so
  /// that this one never holds the uncompressed bytes.
  private static func bomb() throws -> [UInt8] {
    let script = """
      import gzip, sys
      sys.stdout.buffer.write(gzip.compress(gzip.compress(bytes(64 << 20))))
      """
    let bytes = try Judge.python.run(["-c", script]).output
    guard (1..<1_000).contains(bytes.count) else {
      throw Complaint(description: "\(bytes.count) bytes")
    }
    return bytes
  }

  private static func response(_ body: HTTPResponseBody) -> HTTPResponse {
    HTTPResponse(
      HTTPResponseHead(.ok, fields: ["Content-Encoding": "gzip, gzip"]), body: body)
  }

  private static let limit = 10 << 20
  private static let expected = TransportError(.content(.tooLarge(limit: limit)))

  private static func report(_ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
  }

  @Test func `decoding a compression bomb as a whole stays within the memory limit`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Self.report { try Self.decodeWhole() }
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  private static func decodeWhole() throws {
    let bytes = try bomb()
    let memory = try PeakMemory()
    var outcome: TransportError?
    do throws(TransportError) {
      _ = try response(.bytes(bytes)).decodedContent(limit: limit)
    } catch {
      outcome = error
    }
    guard outcome == expected else { throw Complaint(description: "\(outcome as Any)") }
    // An array that grows is briefly allocated twice.
    let growth = try memory.growth()
    guard growth < ThreadSanitizer.bound(ofMemory: 40 << 10) else {
      throw Complaint(description: "it took \(growth) KiB")
    }
  }

  @Test func `decoding a compression bomb as a stream uses little memory`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Self.report { try await Self.decodeStream() }
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  private static func decodeStream() async throws {
    let bytes = try bomb()
    let memory = try PeakMemory()
    let decoded = try response(.stream(PiecesSource([bytes]))).decodedContent(limit: limit)
    guard let source = decoded.body.source else { throw Complaint(description: "no stream") }
    var count = 0
    var outcome: TransportError?
    do throws(TransportError) {
      while let piece = try await source.next() { count += piece.count }
    } catch {
      outcome = error
    }
    guard outcome == expected else { throw Complaint(description: "\(outcome as Any)") }
    guard count == limit else { throw Complaint(description: "\(count) bytes came") }
    let growth = try memory.growth()
    guard growth < ThreadSanitizer.bound(ofMemory: 8 << 10) else {
      throw Complaint(description: "it took \(growth) KiB")
    }
  }
}
