import TremaCatalog
import TremaMessages

extension [UInt8] {
  /// Appends the content of a `string` or an `item`, escaped for the resource compiler and XML.
  ///
  ///   - - Parameter escapesPercents: Whether percent signs are written as `\u0025`.
  mutating func append(resource pieces: [JavaPiece], escapesPercents: Bool = false) {
    // Conversions contain no whitespace, so only the texts determine whether quotes are needed.
    let isQuoted = Self.needsQuotes(pieces)
    if isQuoted { append(UInt8(ascii: "\"")) }
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text):
        append(
          resource: text, isFirst: index == 0 && !isQuoted, escapesPercents: escapesPercents)
      case .conversion(let conversion): append(text: conversion)
      }
    }
    if isQuoted { append(UInt8(ascii: "\"")) }
  }

  /// Appends a string with tags. A tag ends a quoted part, so each text between tags is quoted
  /// separately. In a string with tags, the compiler keeps leading and trailing whitespace.
  mutating func append(resource markup: MarkupText, escapesPercents: Bool) {
    for (index, piece) in markup.pieces.enumerated() {
      switch piece {
      case .tag(let tag): append(text: tag)
      case .text(let text):
        let isQuoted = Self.hasDoubleBlank(text)
        if isQuoted { append(UInt8(ascii: "\"")) }
        append(
          resource: text, isFirst: index == 0 && !isQuoted, escapesPercents: escapesPercents)
        if isQuoted { append(UInt8(ascii: "\"")) }
      }
    }
  }

  /// Appends a string without the surrounding quotes; see the overload for UTF-8 bytes.
  private mutating func append(
    resource text: String, isFirst: Bool, escapesPercents: Bool
  ) {
    var text = text
    text.withUTF8 { append(resource: $0, isFirst: isFirst, escapesPercents: escapesPercents) }
  }

  /// Appends a UTF-8 string without the surrounding quotes.
  ///
  /// - Parameter isFirst: Whether the string is at the start of the value, where `@` and `?` would
  ///   start a reference.
  private mutating func append(
    resource text: UnsafeBufferPointer<UInt8>, isFirst: Bool, escapesPercents: Bool
  ) {
    if isFirst, text.first == UInt8(ascii: "@") || text.first == UInt8(ascii: "?") {
      append(UInt8(ascii: "\\"))
    }
    append(text, controlsAs: "\\u", among: .resource) { byte in
      switch byte {
      case UInt8(ascii: "\\"): "\\\\"
      case UInt8(ascii: "'"): "\\'"
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\t"): "\\t"
      case UInt8(ascii: "\r"): "\\u000D"
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "%") where escapesPercents: "\\u0025"
      default: nil
      }
    }
  }

  /// Appends a string that needs no quotes and whose percent signs belong to `SimplePlaceholders`.
  ///
  /// - Parameter flags: The string's flags, which determine whether it needs escape sequences.
  mutating func append(unquotedResource text: UnsafeBufferPointer<UInt8>, having flags: TextFlags) {
    let isReference = text.first == UInt8(ascii: "@") || text.first == UInt8(ascii: "?")
    let isUnescaped = !isReference && flags.isDisjoint(with: .escapedInResources)
    switch (flags.contains(.percent), isUnescaped) {
    case (true, true): SimplePlaceholders.append(text, text: "s", number: "d", to: &self)
    case (true, false):
      var spelled: [UInt8] = []
      SimplePlaceholders.append(text, text: "s", number: "d", to: &spelled)
      spelled.withUnsafeBufferPointer {
        append(resource: $0, isFirst: true, escapesPercents: false)
      }
    case (false, true): append(contentsOf: text)
    case (false, false): append(resource: text, isFirst: true, escapesPercents: false)
    }
  }

  /// Returns whether the string must be quoted. Outside quotes, the compiler trims whitespace at
  /// both ends and collapses consecutive spaces.
  private static func needsQuotes(_ pieces: [JavaPiece]) -> Bool {
    for (index, piece) in pieces.enumerated() {
      guard case .text(let text) = piece else { continue }
      let bytes = text.utf8
      if index == 0, bytes.first == UInt8(ascii: " ") { return true }
      if index == pieces.count - 1, bytes.last == UInt8(ascii: " ") { return true }
      if hasDoubleBlank(text) { return true }
    }
    return false
  }

  /// Returns whether a string contains two adjacent spaces.
  private static func hasDoubleBlank(_ text: String) -> Bool {
    var wasBlank = false
    for byte in text.utf8 {
      let isBlank = byte == UInt8(ascii: " ")
      if isBlank && wasBlank { return true }
      wasBlank = isBlank
    }
    return false
  }

  /// Appends the text of a comment. Consecutive hyphens are separated because XML does not allow
  /// them in comments.
  mutating func append(resourceComment text: String) {
    var text = text
    text.withUTF8 { append(resourceComment: $0) }
  }

  /// Appends the text of a comment, in UTF-8.
  mutating func append(resourceComment text: UnsafeBufferPointer<UInt8>) {
    var wasHyphen = false
    if EscapedBytes.resourceComment.isDisjoint(in: text) { return append(contentsOf: text) }
    for byte in text {
      let isHyphen = byte == UInt8(ascii: "-")
      if isHyphen && wasHyphen { append(UInt8(ascii: " ")) }
      // A file name may contain characters that XML doesn't allow.
      let isControl = byte < 0x20 && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t")
      append(isControl ? UInt8(ascii: "?") : byte)
      wasHyphen = isHyphen
    }
  }
}

extension TextFlags {
  /// The flags for strings that may need escape sequences, apart from a reference at its start.
  static let escapedInResources: TextFlags = [
    .quote, .backslash, .lineBreak, .control, .mark, .markup,
  ]
}
