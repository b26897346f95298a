/// What a trema file spells, where that is kept beside what it says.
enum TremaSource {
  /// The source of a content where it says more than the decoded bytes do.
  static func spelling(_ source: UnsafeBufferPointer<UInt8>, of content: [UInt8]) -> String? {
    if source.isEmpty || content.withUnsafeBufferPointer({ $0.isEqual(to: source) }) { return nil }
    let spelling = lineFeeds(source)
    let isDecoded =
      spelling.utf8.count == content.count && spelling.utf8.elementsEqual(content)
    return isDecoded ? nil : spelling
  }

  /// XML reads every line end as a line feed, and so do we in what we keep.
  static func lineFeeds(_ source: UnsafeBufferPointer<UInt8>) -> String {
    let carriageReturn = UInt8(ascii: "\r")
    guard source.contains(carriageReturn) else { return String(decoding: source, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    for (index, byte) in source.enumerated() {
      if byte != carriageReturn {
        bytes.append(byte)
      } else if index + 1 == source.count || source[index + 1] != UInt8(ascii: "\n") {
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
