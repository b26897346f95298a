import TremaZlib

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
