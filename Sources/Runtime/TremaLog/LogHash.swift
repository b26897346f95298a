import TremaSupport

/// Digits for a value that is not to be shown.
enum LogHash {
  /// New in every process: without it, what is short could be found by trying.
  private static let key: [UInt8] = {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  /// Eight hexadecimal digits of SHA-256 over a key of this process and the text.
  static func digits(_ text: String) -> String {
    var digest = SHA256()
    digest.update(key)
    digest.update(text.utf8)
    return String(digest.finish().prefix(8))
  }
}
