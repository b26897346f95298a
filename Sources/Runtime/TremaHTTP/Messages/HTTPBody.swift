import TremaSupport

/// The request body. Bodies are not comparable, because the content of files and streams is
/// determined only when they are sent.
public enum HTTPBody: Sendable {
  /// No body.
  case empty
  /// A body in memory.
  case bytes([UInt8])
  /// A file, read in chunks while it is sent. Its length is determined when it is opened.
  case file(path: String)
  /// A body that is produced while it is sent.
  case stream(HTTPBodyStream)

  /// Whether there is no body.
  public var isEmpty: Bool { if case .empty = self { true } else { false } }

  /// Whether the body can be sent more than once, for example after a redirect or for a retry.
  public var isReplayable: Bool {
    if case .stream(let stream) = self { stream.isReplayable } else { true }
  }

  /// Whether the body cannot be sent because it can be read only once and has already been read.
  package var isConsumed: Bool {
    if case .stream(let stream) = self { stream.isConsumed } else { false }
  }
}

/// A body that is produced while it is sent.
public struct HTTPBodyStream: Sendable {
  /// The length in bytes. If it is `nil`, the length is unknown and the body is sent in chunks.
  public let length: Int64?
  /// Whether ``makeSource`` can be called again to read the body from the start.
  public let isReplayable: Bool
  /// Opens the body and returns its source. Called each time the body is sent. Throws `requestBody`
  /// if the body cannot be read, or if it is opened again and is not replayable.
  public let makeSource: @Sendable () async throws(TransportError) -> any HTTPBodySource
  /// Whether the source has been made, shared by all copies of the stream, or `nil` if the stream
  /// is replayable.
  private let hasMadeSource: LockedValue<Bool>?

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - length: The total length in bytes, or `nil` if it is unknown.
  ///   - isReplayable: Whether the body can be sent again.
  ///   - makeSource: Opens the body. Called each time the body is sent.
  public init(
    length: Int64? = nil, isReplayable: Bool = false,
    makeSource: @escaping @Sendable () async throws(TransportError) -> any HTTPBodySource
  ) {
    self.length = length
    self.isReplayable = isReplayable
    guard !isReplayable else {
      hasMadeSource = nil
      self.makeSource = makeSource
      return
    }
    let wasMade = LockedValue(false)
    self.hasMadeSource = wasMade
    self.makeSource = { () async throws(TransportError) in
      guard wasMade.trySet() else {
        throw TransportError(.requestBody, "it can be read only once")
      }
      return try await makeSource()
    }
  }

  /// Whether the stream can be read only once and has been opened.
  var isConsumed: Bool { hasMadeSource?.value ?? false }
}
