extension String {
  /// The key for use in messages. A long key is reduced to its beginning and its length: a thousand
  /// findings may be about the same megabyte-long key, and we'd repeat it in each of them.
  package var shortened: String {
    utf8.count <= 256 ? self : "\(beginning(128))… (\(utf8.count) bytes)"
  }

  /// The key for other tools, used in report fields and in baselines. A long key is reduced to its
  /// beginning, its length and a hash, which distinguishes it from keys with the same beginning.
  package var shortenedField: String {
    utf8.count <= 1_024 ? self : "\(beginning(512))… (\(utf8.count) bytes, \(digest))"
  }

  /// A message, shortened to its beginning and end if it is long.
  var shortenedMessage: String {
    if utf8.count <= 4_096 { return self }
    return
      "\(beginning(1_024))…\(String(decoding: utf8.suffix(512).drop { Self.isContinuation($0) }, as: UTF8.self))"
  }

  /// A hash of 16 hexadecimal digits that is the same on every machine. It reads eight bytes at
  /// once for speed, because a thousand findings may each need the hash of the same key.
  private var digest: String {
    var text = self
    let hash = text.withUTF8 { bytes in
      let (raw, whole) = (UnsafeRawBufferPointer(bytes), bytes.count & ~7)
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      func mix(_ word: UInt64) {
        hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 32
      }
      for index in stride(from: 0, to: whole, by: 8) {
        // In bounds: `whole` is a multiple of eight, and at most the byte count.
        mix(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      }
      for byte in bytes[whole...] { mix(UInt64(byte)) }
      return hash
    }
    return hash.paddedHexadecimal
  }

  /// Returns the complete characters within the first bytes.
  private func beginning(_ count: Int) -> String {
    var bytes = utf8.prefix(count)
    if let next = utf8.dropFirst(count).first, Self.isContinuation(next) {
      while let last = bytes.popLast(), Self.isContinuation(last) {}
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a byte is not the first byte of its character.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
