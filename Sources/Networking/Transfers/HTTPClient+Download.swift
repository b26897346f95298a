import TremaHTTP

extension HTTPClient {
  /// Downloads the content of a response to a file, chunk by chunk.
  ///
  /// The content is written to `PATH.part`; the data for resuming it is in `PATH.part.json`. When
  /// the content is complete and on the disk, the file is moved to its path and replaces an
  /// existing file. If the connection is lost, the rest is requested (`Range`, with `If-Range`): by
  /// the same download, and by a later one, also of another process. A partial file is resumed if
  /// the server had sent a strong validator and confirms that the file is unchanged; otherwise the
  /// download starts over. A download that fails leaves a partial file that can be resumed, or
  /// none.
  ///
  /// The content is requested without content coding. Only `GET` requests are resumed or sent
  /// again.
  ///
  /// Source: RFC 9110, sections 13.1.5, 14.2 and 15.3.7.
  ///
  /// - Parameters:
  ///   - builder: the request, without a range.
  ///   - path: the path of the file; its folder must exist.
  ///   - attempts: the maximum number of consecutive attempts, after the first bytes have been
  ///     received, that bring no further byte. Then the last error is thrown.
  /// - Returns: a transfer, which throws the errors of a request; a ``DownloadError`` is in one of
  ///   the kind `decoding`, and a request with a range is `unsupported`.
  public func download<Body: BodyRule>(
    _ builder: RequestBuilder<Body>, to path: String, attempts: Int = 5
  ) -> Transfer<DownloadedFile> {
    let builder = RequestBuilder<BodyAllowed>(builder)
    return Transfer(builder.request) { broadcaster async throws(NetworkError) in
      try await Download(self, builder, to: path, attempts: attempts, broadcaster).value()
    }
  }
}

/// A downloaded file that is complete.
public struct DownloadedFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// The length of the file, in bytes.
  public let length: Int64
  /// The number of bytes that an earlier download had stored.
  public let resumedLength: Int64
  /// The head of the last response, with status 206 if the file arrived in parts.
  public let head: HTTPResponseHead
}

extension DownloadedFile: Redacted {
  /// A description for logs and messages.
  public var description: String { "'\(HTTPSyntax.escaped(path))', \(length) bytes" }
}

/// The error of a response that could not be stored as a file. It is contained in a
/// ``NetworkError`` of the kind `decoding`.
public enum DownloadError: Error, Hashable, Sendable {
  /// A file cannot be created, written or moved. The code is that of the system: `ENOSPC` if the
  /// disk is full, `EACCES` without permission. The bytes that were written before are kept, and
  /// the next download resumes from there.
  case file(path: String, code: Int32, reason: String)
  /// Another download, in this process or in another one, writes to the same path.
  case busy(path: String)
  /// The server has sent another range than the requested one. The reason is the rest of a sentence
  /// that begins with "the part ".
  case wrongRange(String)
}

extension DownloadError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .file(let path, _, let reason): "'\(HTTPSyntax.escaped(path))': \(reason)"
    case .busy(let path): "'\(HTTPSyntax.escaped(path))' is being written by another download"
    case .wrongRange(let reason): "the part \(reason)"
    }
  }
}
