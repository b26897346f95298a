/// The location of a placeholder or argument in the source of a message.
package struct MessageLocation: Hashable, Sendable {
  /// The range in bytes of UTF-8 from the start of the source: the whole conversion, or the opening
  /// brace of an argument.
  package var range: Range<Int>
  /// The placeholder; `nil` for an argument in braces.
  package var placeholder: Placeholder?
}

extension Message {
  /// Returns the conversions and arguments of a source in its order, which is that of `uses(_:)`.
  /// Conversions without an argument (`%n`) are included here but not there.
  package static func locations(in source: String, backslash: BackslashRule) -> [MessageLocation] {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes)
      _ = parser.message(backslash)
      return parser.locations
    }
  }

  /// Returns the locations in a source if it represents this message. The source is parsed only
  /// once.
  ///
  /// - Returns: the locations; `nil` if the source represents another message.
  package func locations(in source: String, backslash: BackslashRule) -> [MessageLocation]? {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes)
      return parser.message(backslash) == self ? parser.locations : nil
    }
  }
}
