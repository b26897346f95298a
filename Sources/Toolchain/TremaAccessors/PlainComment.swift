import TremaCatalog

/// The documentation of a plain text, put together and broken into lines in bytes: most of the time that
/// accessors take goes into their comments. ``Comment`` is the plain way and writes the same.
struct PlainComment: Sendable {
  private let language: AccessorLanguage
  private let (opening, prefix, closing): ([UInt8], [UInt8], [UInt8])
  /// All of it before it is broken; kept for its memory.
  private var line: [UInt8] = []

  init(language: AccessorLanguage, indent: String) {
    self.language = language
    (opening, prefix, closing) =
      switch language {
      case .swift: ([], Array("\(indent)/// ".utf8), [])
      case .kotlin:
        (Array("\(indent)/**\n".utf8), Array("\(indent) * ".utf8), Array("\(indent) */\n".utf8))
      }
  }

  /// How many bytes there may be of the comment of a text: each byte with a backslash in front, and what
  /// stands around the lines. Two that follow each other are longer than one may be.
  func mostBytes(_ text: PlainMember) -> Int {
    let line = 2 * (text.prose.count + text.key.count + text.master.count) + 16
    let lines = 2 * line / (CommentLine.limit - prefix.count) + 2
    return line + lines * (prefix.count + 2) + opening.count + closing.count
  }

  /// Writes the comment of a text with a plain key that has no star.
  ///
  /// - Returns: false where it has to be written the plain way.
  mutating func write(_ text: PlainMember, into output: inout CodeRoom) -> Bool {
    if writeLine(text, into: &output) { return true }
    guard fill(text), text.isVerbatim || !mayEndComment else { return false }
    output.append(opening)
    writeLines(into: &output)
    output.append(closing)
    return true
  }

  /// Writes a comment that is one line as it stands, as most are, without putting it together before.
  private func writeLine(_ text: PlainMember, into output: inout CodeRoom) -> Bool {
    guard text.isVerbatim else { return false }
    let marks = text.prose.isEmpty ? 6 : 9
    let room = CommentLine.limit - prefix.count - marks - text.prose.count - text.key.count
    guard text.master.count <= room || Self.characters(in: text.master) <= room else {
      return false
    }
    output.append(opening)
    output.append(prefix)
    if !text.prose.isEmpty {
      output.append(text.prose)
      output.append(" (")
    }
    output.append(UInt8(ascii: "`"))
    output.append(text.key)
    output.append(text.prose.isEmpty ? "`: \"" : "`): \"")
    output.append(text.master)
    output.append("\"\n")
    output.append(closing)
    return true
  }

  /// Bytes that continue a character are not counted.
  @inline(__always) private static func characters(in text: UnsafeBufferPointer<UInt8>) -> Int {
    var characters = 0
    for byte in text { characters &+= byte & 0xC0 == 0x80 ? 0 : 1 }
    return characters
  }

  /// Nothing in the text that ``SourceText`` would look at again.
  private static let odd: Signs = [
    .control, .lineBreak, .strange, .quote, .backslash, .star, .underscore, .bracket, .markup,
  ]

  /// Whether prose and a text stand in a comment as they are, in both languages: nothing in them gets a
  /// backslash, neither where it stands nor, for the prose, at the beginning of the comment.
  static func isVerbatim(
    prose: UnsafeBufferPointer<UInt8>, master: UnsafeBufferPointer<UInt8>, _ signs: Signs
  ) -> Bool {
    if let first = prose.first {
      guard first != UInt8(ascii: "`"), first.isLetterOrBacktick else { return false }
      var isOdd = false
      for byte in prose {
        let isSpecial =
          (byte == UInt8(ascii: "<")) || (byte == UInt8(ascii: "[")) || (byte == UInt8(ascii: "*"))
          || (byte == UInt8(ascii: "`"))
        isOdd = (byte < 0x20) || (byte > 0x7E) || isSpecial || isOdd
      }
      if isOdd { return false }
    }
    return signs.isDisjoint(with: odd) || SourceText.isVerbatim(master)
  }

