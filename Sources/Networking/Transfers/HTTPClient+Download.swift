import TremaHTTP

extension HTTPClient {
  /// Writes the content of a response to a file, piece by piece.
  ///
  /// It grows in `PATH.part`, beside which `PATH.part.json` says what it is a part of, and has its
  /// name when all of it is on the disk: then it takes the place of a file that was there. When the
  /// connection is lost in between, the rest is asked for (`Range`, with `If-Range`): by the same
  /// download, and by a later one of another process. A part is gone on with when the server has given
  /// it a strong validator and says that the file is still the same; else it begins anew. What ends
  /// for good leaves a part that can be gone on with, or nothing.
  ///
  /// The content is asked for without coding. Only a `GET` is gone on with or sent again.
  ///
  /// - Parameters:
  ///   - path: of the file; its folder must be there.
  ///   - attempts: how often in a row a download that had begun may be continued without a byte more
  ///     than before, until the last error is thrown.
  /// - Throws: when it runs, ``DownloadError`` in the kind `decoding`, and what a request throws.
  ///   `unsupported` for a draft that asks for a range itself.
  ///
  /// Source: RFC 9110, sections 13.1.5, 14.2 and 15.3.7.
  public func download<Body: BodyRule>(
    _ draft: Draft<Body>, to path: String, attempts: Int = 5
  ) -> Transfer<DownloadedFile> {
    let draft = Draft<BodyAllowed>(draft)
    return Transfer(draft.request) { board async throws(NetworkError) in
      try await Download(self, draft, to: path, attempts: attempts, board).value()
    }
  }
}

/// A file that has come as a whole.
public struct DownloadedFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// The length of the file, in bytes.
  public let length: Int64
  /// The number of bytes that an earlier download had stored.
  public let keptLength: Int64
  /// The head of the last response, with status 206 if the file arrived in parts.
  public let head: HTTPResponseHead
}

extension DownloadedFile: Redacted {
  /// A description for logs and messages.
  public var description: String { "'\(HTTPSyntax.shown(path))', \(length) bytes" }
}

/// Why a response did not become a file. It is in an error of the kind `decoding`.
public enum DownloadError: Error, Hashable, Sendable {
  /// A file cannot be made, written or moved to its place. The code is that of the system: `ENOSPC`
  /// where the disk is full, `EACCES` where it may not be written. What was written before stays in
  /// the part, and the next download goes on from there.
  case file(path: String, code: Int32, reason: String)
  /// Another download writes to the same place, in this process or in another one.
  case busy(path: String)
  /// The server sends another part than the one that was asked for. The reason follows "the part ".
  case wrongRange(String)
}

extension DownloadError: CustomStringConvertible {
  /// A description for logs and messages.
  public var description: String {
    switch self {
    case .file(let path, _, let reason): "'\(HTTPSyntax.shown(path))': \(reason)"
    case .busy(let path): "'\(HTTPSyntax.shown(path))' is being written by another download"
    case .wrongRange(let reason): "the part \(reason)"
    }
  }
}
