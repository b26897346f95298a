import TremaHTTP

/// An exchange that is passed to the transport's thread. A class, as it is passed on several times.
final class PendingTransfer: Sendable {
  enum Upload: Sendable {
    case none
    /// Also an empty body, which has a length of 0.
    case bytes([UInt8])
    case stream(CurlUpload)
  }

  let id: UInt64
  let request: HTTPRequest
  let upload: Upload
  let context: TransportContext
  let start: CurlTime
  let continuation: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

  init(
    id: UInt64, request: HTTPRequest, upload: Upload, context: TransportContext, start: CurlTime,
    continuation: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
  ) {
    (self.id, self.request, self.upload) = (id, request, upload)
    (self.context, self.start, self.continuation) = (context, start, continuation)
  }

  /// Whether libcurl may send it again when a connection that it had kept was closed before a byte
  /// of the response came: it changes nothing to do that, and there is no body to be read twice.
  var mayBeSentAgain: Bool {
    if case .none = upload { request.method.isIdempotent } else { false }
  }
}

/// A moment of the clock that never goes back, in nanoseconds.
typealias CurlTime = Int64
