import TremaSupport

/// The body of a request. It can be compared with nothing: what it is, is known when it is sent.
public enum HTTPBody: Sendable {
  case empty
  case bytes([UInt8])
  /// A file, read piece by piece when it is sent; its length is taken then.
  case file(path: String)
  case stream(HTTPBodyStream)

  /// Whether there is no body.
  public var isEmpty: Bool { if case .empty = self { true } else { false } }

  /// Whether it can be sent a second time.
  public var isReplayable: Bool {
    if case .stream(let stream) = self { stream.isReplayable } else { true }
  }

  /// Whether it can never be sent again: it can be read once, and has been.
  package var isSpent: Bool {
    if case .stream(let stream) = self { stream.isSpent } else { false }
  }
}

/// A body that is made while it is sent.
public struct HTTPBodyStream: Sendable {
  /// The length in bytes; `nil` if it is unknown, and the body is sent in chunks.
  public let length: Int64?
  /// Whether ``makeSource`` may be called again for another one from the beginning.
  public let isReplayable: Bool
  /// Throws `requestBody` when there is nothing to be read, and the second time when it is not
  /// replayable.
  public let makeSource: @Sendable () async throws(TransportError) -> any HTTPBodySource
  /// Shared by all copies; nil when it is replayable.
  private let wasMade: LockedValue<Bool>?

  /// Creates a stream.
  ///
  /// - Parameters:
  /// - length: the bytes in all, if known.
  /// - isReplayable: whether the body can be sent again.
  /// - makeSource: opens the body, once for each time that it is sent.
  public init(
    length: Int64? = nil, isReplayable: Bool = false,
    makeSource: @escaping @Sendable () async throws(TransportError) -> any HTTPBodySource
  ) {
    self.length = length
    self.isReplayable = isReplayable
    guard !isReplayable else {
      wasMade = nil
      self.makeSource = makeSource
      return
    }
    let wasMade = LockedValue(false)
    self.wasMade = wasMade
    self.makeSource = { () async throws(TransportError) in
      guard wasMade.takeFirst() else {
        throw TransportError(.requestBody, "it can be read only once")
      }
      return try await makeSource()
    }
  }

  var isSpent: Bool { wasMade?.value ?? false }
}