  private mutating func fill(_ text: PlainMember) -> Bool {
    line.removeAll(keepingCapacity: true)
    if text.isVerbatim {
      line += text.prose
    } else if !text.prose.isEmpty {
      guard append(prose: text.prose) else { return false }
    }
    if !text.prose.isEmpty { line += Self.beforeKey }
    line.append(UInt8(ascii: "`"))
    line += text.key
    line += text.prose.isEmpty ? Self.behindKey : Self.behindKeyOfProse
    if text.isVerbatim {
      line += text.master
    } else {
      guard SourceText.appendByBytes(text.master, escaping: "\\`*_[<", into: &line) else {
        return false
      }
    }
    line.append(UInt8(ascii: "\""))
    return true
  }

  private static let beforeKey = Array(" (".utf8)
  private static let behindKey = Array("`: \"".utf8)
  private static let behindKeyOfProse = Array("`): \"".utf8)

  private mutating func append(prose: UnsafeBufferPointer<UInt8>) -> Bool {
    let keepsCode = Comment.backticks(in: prose)?.isMultiple(of: 2) ?? false
    switch language {
    case .swift:
      return SourceText.appendByBytes(prose, escaping: keepsCode ? "<" : "<`", into: &line)
    case .kotlin:
      return SourceText.appendByBytes(prose, escaping: keepsCode ? "<[" : "<[`", into: &line)
    }
  }

  /// Whether a slash and a star stand side by side, which begin or end a comment of Kotlin.
  private var mayEndComment: Bool {
    guard language == .kotlin else { return false }
    return line.withUnsafeBufferPointer { line in
      // Without leaving early, many bytes are compared at once.
      var hasSlash = false
      for byte in line { hasSlash = (byte == UInt8(ascii: "/")) || hasSlash }
      guard hasSlash else { return false }
      return zip(line, line.dropFirst()).contains { first, second in
        first == UInt8(ascii: "/") && second == UInt8(ascii: "*")
          || first == UInt8(ascii: "*") && second == UInt8(ascii: "/")
      }
    }
  }

  // MARK: Lines

  private static let space = UInt8(ascii: " ")

  /// The line ends with a quotation mark, so there is always a word left.
  private func writeLines(into output: inout CodeRoom) {
    line.withUnsafeBufferPointer { line in
      var start = 0
      while start < line.count {
        let end = Self.end(ofLineAt: start, room: CommentLine.limit - prefix.count, line)
        output.append(prefix)
        if let escape = escape(line, start) {
          output.append(UnsafeBufferPointer(rebasing: line[start..<start + escape]))
          output.append(UInt8(ascii: "\\"))
          output.append(UnsafeBufferPointer(rebasing: line[start + escape..<end]))
        } else {
          output.append(UnsafeBufferPointer(rebasing: line[start..<end]))
        }
        output.append(UInt8(ascii: "\n"))
        start = end
        while start < line.count, line[start] == Self.space { start += 1 }
      }
    }
  }

  /// Where a backslash keeps the first word of a line from meaning something.
  private func escape(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    // Nothing begins with a letter of any script.
    if line[start].isLetterOrBacktick || line[start] >= 0x80 { return nil }
    let word = line[start...].prefix { $0 != Self.space }
    return CommentLine.escapeOffset(word, rest: [], mayBeList: false, language)
  }

  /// Where a line ends that begins with a word: behind the last word that fits, or behind the first.
  ///
  /// - Parameter room: in characters. It is counted from the front, without a look at each byte, and a
  ///   space is looked for from there back.
  private static func end(
    ofLineAt start: Int, room: Int, _ line: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var (end, room) = (start, room)
    while room > 0, end < line.count {
      let next = min(end + room, line.count)
      room -= characters(in: UnsafeBufferPointer(rebasing: line[end..<next]))
      end = next
    }
    while end < line.count, line[end] & 0xC0 == 0x80 { end += 1 }
    if end == line.count { return end }
    var space = end
    while space > start {
      if line[space] == Self.space, line[space - 1] != Self.space { return space }
      space -= 1
    }
    return line[end...].firstIndex(of: Self.space) ?? line.count
  }
}
