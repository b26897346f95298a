extension String {
  /// A key as a message shows it: of a long one its beginning and how long it is. A thousand findings may be
  /// about one key of a megabyte, and each would repeat all of it.
  package var shortened: String { shortened(to: 256) }

  /// The same where other tools look for it: in fields of reports, and in what a baseline compares.
  package var shortenedField: String { shortened(to: 1_024) }

  /// A message of which its beginning and its end are enough.
  var shortenedMessage: String {
    if utf8.count <= 16_384 { return self }
    return
      "\(beginning(4_096))…\(String(decoding: utf8.suffix(1_024).drop { Self.continues($0) }, as: UTF8.self))"
  }

  private func shortened(to limit: Int) -> String {
    utf8.count <= limit ? self : "\(beginning(limit / 2))… (\(utf8.count) bytes)"
  }

  /// Whole characters of at most so many bytes.
  private func beginning(_ count: Int) -> String {
    var bytes = utf8.prefix(count)
    if let next = utf8.dropFirst(count).first, Self.continues(next) {
      while let last = bytes.popLast(), Self.continues(last) {}
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte is not the first one of its character.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
