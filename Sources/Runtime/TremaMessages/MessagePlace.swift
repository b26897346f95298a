/// The place of a placeholder or an argument in the source of a message.
package struct MessagePlace: Hashable, Sendable {
  /// UTF-8 bytes from the beginning of the source: the whole of a conversion, the opening brace of an
  /// argument.
  package var range: Range<Int>
  /// nil for an argument in braces.
  package var placeholder: Placeholder?
}

extension Message {
  /// The conversions and arguments in a source, in its order: that of ``Message/uses(_:)``, which
  /// leaves out conversions that ask for nothing (`%n`).
  package static func places(in source: String, backslash: BackslashRule) -> [MessagePlace] {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes)
      _ = parser.message(backslash)
      return parser.places
    }
  }

  /// The same of a source that may say something else: it is read once for both.
  ///
  /// - Returns: nil where the source does not say just this message.
  package func places(in source: String, backslash: BackslashRule) -> [MessagePlace]? {
    var source = source
    return source.withUTF8 { bytes in
      var parser = MessageParser(bytes: bytes)
      return parser.message(backslash) == self ? parser.places : nil
    }
  }
}
