import TremaSupport

/// A body that is being sent.
package struct OpenBody: Sendable {
  /// The length in bytes, to which the source must keep; `nil` if it is unknown.
  package let length: Int64?
  package let source: any HTTPBodySource

  package init(length: Int64?, source: any HTTPBodySource) {
    self.length = length
    self.source = source
  }
}

extension HTTPBody {
  /// Makes it ready to be read from its beginning.
  ///
  /// A file is open from here on until its last byte is read, an error, `cancel()`, or until the
  /// source is released. It is read on the thread that asks for the next piece.
  ///
  /// - Returns: nil for ``empty``.
  /// - Throws: `requestBody` for a file that cannot be opened or is none (a folder, a pipe, a
  ///   device), and the error of the maker of a stream.
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
        throw TransportError(.requestBody, "its length is \(length)")
      }
      let source = try await stream.makeSource()
      guard let length = stream.length else { return OpenBody(length: nil, source: source) }
      return OpenBody(length: length, source: MeasuredSource(source, length: length))
    }
  }
}

/// Bytes that are there, in one piece.
package final class BytesSource: HTTPBodySource {
  private let rest: LockedValue<[UInt8]?>
  private let isCancelled = LockedValue(false)

  package init(_ bytes: [UInt8]) { rest = LockedValue(bytes.isEmpty ? nil : bytes) }

  package func next() async throws(TransportError) -> [UInt8]? {
    if isCancelled.value { throw TransportError(.cancelled) }
    return rest.exchange(nil)
  }

  package func cancel() {
    isCancelled.value = true
    rest.value = nil
  }
}

/// Holds a source to the length that was declared for it: more and fewer bytes are errors, and what
/// is too much is never handed on.
package final class MeasuredSource: HTTPBodySource {
  private let source: any HTTPBodySource
  private let length: Int64
  private let rest: LockedValue<Int64>
  private let isCancelled = LockedValue(false)

  package init(_ source: any HTTPBodySource, length: Int64) {
    self.source = source
    self.length = length
    rest = LockedValue(length)
  }

  package func next() async throws(TransportError) -> [UInt8]? {
    guard let piece = try await source.next() else {
      guard rest.value == 0 else {
        throw TransportError(
          .requestBody, "it ends \(rest.value) bytes before the \(length) that were declared")
      }
      return nil
    }
    let isWithin = rest.withLock { rest in
      guard piece.count <= rest else { return false }
      rest -= Int64(piece.count)
      return true
    }
    guard isWithin else {
      cancel()
      throw TransportError(.requestBody, "it has more than the \(length) bytes that were declared")
    }
    return piece
  }

  package func cancel() { if isCancelled.takeFirst() { source.cancel() } }
}
