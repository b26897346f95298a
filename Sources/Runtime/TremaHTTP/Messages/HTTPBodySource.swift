/// A source of body bytes.
///
/// The reader must call ``next()`` from one task at a time, and only after the previous call has
/// returned. A response body that is received over a connection detects a second reader while the
/// first one waits: the second reader receives an `other` error, and the first one is not affected.
public protocol HTTPBodySource: Sendable {
  /// Returns the next chunk, which is never empty, or `nil` at the end. Later calls also return
  /// `nil`.
  func next() async throws(TransportError) -> [UInt8]?

  /// Stops the source when the remaining bytes are not needed. Called at most once, possibly while
  /// ``next()`` is suspended, which then throws.
  func cancel()
}

/// The body of a response, either in memory or as a stream that can be read once.
public struct HTTPResponseBody: Sendable {
  /// The representation of the body.
  private enum Storage: Sendable {
    case bytes([UInt8])
    case stream(any HTTPBodySource)
  }

  private let storage: Storage

  /// Creates a body from bytes in memory.
  public static func bytes(_ bytes: [UInt8]) -> HTTPResponseBody {
    HTTPResponseBody(storage: .bytes(bytes))
  }

  /// Creates a body that is read as it is received.
  public static func stream(_ source: any HTTPBodySource) -> HTTPResponseBody {
    HTTPResponseBody(storage: .stream(source))
  }

  /// The whole body if it is in memory, or `nil` for a stream.
  public var bytes: [UInt8]? { if case .bytes(let bytes) = storage { bytes } else { nil } }

  /// Whether the whole body is in memory. Unlike ``bytes`` and ``source``, it copies nothing.
  package var isInMemory: Bool { if case .bytes = storage { true } else { false } }

  /// The source of a stream, or `nil` if the whole body is in memory.
  public var source: (any HTTPBodySource)? {
    if case .stream(let source) = storage { source } else { nil }
  }

  /// Reads the body to its end and returns it.
  ///
  /// - Parameter limit: The maximum size, in bytes.
  /// - Throws: `bodyTooLarge` if the body exceeds the limit, in which case the source is cancelled,
  ///   or any error of the source.
  public func collect(upTo limit: Int) async throws(TransportError) -> [UInt8] {
    switch storage {
    case .bytes(let bytes):
      guard bytes.count <= limit else { throw TransportError(.bodyTooLarge(limit: limit)) }
      return bytes
    case .stream(let source):
      var all: [UInt8] = []
      while let chunk = try await source.next() {
        guard chunk.count <= limit - all.count else {
          source.cancel()
          throw TransportError(.bodyTooLarge(limit: limit))
        }
        all += chunk
      }
      return all
    }
  }

  /// Cancels a stream whose remaining bytes are not needed. Does nothing for a body in memory.
  public func cancel() { source?.cancel() }
}

extension HTTPResponseBody: AsyncSequence {
  /// A chunk of bytes. Chunks are never empty.
  public typealias Element = [UInt8]
  /// The error that ends the sequence early.
  public typealias Failure = TransportError

  /// An iterator over the chunks of the body.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The body in memory until it has been returned.
    fileprivate var remaining: [UInt8]?
    fileprivate let source: (any HTTPBodySource)?

    /// Returns the next chunk, or `nil` at the end.
    public mutating func next() async throws(TransportError) -> [UInt8]? {
      if let source { return try await source.next() }
      defer { remaining = nil }
      return remaining?.isEmpty == false ? remaining : nil
    }
  }

  /// Returns an iterator over the chunks. A stream can be iterated only once.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(remaining: bytes, source: source)
  }
}
