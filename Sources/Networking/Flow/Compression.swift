import TremaHTTP
import TremaSupport
import TremaZlib

/// Compresses bodies of requests with gzip. A client cannot know beforehand whether a server
/// decompresses them: add it to the client of one that does.
///
///     let client = client.adding(Compression())
///
/// With a base URL it is for that server alone. Left as they are: bodies shorter than `threshold`,
/// those that have a `Content-Encoding` already, those whose content is compressed by its type
/// (`compressedTypes`), and those that other fields speak of byte by byte (`Content-Range`, digests).
///
/// Bytes in memory, up to `wholeLimit`, are compressed at once and keep a `Content-Length`, unless
/// that makes them no shorter. Anything else is compressed while it is sent, in chunks, and needs no
/// more memory the longer it is. What could be sent twice, still can.
public struct Compression: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.compression
  /// The minimum length, in bytes. A stream of unknown length is compressed.
  var threshold: Int
  /// Types whose content is compressed already; one that ends in a slash is all below it.
  var compressedTypes: Set<String>

  /// The maximum length of a body that is compressed as a whole, in bytes.
  package static let wholeLimit = 1 << 20

  /// The media types of contents that are compressed already.
  public static let usualCompressedTypes: Set<String> = [
    "audio/", "video/", "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif",
    "image/heic", "image/heif", "font/woff", "font/woff2", "application/zip", "application/gzip",
    "application/x-gzip", "application/zstd", "application/x-7z-compressed", "application/x-xz",
    "application/x-bzip2",
  ]

  /// Creates an interceptor.
  ///
  /// - Parameters:
  /// - threshold: the shortest body that is compressed, in bytes.
  /// - compressedTypes: media types that are sent as they are.
  public init(
    from threshold: Int = 1024, compressedTypes: Set<String> = Self.usualCompressedTypes
  ) {
    (self.threshold, self.compressedTypes) = (threshold, compressedTypes)
  }

  private func isToBeCompressed(_ request: ClientRequest, for base: BaseURL?) -> Bool {
    if request.body.isSpent { return false }
    let fields = request.head.fields
    if Self.fieldsOfBytes.contains(where: fields.contains) { return false }
    // What cannot be opened says so when it is sent.
    guard let length = try? request.body.length() ?? Int64.max, length >= threshold else {
      return false
    }
    if let type = fields[.contentType], isCompressed(type) { return false }
    guard let base else { return true }
    return (try? URLReference(request.head.target)).map(base.hasOrigin) ?? false
  }

  private static let fieldsOfBytes: [HTTPFields.Name] = [
    .contentEncoding, "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5",
  ]

  private func isCompressed(_ type: String) -> Bool {
    let name = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map(ASCII.lowercased)
    if compressedTypes.contains(String(decoding: name, as: UTF8.self)) { return true }
    guard let slash = name.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return compressedTypes.contains(String(decoding: name[...slash], as: UTF8.self))
  }

  /// - Returns: nil when it is better left as it is.
  private func compressed(_ body: HTTPBody) -> HTTPBody? {
    if case .bytes(let bytes) = body, bytes.count <= Self.wholeLimit {
      return Gzip.compressed(bytes).map { .bytes($0) }
    }
    return .stream(
      HTTPBodyStream(isReplayable: body.isReplayable) { () async throws(TransportError) in
        guard let open = try await body.opened() else { return BytesSource([]) }
        return try GzipSource(open.source)
      })
  }
}

extension Compression: SynchronousInterceptor {
  func step(
    _ request: inout ClientRequest, _ context: StepContext
  ) throws(NetworkError) -> InterceptorStep {
    guard !request.body.isEmpty, isToBeCompressed(request, for: context.record.client.base),
      let body = compressed(request.body)
    else { return .past }
    request.body = body
    request.head.fields[.contentEncoding] = "gzip"
    request.head.fields[.contentLength] = nil
    return .past
  }
}

enum Gzip {
  /// - Parameter bytes: not more than 4 GiB.
  /// - Returns: nil when that is no shorter.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let stream = ZlibStream(.deflate, .gzip) else { return nil }
    var compressed: [UInt8] = []
    let outcome = bytes.withUnsafeBufferPointer { input in
      stream.run(input) { piece in
        compressed += piece
        return compressed.count < bytes.count
      }
    }
    return outcome == .complete && compressed.count < bytes.count ? compressed : nil
  }
}
