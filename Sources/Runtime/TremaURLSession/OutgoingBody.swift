import Foundation
import TremaHTTP

/// A request body in Foundation's representation.
enum OutgoingBody: Sendable {
  /// A body in memory, possibly empty.
  case bytes([UInt8])
  /// An app's file, which the session opens itself.
  case file(URL, length: Int64)
  /// A temporary file, which is deleted when it is released.
  case spooled(DiskByteQueue)

  /// The length in bytes.
  var length: Int64 {
    switch self {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(_, let length): length
    case .spooled(let file): file.appendedLength
    }
  }

  /// Prepares a body. A stream is first written to a temporary file.
  ///
  /// - Parameters:
  ///   - exchange: The exchange. When it ends, a stream is no longer read.
  /// - Throws: `requestBody` for a file that cannot be read, or the error of a stream.
  init(_ body: HTTPBody, for exchange: SessionExchange) async throws(TransportError) {
    switch body {
    case .empty: self = .bytes([])
    case .bytes(let bytes): self = .bytes(bytes)
    case .file(let path):
      // We open the file here only to report errors. Foundation opens it again.
      guard let open = try await body.opened() else {
        self = .bytes([])
        return
      }
      open.source.cancel()
      self = .file(URL(fileURLWithPath: path), length: open.length ?? 0)
    case .stream:
      guard let open = try await body.opened() else {
        self = .bytes([])
        return
      }
      self = .spooled(try await Self.spool(open.source, for: exchange))
    }
  }

  /// Writes a stream to a temporary file.
  private static func spool(
    _ source: any HTTPBodySource, for exchange: SessionExchange
  ) async throws(TransportError) -> DiskByteQueue {
    guard exchange.setSource(source) else {
      source.cancel()
      throw TransportError(.cancelled)
    }
    let file: DiskByteQueue
    do throws(TransportError) {
      file = try DiskByteQueue()
      while let chunk = try await source.next() {
        // Sources are not required to throw after a cancellation.
        if exchange.hasEnded { throw TransportError(.cancelled) }
        try file.append(chunk)
        exchange.recordProgress()
      }
    } catch {
      exchange.removeSource()?.cancel()
      throw error
    }
    _ = exchange.removeSource()
    return file
  }
}
