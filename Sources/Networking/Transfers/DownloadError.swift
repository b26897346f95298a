import TremaHTTP

/// Why a response did not become a file. It stands in an error of the kind `decoding`.
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
  public var description: String {
    switch self {
    case .file(let path, _, let reason): "'\(HTTPSyntax.shown(path))': \(reason)"
    case .busy(let path): "'\(HTTPSyntax.shown(path))' is being written by another download"
    case .wrongRange(let reason): "the part \(reason)"
    }
  }
}
