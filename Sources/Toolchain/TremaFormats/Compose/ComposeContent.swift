import TremaCatalog
import TremaMessages
import TremaSupport

extension [UInt8] {
  /// Appends the content of a `string` or an `item` with the escape sequences of Compose
  /// Multiplatform and those of XML.
  mutating func append(compose pieces: [JavaPiece]) {
    for piece in pieces {
      switch piece {
      case .text(var text): text.withUTF8 { append(composeText: $0) }
      case .conversion(let conversion): append(text: conversion)
      }
    }
  }

  /// Appends a UTF-8 text with these escape sequences. Whitespace is not changed, except tabs and
  /// line breaks, which are escaped to be visible and because XML normalizes line breaks.
  mutating func append(composeText text: UnsafeBufferPointer<UInt8>) {
    append(text, controlsAs: "\\u", among: .resource) { byte in
      switch byte {
      case UInt8(ascii: "\\"): "\\\\"
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\t"): "\\t"
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      default: nil
      }
    }
  }
}

extension AndroidWriter {
  /// Returns the problem with a text that contains the spelling of an argument as ordinary
  /// characters. Compose Multiplatform would replace them with an argument, and has no escape
  /// sequence for them.
  func problem(of entry: Entry) -> Diagnostic? {
    guard dialect == .compose, entry.value.flags.contains(.percent) else { return nil }
    let argument = pluralArgument(of: entry)
    // Compose Multiplatform displays a text without arguments literally.
    guard argument != nil || entry.message.hasPlaceholders,
      !entry.outline.hasBranches || argument != nil
    else { return nil }
    let messages = argument == nil ? [entry.message] : forms(of: entry.numbered).map(\.message)
    let elements = messages.lazy.flatMap(\.elements)
    let spellings = elements.compactMap { element in
      if case .text(let text) = element { ComposePieces.argumentSpelling(in: text) } else { nil }
    }
    guard let spelling = spellings.first else { return nil }
    var problem = Diagnostic(
      .error, "unsupported-placeholder",
      "'\(spelling)' in the '\(language)' value of '\(entry.key.shortened)' is text, but "
        + "\(dialect.name) would replace it with an argument",
      hint: "rephrase the text without '%', digits and '$' in a row",
      subject: "\(entry.key) \(language)")
    (problem.key, problem.language) = (entry.key, language.description)
    return problem
  }
}
