/// A deviation of `URLSession` on Linux from the contract of transports, which no caller can fix.
///
/// Some of it is dangerous: a server can end the process (``resetAfterSend``, ``endInHead``, ``hugeLength``)
/// or hold up every request (``tinyChunks``), and old versions of TLS are taken (``oldTLS``). It is for
/// servers that you trust, and `CurlTransport` for all others.
///
/// The tests know of no other exception: each of theirs names one of these.
public enum URLSessionLimit: String, Hashable, Sendable, CaseIterable {
  /// Whether there is a connection is not told. While this process has any to the same port, a
  /// request without a body counts as connected; and TLS counts as waiting for the first byte.
  case connectDeadline
  /// Fields come and go in no order, and lines of the same name as one, joined by `, `. Lines of
  /// `Set-Cookie` are told apart by what follows a comma.
  case fieldOrder
  /// A field without a space behind its colon is an error.
  case tightFields
  /// `Accept: */*` is sent where the request says nothing of what it accepts.
  case acceptField
  /// A request without a body says `Content-Length: 0` also where its method expects no body.
  case emptyLength
  /// The dots in `/a/./b` and `/a/../b` are taken out of the path before it is sent.
  case dotSegments
  /// Compressed content of a part (206) is decoded as if it were the whole.
  case partialContent
  /// The body of a redirection without a `Location` that is a URL is lost.
  case redirectionBody
  /// The decoded bytes of compressed content are counted.
  case compressedCount
  /// A connection that is reset right after a request was sent can end the process.
  case resetAfterSend
  /// A connection that ends in the midst of a head ends the process, and so do fields behind the
  /// last chunk.
  case endInHead
  /// A `Content-Length` near 2⁶³ ends the process.
  case hugeLength
  /// A body in chunks of a byte each holds up every request of the session, up to half a minute.
  case tinyChunks
  /// TLS 1.0 and 1.1 are accepted; a minimum cannot be set, and one that is named is refused.
  case oldTLS
  /// Nothing is seen of a head until it is whole: the deadline `firstByte` is for all of it.
  case unseenHead
  /// A server that asks for a client's certificate says after the request that there is none
  /// (TLS 1.3), and ends the connection: at times only that it is lost is told.
  case lostAlert
  /// Fields that are folded over two lines come as one.
  case foldedFields
  /// Compressed content whose end is missing is taken for whole, where the body itself is.
  case truncatedContent
  /// Without answer on a connection that was kept alive, a request that has no body and may be sent
  /// twice is sent twice. Where that fails too, the error may be that of the first time.
  case idempotentResend
  /// A request that must not be repeated has a connection of its own, which is used once.
  case ownConnection
  /// An unsolicited response on a kept-alive connection is returned for the next request that may be sent twice.
  case unaskedResponse
  /// All members of compressed content but the first are taken for damage.
  case compressedMembers
  /// Content of a coding that libcurl does not know is taken for damage.
  case unknownCoding
  /// A body that is made while it is sent is written to a temporary file first, and goes out with
  /// its length.
  case streamedBody
  /// A server is not slowed by a slow reader: beyond 1 MiB what comes waits in a temporary file.
  case backPressure
  /// While a server sends faster than its bytes are read, the session comes to nothing else: what is
  /// cancelled ends at once for who waits, but its connection reads on until the session gets to it,
  /// and other tasks of the session wait as long.
  case lateCancel
}
