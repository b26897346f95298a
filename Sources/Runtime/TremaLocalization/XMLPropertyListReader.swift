/// A reader for XML `.strings` and `.stringsdict` files: dictionaries of strings.
///
/// It replaces Foundation's reader because the runtime does not link an XML library. In addition,
/// Foundation on Linux considers some keys with different bytes equal, does not report the line of
/// an error, and overflows the stack for deeply nested values.
///
/// See `CFPropertyList.c` in CoreFoundation. Attributes are ignored. The five predefined XML
/// entities, character references, CDATA, and comments between elements are supported.
struct XMLPropertyListReader {
  /// An error in the file.
  struct Failure: Error, Hashable {
    /// The 1-based line number.
    var line: Int
    /// The problem, as a sentence without a full stop.
    var reason: String
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The position of the next byte.
  private var index = 0
  /// The entries that were read.
  private var entries: [TextKey: PropertyListValue] = [:]

  /// Reads a file.
  ///
  /// - Parameter bytes: The content in UTF-8 without a byte order mark. The encoding in the prolog
  ///   is ignored.
  /// - Returns: The entries of the outermost dictionary, including those before an error, and the
  ///   error if there is one. If a key occurs twice, the last value is returned.
  static func read(_ bytes: [UInt8]) -> (entries: [TextKey: PropertyListValue], failure: Failure?) {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = XMLPropertyListReader(bytes: buffer)
      do throws(Failure) {
        try reader.readDocument()
        return (reader.entries, nil)
      } catch {
        return (reader.entries, error)
      }
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns an error at the current line.
  private func failure(_ reason: String) -> Failure {
    let newlines = bytes[..<min(index, bytes.count)].count { $0 == UInt8(ascii: "\n") }
    return Failure(line: newlines + 1, reason: reason)
  }

  /// Returns whether the remaining bytes start with a prefix.
  private func starts(with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != prefix.utf8Start[offset] { return false }
    return true
  }

  /// Skips the bytes up to and including an end marker.
  ///
  /// - Parameters:
  ///   - end: The end marker.
  ///   - name: The name of the construct, for the error message.
  private mutating func skip(past end: StaticString, _ name: String) throws(Failure) {
    let start = index
    while !starts(with: end) {
      index += 1
      if index >= bytes.count {
        index = start
        throw failure("\(name) is not closed")
      }
    }
    index += end.utf8CodeUnitCount
  }

  /// Skips whitespace, comments and processing instructions.
  private mutating func skipSpace() throws(Failure) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        index += 1
      } else if starts(with: "<!--") {
        index += 4
        try skip(past: "-->", "the comment")
      } else if starts(with: "<?") {
        try skip(past: "?>", "the processing instruction")
      } else {
        return
      }
    }
  }

  /// Reads the prolog, the optional `plist` element and the outermost dictionary.
  private mutating func readDocument() throws(Failure) {
    try skipSpace()
    if starts(with: "<!DOCTYPE") {
      let end = bytes[index...].firstIndex {
        $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[")
      }
      guard let end, bytes[end] == UInt8(ascii: ">") else {
        throw failure("declarations in the DOCTYPE are not supported")
      }
      index = end + 1
      try skipSpace()
    }
    var tag = try openingTag()
    let isInPlist = tag.name == "plist" && !tag.isEmpty
    if isInPlist {
      try skipSpace()
      tag = try openingTag()
    }
    guard tag.name == "dict" else { throw failure("expected a <dict>, found <\(tag.name)>") }
    if !tag.isEmpty { try readEntries() }
    if isInPlist { try closingTag("plist") }
    try skipSpace()
    guard index == bytes.count else { throw failure("unexpected bytes after the end") }
  }

  /// Reads the outermost dictionary. Entries are stored one at a time, so the entries before an
  /// error are kept.
  private mutating func readEntries() throws(Failure) {
    while let key = try nextKey() { entries[key] = try value(depth: 1) }
  }

  /// Reads the next key, or skips the end tag of the dictionary and returns `nil`.
  private mutating func nextKey() throws(Failure) -> TextKey? {
    try skipSpace()
    if starts(with: "</") {
      try closingTag("dict")
      return nil
    }
    let tag = try openingTag()
    guard tag.name == "key" else { throw failure("expected a <key>, found <\(tag.name)>") }
    return TextKey(tag.isEmpty ? "" : try readContent(of: "key"))
  }

  /// Reads a value. Values other than strings and dictionaries are skipped.
  private mutating func value(depth: Int) throws(Failure) -> PropertyListValue {
    try skipSpace()
    let tag = try openingTag()
    switch tag.name {
    case "string": return .text(tag.isEmpty ? "" : try readContent(of: "string"))
    case "dict":
      guard depth < PropertyListValue.maxDepth else {
        throw failure("dictionaries are nested too deeply")
      }
      var entries: [TextKey: PropertyListValue] = [:]
      if tag.isEmpty { return .dictionary(entries) }
      while let key = try nextKey() { entries[key] = try value(depth: depth + 1) }
      return .dictionary(entries)
    default:
      if !tag.isEmpty { try skipElement(tag.name) }
      return .other(tag.name)
    }
  }

  /// Skips the content of an open element, including nested elements, and its end tag.
  private mutating func skipElement(_ name: String) throws(Failure) {
    let start = index
    var open = 1
    while index < bytes.count {
      if starts(with: "<!--") {
        index += 4
        try skip(past: "-->", "the comment")
      } else if starts(with: "<![CDATA[") {
        try skip(past: "]]>", "the CDATA section")
      } else if starts(with: "</") {
        try skip(past: ">", "the tag")
        open -= 1
        if open == 0 { return }
      } else if starts(with: "<") {
        if try !openingTag().isEmpty { open += 1 }
      } else {
        index += 1
      }
    }
    index = start
    throw failure("<\(name)> is not closed")
  }

  /// Reads a start tag: `<name …>` or `<name …/>`.
  ///
  /// - Returns: The name, and whether the tag is self-closing.
  private mutating func openingTag() throws(Failure) -> (name: String, isEmpty: Bool) {
    guard index < bytes.count else { throw failure("the file ends too early") }
    guard bytes[index] == UInt8(ascii: "<") else { throw failure("expected a tag") }
    let start = index + 1
    var end = start
    while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
    guard end > start, end - start <= 32 else { throw failure("expected a tag") }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    var quote: UInt8?
    while end < bytes.count {
      let byte = bytes[end]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        index = end + 1
        return (name, bytes[end - 1] == UInt8(ascii: "/"))
      }
      end += 1
    }
    throw failure("the tag <\(name) is not closed")
  }

  /// Skips the end tag of an element.
  private mutating func closingTag(_ name: StaticString) throws(Failure) {
    try skipSpace()
    let start = index
    if starts(with: "</") {
      index += 2
      if starts(with: name) {
        index += name.utf8CodeUnitCount
        try skipSpace()
        if starts(with: ">") {
          index += 1
          return
        }
      }
    }
    index = start
    throw failure("expected </\(name)>")
  }

  /// Returns whether a byte may occur in an element name.
  private static func isName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_")
  }

  /// Reads the text of an element up to and including its end tag.
  private mutating func readContent(of name: StaticString) throws(Failure) -> String {
    let start = index
    var text: [UInt8] = []
    var done = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "&"):
        text += bytes[done..<index]
        text += try reference()
        done = index
      case UInt8(ascii: "<"):
        text += bytes[done..<index]
        guard starts(with: "<![CDATA[") else {
          try closingTag(name)
          return String(decoding: text, as: UTF8.self)
        }
        let begin = index + 9
        try skip(past: "]]>", "the CDATA section")
        if begin < index - 3 { text += bytes[begin..<index - 3] }
        done = index
      default: index += 1
      }
    }
    index = start
    throw failure("<\(name)> is not closed")
  }

  /// Reads an entity or a character reference: `&amp;`, `&#233;` or `&#xE9;`.
  private mutating func reference() throws(Failure) -> String.UTF8View {
    let names: [(StaticString, String)] = [
      ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&apos;", "'"), ("&quot;", "\""),
    ]
    for (name, text) in names where starts(with: name) {
      index += name.utf8CodeUnitCount
      return text.utf8
    }
    let body = bytes[index...].dropFirst()
    let end = body.prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard body.first == UInt8(ascii: "#"), let end else {
      throw failure("'&' does not begin an XML entity")
    }
    let digits = String(decoding: body[(body.startIndex + 1)..<end], as: UTF8.self)
    let number =
      digits.utf8.first == UInt8(ascii: "x")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    // Swift accepts a leading plus sign, which XML does not allow.
    guard let number, !digits.utf8.contains(UInt8(ascii: "+")),
      let scalar = Unicode.Scalar(number), number != 0
    else {
      throw failure("&#\(digits); is not a valid character")
    }
    index = end + 1
    return String(scalar).utf8
  }
}
