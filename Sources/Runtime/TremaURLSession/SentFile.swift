import Foundation
import TremaHTTP

/// An app's file that the session opens and sends.
struct SentFile: Sendable {
  private let url: URL
  private let length: Int64

  /// Creates a reference to a file.
  ///
  /// - Parameter length: The length in bytes when the request was prepared, which is also its
  ///   `Content-Length`.
  init(_ url: URL, length: Int64) { (self.url, self.length) = (url, length) }

  /// The error (`requestBody`) if the file can no longer be sent because it was removed or is
  /// shorter than declared, or `nil` if it can be sent.
  var failure: TransportError? {
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      return TransportError(.requestBody, "the file no longer exists")
    }
    guard Int64(status.st_size) < length else { return nil }
    return TransportError(
      .requestBody,
      "the file was truncated while it was sent: \(status.st_size) of \(length) bytes")
  }
}
