/// A deviation of `URLSession` on Linux from the transport contract that callers cannot work
/// around.
///
/// Some deviations are dangerous: a server can terminate the process (``resetAfterSend``,
/// ``endInHead``, ``hugeLength``) or delay all requests (``tinyChunks``), and obsolete TLS versions
/// are accepted (``oldTLS``). Use the transport only for servers that you trust, and
/// `CurlTransport` for all others.
///
/// The tests permit no other exceptions: each exception names one of these cases.
public enum URLSessionLimit: String, Hashable, Sendable, CaseIterable {
  /// The session does not report whether it is connected. If the process has any connection to the
  /// same port, a request without a body counts as connected. The TLS handshake counts as waiting
  /// for the first byte.
  case connectDeadline
  /// The order of fields is lost, and fields with the same name are joined by `, `. `Set-Cookie`
  /// lines are separated heuristically, based on what follows a comma.
  case fieldOrder
  /// A field without a space after its colon is an error.
  case unspacedFields = "tightFields"
  /// `Accept: */*` is sent if the request has no `Accept` field.
  case acceptField
  /// A request without a body has `Content-Length: 0`, even if its method does not expect a body.
  case emptyLength
  /// Dot segments, as in `/a/./b` and `/a/../b`, are removed from the path before the request is
  /// sent.
  case dotSegments
  /// The compressed content of a range (206) is decoded as if it were complete.
  case partialContent
  /// The body of a redirect is lost if its `Location` is missing or not a valid URL.
  case redirectionBody
  /// For compressed content, the decoded bytes are counted.
  case compressedCount
  /// A connection that is reset directly after a request was sent can terminate the process.
  case resetAfterSend
  /// A connection that is closed within a head terminates the process, and so do trailers after the
  /// last chunk.
  case endInHead
  /// A `Content-Length` close to 2⁶³ terminates the process.
  case hugeLength
  /// A body in one-byte chunks delays all requests of the session by up to half a minute.
  case tinyChunks
  /// TLS 1.0 and 1.1 are accepted. A minimum version cannot be set, and a configuration that sets
  /// one is refused.
  case oldTLS
  /// A head is reported only when it is complete, so the `firstByte` deadline applies to the whole
  /// head.
  case partialHead = "unseenHead"
  /// With TLS 1.3, a server that requires a client certificate reports a missing one only after the
  /// request, and closes the connection. In some cases, only the lost connection is reported.
  case lostAlert
  /// Fields that are folded over two lines are joined instead of refused.
  case foldedFields
  /// Compressed content whose end is missing is accepted as complete if the body itself is
  /// complete.
  case truncatedContent
  /// A request without a body that may be repeated is sent twice if a reused connection is closed
  /// without a response. If the second attempt also fails, the error may be the error of the first
  /// attempt.
  case idempotentResend
  /// A request that must not be repeated has its own connection, which is used once.
  case dedicatedConnection = "ownConnection"
  /// An unsolicited response on a kept-alive connection is returned for the next request that may
  /// be sent twice.
  case unsolicitedResponse = "unaskedResponse"
  /// Compressed content with more than one member is reported as damaged.
  case compressedMembers
  /// Content with a coding that libcurl does not know is reported as damaged.
  case unknownCoding
  /// A body that is produced while it is sent is first written to a temporary file, and sent with
  /// its length.
  case streamedBody
  /// A slow reader does not slow down the server: unread bytes beyond 1 MiB are stored in a
  /// temporary file.
  case backPressure
  /// While a server sends faster than its bytes are processed, the session processes nothing else.
  /// A cancelled exchange ends immediately for its caller, but its connection continues to receive
  /// until the session processes the cancellation, and the session's other tasks are delayed as
  /// well.
  case lateCancel
}
