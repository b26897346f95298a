/// The body of a request. It can be compared with nothing: what it is, is known when it is sent.
public enum HTTPBody: Sendable {
  case empty
  case bytes([UInt8])
  /// A file, read piece by piece when it is sent; its length is taken then.
  case file(path: String)
  case stream(HTTPBodyStream)

  public var isEmpty: Bool { if case .empty = self { true } else { false } }

  /// Whether it can be sent a second time.
  public var isReplayable: Bool {
    if case .stream(let stream) = self { stream.isReplayable } else { true }
  }
}

/// A body that is made while it is sent.
public struct HTTPBodyStream: Sendable {
  /// In bytes; nil when nobody knows, and then it is sent in chunks.
  public let length: Int64?
  /// Whether ``makeSource`` may be called again for another one from the beginning.
  public let isReplayable: Bool
  /// Throws `requestBody` when there is nothing to be read.
  public let makeSource: @Sendable () async throws(TransportError) -> any HTTPBodySource

  public init(
    length: Int64? = nil, isReplayable: Bool = false,
    makeSource: @escaping @Sendable () async throws(TransportError) -> any HTTPBodySource
  ) {
    self.length = length
    self.isReplayable = isReplayable
    self.makeSource = makeSource
  }
}
