import TremaHTTP
import TremaSupport
import TremaZlib

/// Compresses request bodies with gzip. A client cannot know in advance whether a server supports
/// this, so add it only to clients of servers that do.
///
///     let client = client.adding(Compression())
///
/// If the client has a base URL, only requests to its origin are compressed. Bodies are not
/// compressed if they are shorter than `threshold`, already have a `Content-Encoding`, have an
/// already compressed media type (`compressedTypes`), or are described by other fields
/// (`Content-Range`, digests).
///
/// Bodies in memory of up to 1 MiB are compressed at once if that makes them shorter, and are sent
/// with a `Content-Length`. Other bodies are compressed while they are sent, in chunks and with
/// constant memory. A replayable body remains replayable.
public struct Compression: Interceptor {
  /// The interceptor's phase.
  public let phase = InterceptorPhase.compression
  /// The minimum length, in bytes. A stream of unknown length is always compressed.
  var threshold: Int
  /// The media types that are already compressed. An entry that ends in a slash matches all of its
  /// subtypes.
  var compressedTypes: Set<String>

  /// The maximum length of a body that is compressed at once, in bytes.
  package static let maxInMemoryLength = 1 << 20

  /// The default media types that are already compressed. An entry that ends in a slash matches all
  /// of its subtypes.
  public static let defaultCompressedTypes: Set<String> = [
    "audio/", "video/", "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif",
    "image/heic", "image/heif", "font/woff", "font/woff2", "application/zip", "application/gzip",
    "application/x-gzip", "application/zstd", "application/x-7z-compressed", "application/x-xz",
    "application/x-bzip2",
  ]

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - threshold: The minimum compressed body length, in bytes.
  ///   - compressedTypes: The media types that are not compressed. An entry that ends in a slash
  ///     matches all of its subtypes.
  public init(
    minimumLength threshold: Int = 1024, compressedTypes: Set<String> = Self.defaultCompressedTypes
  ) {
    (self.threshold, self.compressedTypes) = (threshold, compressedTypes)
  }

  /// Returns whether to compress a request's body.
  ///
  /// - Parameter base: The client's base URL, or `nil` if it has none.
  private func shouldCompress(_ request: ClientRequest, for base: BaseURL?) -> Bool {
    if request.body.isConsumed { return false }
    let fields = request.head.fields
    if Self.contentFields.contains(where: fields.contains) { return false }
    // A body whose length cannot be determined is left to the transport, which reports the error.
    guard let length = try? request.body.length() ?? Int64.max, length >= threshold else {
      return false
    }
    if let type = fields[.contentType], isCompressed(type) { return false }
    guard let base else { return true }
    return (try? URLReference(request.head.target)).map(base.hasOrigin) ?? false
  }

  /// The fields that describe the bytes of a body.
  private static let contentFields: [HTTPFields.Name] = [
    .contentEncoding, "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5",
  ]

  /// Returns whether a media type is already compressed.
  private func isCompressed(_ type: String) -> Bool {
    let name = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map(ASCII.lowercased)
    if compressedTypes.contains(String(decoding: name, as: UTF8.self)) { return true }
    guard let slash = name.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return compressedTypes.contains(String(decoding: name[...slash], as: UTF8.self))
  }

  /// Returns the compressed body, or `nil` if it would not become shorter.
  private func compressed(_ body: HTTPBody) -> HTTPBody? {
    if case .bytes(let bytes) = body, bytes.count <= Self.maxInMemoryLength {
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

/// In-memory gzip compression.
enum Gzip {
  /// Returns the compressed bytes, or `nil` if they would not become shorter.
  ///
  /// - Parameter bytes: At most 4 GiB.
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
