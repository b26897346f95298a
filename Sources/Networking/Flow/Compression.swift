import TremaHTTP
import TremaSupport
import TremaZlib

/// Compresses the bodies of requests with gzip. A client cannot know in advance whether a server
/// supports this, so add it only to clients of servers that do.
///
///     let client = client.adding(Compression())
///
/// If the client has a base URL, only requests to its origin are compressed. Bodies are not
/// compressed if they are shorter than `threshold`, have a `Content-Encoding` already, have a type
/// whose content is compressed (`compressedTypes`), or if other fields describe their bytes
/// (`Content-Range`, digests).
///
/// Bytes in memory, up to 1 MiB, are compressed as a whole and keep a `Content-Length`, unless they
/// do not become shorter. Other bodies are compressed while they are sent, in chunks and with
/// constant memory. A body that is replayable stays so.
public struct Compression: Interceptor {
  /// The place in the chain of interceptors.
  public let phase = InterceptorPhase.compression
  /// The minimum length, in bytes. A stream of unknown length is always compressed.
  var threshold: Int
  /// Media types whose content is compressed already; one that ends in a slash matches all of its
  /// subtypes.
  var compressedTypes: Set<String>

  /// The maximum length of a body that is compressed as a whole, in bytes.
  package static let wholeLimit = 1 << 20

  /// The default media types whose content is compressed already; one that ends in a slash matches
  /// all of its subtypes.
  public static let defaultCompressedTypes: Set<String> = [
    "audio/", "video/", "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif",
    "image/heic", "image/heif", "font/woff", "font/woff2", "application/zip", "application/gzip",
    "application/x-gzip", "application/zstd", "application/x-7z-compressed", "application/x-xz",
    "application/x-bzip2",
  ]

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - threshold: the minimum length of a body that is compressed, in bytes.
  ///   - compressedTypes: the media types that are not compressed; one that ends in a slash matches
  ///     all of its subtypes.
  public init(
    from threshold: Int = 1024, compressedTypes: Set<String> = Self.defaultCompressedTypes
  ) {
    (self.threshold, self.compressedTypes) = (threshold, compressedTypes)
  }

  /// Whether a request is compressed.
  ///
  /// - Parameter base: the base URL of the client; `nil` if it has none.
  private func shouldCompress(_ request: ClientRequest, for base: BaseURL?) -> Bool {
    if request.body.isConsumed { return false }
    let fields = request.head.fields
    if Self.contentFields.contains(where: fields.contains) { return false }
    // A body that cannot be opened is left to the transport, which reports the error.
    guard let length = try? request.body.length() ?? Int64.max, length >= threshold else {
      return false
    }
    if let type = fields[.contentType], isCompressed(type) { return false }
    guard let base else { return true }
    return (try? URLReference(request.head.target)).map(base.hasOrigin) ?? false
  }

  /// Fields that describe the bytes of a body.
  private static let contentFields: [HTTPFields.Name] = [
    .contentEncoding, "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5",
  ]

  /// Whether the content of a media type is compressed already.
  private func isCompressed(_ type: String) -> Bool {
    let name = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map(ASCII.lowercased)
    if compressedTypes.contains(String(decoding: name, as: UTF8.self)) { return true }
    guard let slash = name.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return compressedTypes.contains(String(decoding: name[...slash], as: UTF8.self))
  }

  /// Returns the compressed body; `nil` if it would not become shorter.
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
    guard !request.body.isEmpty, shouldCompress(request, for: context.requestState.client.base),
      let body = compressed(request.body)
    else { return .proceed }
    request.body = body
    request.head.fields[.contentEncoding] = "gzip"
    request.head.fields[.contentLength] = nil
    return .proceed
  }
}

/// Compression of bytes in memory.
enum Gzip {
  /// Returns the compressed bytes; `nil` if they would not become shorter.
  ///
  /// - Parameter bytes: at most 4 GiB.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let stream = ZlibStream(.deflate, .gzip) else { return nil }
    var compressed: [UInt8] = []
    let outcome = bytes.withUnsafeBufferPointer { input in
      stream.run(input) { chunk in
        compressed += chunk
        return compressed.count < bytes.count
      }
    }
    return outcome == .complete && compressed.count < bytes.count ? compressed : nil
  }
}
