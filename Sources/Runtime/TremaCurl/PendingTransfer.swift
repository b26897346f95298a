import TremaHTTP

/// An exchange that is passed to the transport's thread. It's a class because it has more than one
/// owner.
final class PendingTransfer: Sendable {
  /// The request body.
  enum Upload: Sendable {
    /// No body and no length.
    case none
    /// A body in memory. An empty one is sent with a length of 0.
    case bytes([UInt8])
    /// A body from a source.
    case stream(CurlUpload)
  }

  /// The exchange's identifier.
  let id: UInt64
  let request: HTTPRequest
  let upload: Upload
  let context: TransportContext
  /// The start of the exchange.
  let start: CurlTime
  /// The continuation of the caller, which is resumed exactly once.
  let continuation: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

  init(
    id: UInt64, request: HTTPRequest, upload: Upload, context: TransportContext, start: CurlTime,
    continuation: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
  ) {
    (self.id, self.request, self.upload) = (id, request, upload)
    (self.context, self.start, self.continuation) = (context, start, continuation)
  }

  /// Whether libcurl may send the request again after a reused connection was closed before the
  /// first byte of the response. This requires an idempotent method and no body that would have to
  /// be read twice.
  var canBeResent: Bool {
    if case .none = upload { request.method.isIdempotent } else { false }
  }
}

/// A time of the monotonic clock, in nanoseconds.
typealias CurlTime = Int64
