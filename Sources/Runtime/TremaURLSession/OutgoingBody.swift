import Foundation
import TremaHTTP

/// A body as Foundation takes it.
enum OutgoingBody: Sendable {
  case bytes([UInt8])
  case file(URL, length: Int64)
  /// A temporary file, which is removed when it is released.
  case spooled(SpooledFile)

  var length: Int64 {
    switch self {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(_, let length): length
    case .spooled(let file): file.length
    }
  }

  /// - Parameter exchange: its end stops a stream that is being read.
  init(_ body: HTTPBody, for exchange: SessionExchange) async throws(TransportError) {
    switch body {
    case .empty: self = .bytes([])
    case .bytes(let bytes): self = .bytes(bytes)
    case .file(let path):
      // Opened once to say what is wrong with it; Foundation opens it again.
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

  private static func spool(
    _ source: any HTTPBodySource, for exchange: SessionExchange
  ) async throws(TransportError) -> SpooledFile {
    guard exchange.reads(source) else {
      source.cancel()
      throw TransportError(.cancelled)
    }
    let file: SpooledFile
    do throws(TransportError) {
      file = try SpooledFile()
      while let piece = try await source.next() {
        // Not every source says that it was cancelled.
        if exchange.isOver { throw TransportError(.cancelled) }
        try file.append(piece)
        exchange.hasMoved()
      }
    } catch {
      exchange.hasRead()?.cancel()
      throw error
    }
    _ = exchange.hasRead()
    return file
  }
}
