/// Gives the bytes of a body, one piece after the other. Who reads calls ``next()`` again when the
/// last call has returned, from one task at a time. The body of a response that came over a
/// connection says so to a second reader while the first one waits: the error is `other`, and the
/// first reader goes on.
public protocol HTTPBodySource: Sendable {
  /// The next piece, never empty; nil at the end and ever after.
  func next() async throws(TransportError) -> [UInt8]?

  /// Stops the source, because the rest is not read. Called once at most, also while ``next()``
  /// waits, which then throws.
  func cancel()
}

/// The body of a response: there as a whole, or a stream that can be read once.
public struct HTTPResponseBody: Sendable {
  private enum Storage: Sendable {
    case bytes([UInt8])
    case stream(any HTTPBodySource)
  }

  private let storage: Storage

  /// A body in memory.
  public static func bytes(_ bytes: [UInt8]) -> HTTPResponseBody {
    HTTPResponseBody(storage: .bytes(bytes))
  }

  /// A body that is read as it is received.
  public static func stream(_ source: any HTTPBodySource) -> HTTPResponseBody {
    HTTPResponseBody(storage: .stream(source))
  }

  /// All of it where it is there already; nil for a stream.
  public var bytes: [UInt8]? { if case .bytes(let bytes) = storage { bytes } else { nil } }

  /// Whether all of it is there already. To ask for ``bytes`` or ``source`` is to copy them.
  package var isWhole: Bool { if case .bytes = storage { true } else { false } }

  /// The source of a stream; `nil` if the whole body is in memory.
  public var source: (any HTTPBodySource)? {
    if case .stream(let source) = storage { source } else { nil }
  }

  /// Reads it to its end.
  ///
  /// - Parameter limit: the most bytes that are kept.
  /// - Throws: `bodyTooLarge`, and the error of the source; then the source is cancelled.
  public func collect(upTo limit: Int) async throws(TransportError) -> [UInt8] {
    switch storage {
    case .bytes(let bytes):
      guard bytes.count <= limit else { throw TransportError(.bodyTooLarge(limit: limit)) }
      return bytes
    case .stream(let source):
      var all: [UInt8] = []
      while let piece = try await source.next() {
        guard piece.count <= limit - all.count else {
          source.cancel()
          throw TransportError(.bodyTooLarge(limit: limit))
        }
        all += piece
      }
      return all
    }
  }

  /// Ends a stream whose rest is not read.
  public func cancel() { source?.cancel() }
}

extension HTTPResponseBody: AsyncSequence {
  /// Bytes as they are received.
  public typealias Element = [UInt8]
  /// The error that ends the sequence.
  public typealias Failure = TransportError

  /// The iterator of the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var rest: [UInt8]?
    fileprivate let source: (any HTTPBodySource)?

    /// Returns the next element, or `nil` at the end.
    public mutating func next() async throws(TransportError) -> [UInt8]? {
      if let source { return try await source.next() }
      defer { rest = nil }
      return rest?.isEmpty == false ? rest : nil
    }
  }

  /// Returns an iterator over the elements.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes, source: source) }
}
