import Foundation
import TremaHTTP

/// A file that the session sends, and opens itself.
struct SentFile: Sendable {
  private let url: URL
  private let length: Int64

  /// - Parameter length: when it was to be sent, and as its request says.
  init(_ url: URL, length: Int64) { (self.url, self.length) = (url, length) }

  /// Why it cannot be sent any more: `requestBody`.
  var failure: TransportError? {
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      return TransportError(.requestBody, "the file is gone")
    }
    guard Int64(status.st_size) < length else { return nil }
    return TransportError(
      .requestBody,
      "the file became shorter while it was sent: \(status.st_size) of \(length) bytes")
  }
}
