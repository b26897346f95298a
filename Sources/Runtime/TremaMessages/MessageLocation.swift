/// The location of a placeholder or argument in a message's source.
package struct MessageLocation: Hashable, Sendable {
  /// The range in UTF-8 bytes from the start of the source. It contains the whole conversion, or
  /// the opening brace of an argument.
  package var range: Range<Int>
  /// The placeholder, or `nil` for an argument in braces.
  package var placeholder: Placeholder?
}

extension Message {
  /// Returns the locations of conversions and arguments in source order, the same order as
  /// `uses(_:)`. Unlike `uses(_:)`, this includes conversions without an argument (`%n`).
  package static func locations(in source: String, backslash: BackslashRule) -> [MessageLocation] {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes)
      _ = parser.message(backslash)
      return parser.locations
    }
  }

  /// Returns the locations in a source that represents this message. The source is parsed only
  /// once.
  ///
  /// - Returns: The locations, or `nil` if the source represents a different message.
  package func locations(in source: String, backslash: BackslashRule) -> [MessageLocation]? {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes)
      return parser.message(backslash) == self ? parser.locations : nil
    }
  }
}
