import TremaSupport

/// A request body that was opened for sending.
package struct OpenBody: Sendable {
  /// The length in bytes, which the source must match, or `nil` if it is unknown.
  package let length: Int64?
  /// The source of the bytes.
  package let source: any HTTPBodySource

  /// Creates an opened body from its length in bytes and its source.
  package init(length: Int64?, source: any HTTPBodySource) {
    self.length = length
    self.source = source
  }
}

extension HTTPBody {
  /// Opens the body for reading from the start.
  ///
  /// A file stays open until its last byte is read, an error occurs, `cancel()` is called or the
  /// source is released. Reads occur on the thread that requests the next chunk.
  ///
  /// - Returns: `nil` for ``empty``.
  /// - Throws: `requestBody` for a file that cannot be opened or is not a regular file (a folder, a
  ///   pipe, a device), and any error thrown by the closure that makes the source of a stream.
  package func opened() async throws(TransportError) -> OpenBody? {
    switch self {
    case .empty: return nil
    case .bytes(let bytes):
      return OpenBody(length: Int64(bytes.count), source: BytesSource(bytes))
    case .file(let path):
      let file = try FileSource(path: path)
      return OpenBody(length: file.length, source: file)
    case .stream(let stream):
      if let length = stream.length, length < 0 {
        throw TransportError(.requestBody, "its length \(length) is negative")
      }
      let source = try await stream.makeSource()
      guard let length = stream.length else { return OpenBody(length: nil, source: source) }
      return OpenBody(length: length, source: MeasuredSource(source, length: length))
    }
  }
}

/// A source that returns bytes in memory as one chunk.
package final class BytesSource: HTTPBodySource {
  /// The bytes that have not been returned, or `nil` after the first call.
  private let remaining: LockedValue<[UInt8]?>
  private let isCancelled = LockedValue(false)

  /// Creates a source; an empty array yields no chunk.
  package init(_ bytes: [UInt8]) { remaining = LockedValue(bytes.isEmpty ? nil : bytes) }

  /// Returns all bytes in the first call, and `nil` afterwards.
  package func next() async throws(TransportError) -> [UInt8]? {
    if isCancelled.value { throw TransportError(.cancelled) }
    return remaining.exchange(nil)
  }

  /// Releases the bytes. Afterwards, `next()` throws `cancelled`.
  package func cancel() {
    isCancelled.value = true
    remaining.value = nil
  }
}

/// A source that enforces the declared length of its underlying source. Too few or too many bytes
/// are errors, and a chunk that exceeds the length is not passed on.
package final class MeasuredSource: HTTPBodySource {
  private let source: any HTTPBodySource
  private let length: Int64
  /// The bytes of the declared length that have not been read.
  private let remaining: LockedValue<Int64>
  private let isCancelled = LockedValue(false)

  /// Creates a source from an underlying source and its declared length, in bytes.
  package init(_ source: any HTTPBodySource, length: Int64) {
    self.source = source
    self.length = length
    remaining = LockedValue(length)
  }

  /// Returns the underlying source's next chunk.
  ///
  /// - Throws: `requestBody` if the source ends early or exceeds its length. The source is then
  ///   cancelled.
  package func next() async throws(TransportError) -> [UInt8]? {
    guard let chunk = try await source.next() else {
      guard remaining.value == 0 else {
        throw TransportError(
          .requestBody,
          "it ends \(Redaction.bytes(remaining.value)) before the declared length of \(length)")
      }
      return nil
    }
    let isWithin = remaining.withLock { remainingLength in
      guard chunk.count <= remainingLength else { return false }
      remainingLength -= Int64(chunk.count)
      return true
    }
    guard isWithin else {
      cancel()
      throw TransportError(.requestBody, "it is longer than the declared length of \(length) bytes")
    }
    return chunk
  }

  /// Cancels the underlying source, at most once.
  package func cancel() { if isCancelled.trySet() { source.cancel() } }
}
