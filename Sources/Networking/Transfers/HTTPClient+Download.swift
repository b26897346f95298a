import TremaHTTP

extension HTTPClient {
  /// Downloads the content of a response to a file, in chunks.
  ///
  /// The content is written to `PATH.part`, and the data needed to resume it to `PATH.part.json`.
  /// When the content is complete and stored on disk, the file is moved to its path, replacing any
  /// existing file. If the connection is lost, the rest is requested (`Range` with `If-Range`),
  /// either by the same download or by a later one, which may be in a different process. A partial
  /// file is resumed if the server sent a strong validator and confirms that the file is unchanged;
  /// otherwise the download starts over. A failed download leaves a partial file that can be
  /// resumed, or none.
  ///
  /// The content is requested without content coding. Only `GET` requests are resumed or sent
  /// again.
  ///
  /// See RFC 9110, sections 13.1.5, 14.2 and 15.3.7.
  ///
  /// - Parameters:
  ///   - builder: The request, without a range.
  ///   - path: The file's path. Its folder must exist.
  ///   - attempts: The maximum number of consecutive attempts that receive no bytes, counted after
  ///     the first bytes have been received. When it is reached, the last error is thrown.
  /// - Returns: A transfer, which throws the errors of a request. A ``DownloadError`` is wrapped in
  ///   a `decoding` error, and a request with a range is `unsupported`.
  public func download<Body: BodyRule>(
    _ builder: RequestBuilder<Body>, to path: String, attempts: Int = 5
  ) -> Transfer<DownloadedFile> {
    let builder = RequestBuilder<BodyAllowed>(builder)
    return Transfer(builder.request) { broadcaster async throws(NetworkError) in
      try await Download(self, builder, to: path, attempts: attempts, broadcaster).value()
    }
  }
}

/// A completely downloaded file.
public struct DownloadedFile: Hashable, Sendable {
  /// The file's path.
  public let path: String
  /// The file's length, in bytes.
  public let length: Int64
  /// The number of bytes stored by an earlier download.
  public let resumedLength: Int64
  /// The head of the last response, with status 206 if the file arrived in parts.
  public let head: HTTPResponseHead
}

extension DownloadedFile: Redacted {
  /// A textual representation of this instance.
  public var description: String { "'\(HTTPSyntax.escaped(path))', \(length) bytes" }
}

/// An error for a response that could not be stored as a file. It is wrapped in a `decoding`
/// ``NetworkError``.
public enum DownloadError: Error, Hashable, Sendable {
  /// A file cannot be created, written or moved. The code is the system's error number, such as
  /// `ENOSPC` if the disk is full or `EACCES` without permission. Bytes that have been written are
  /// kept, and the next download resumes after them.
  case file(path: String, code: Int32, reason: String)
  /// Another download, in this or another process, is writing to the same path.
  case busy(path: String)
  /// The server sent a range other than the requested one. The reason completes a sentence that
  /// starts with "the part ".
  case wrongRange(String)
}

extension DownloadError: CustomStringConvertible {
  /// A textual representation of the error.
  public var description: String {
    switch self {
    case .file(let path, _, let reason): "'\(HTTPSyntax.escaped(path))': \(reason)"
    case .busy(let path): "'\(HTTPSyntax.escaped(path))' is being written by another download"
    case .wrongRange(let reason): "the part \(reason)"
    }
  }
}
