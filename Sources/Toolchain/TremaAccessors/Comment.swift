import TremaMessages

/// The documentation of a member: what the context says, the key, the master text, the arguments.
///
/// Documentation comments are Markdown, and what is in a catalogue was not written as such: it
/// must neither end the comment nor become a heading, a list of parameters or markup.
struct Comment {
  let language: AccessorLanguage
  let indent: String
  private let prefix: String
  /// The empty comment line between two paragraphs.
  private let blank: String

  init(language: AccessorLanguage, indent: String) {
    (self.language, self.indent) = (language, indent)
    switch language {
    case .swift: (prefix, blank) = ("\(indent)/// ", "\(indent)///\n")
    case .kotlin: (prefix, blank) = ("\(indent) * ", "\(indent) *\n")
    }
  }

  /// A comment of a member that is not nested.
  static let swift = Comment(language: .swift, indent: "  ")
  static let kotlin = Comment(language: .kotlin, indent: KotlinMember.indent)

  /// Writes the documentation of a text.
  ///
  /// - Parameters:
  ///   - prose: the lines of the context.
  ///   - key: of the text.
  ///   - master: what it says in the master language; nil when it says nothing there.
  ///   - parameters: those of its function.
  ///   - output: is appended to.
  func write(
    prose: [String], key: String, master: Message?, parameters: [Parameter],
    into output: inout [UInt8]
  ) {
    open(into: &output)
    var last = CommentLine(language)
    if prose.count == 1 {
      last.append(prose: prose[0], keepingCode: Self.hasWholeCode(prose))
      last.append(plain: " (")
      last.append(code: key)
      last.append(plain: ")")
    } else {
      let keepsCode = Self.hasWholeCode(prose)
      for prose in prose {
        var line = CommentLine(language)
        line.append(prose: prose, keepingCode: keepsCode)
        line.write(first: prefix, into: &output)
      }
      if !prose.isEmpty { output += blank.utf8 }
      last.append(code: key)
    }
    if let master {
      last.append(plain: ": \"")
      // As users read it: escapes resolved, a line break written as one.
      last.append(text: master.plainText ?? master.spelled() ?? "")
      last.append(plain: "\"")
    }
    last.write(first: prefix, into: &output)
    if parameters.contains(where: { !$0.documentation.isEmpty || !$0.argument.keywords.isEmpty }) {
      write(parameters, into: &output)
    }
    close(into: &output)
  }

  /// Writes what a developer wrote, line by line, and the key that it is about, if it is about one.
  func write(prose: [String], key: String?, into output: inout [UInt8]) {
    if let key {
      write(prose: prose, key: key, master: nil, parameters: [], into: &output)
      return
    }
    open(into: &output)
    let keepsCode = Self.hasWholeCode(prose)
    for prose in prose {
      var line = CommentLine(language)
      line.append(prose: prose, keepingCode: keepsCode)
      line.write(first: prefix, into: &output)
    }
    close(into: &output)
  }

  /// Writes a comment of one sentence.
  ///
  /// - Parameter pieces: prose and code in turns, beginning with prose.
  func write(_ pieces: String..., into output: inout [UInt8]) {
    open(into: &output)
    var line = CommentLine(language)
    for (index, piece) in pieces.enumerated() {
      if index.isMultiple(of: 2) {
        line.append(plain: piece)
      } else {
        line.append(code: piece)
      }
    }
    line.write(first: prefix, into: &output)
    close(into: &output)
  }

  private func open(into output: inout [UInt8]) {
    if language == .kotlin { output += "\(indent)/**\n".utf8 }
  }

  private func close(into output: inout [UInt8]) {
    if language == .kotlin { output += "\(indent) */\n".utf8 }
  }

  /// All or none, because a checker of documentation wants it so.
  private func write(_ parameters: [Parameter], into output: inout [UInt8]) {
    output += blank.utf8
    let (item, rest) = itemPrefixes(of: parameters.count)
    if language == .swift && parameters.count > 1 { output += "\(prefix)- Parameters:\n".utf8 }
    for parameter in parameters {
      var line = CommentLine(language)
      let end = language == .swift ? ":" : ""
      line.append(plain: parameter.name.filter { $0 != "`" } + end)
      // A name at the end of a line would not be taken for one.
      line.appendHardSpace()
      append(parameter, to: &line)
      line.write(first: item, rest: rest, into: &output)
    }
    switch language {
    case .swift: output += "\(prefix)- Returns: the text in the language of the app.\n".utf8
    case .kotlin: output += "\(prefix)@return the text in the language of the resources.\n".utf8
    }
  }

  private func itemPrefixes(of count: Int) -> (first: String, rest: String) {
    switch language {
    case .swift where count == 1: ("\(prefix)- Parameter ", "\(prefix)  ")
    case .swift: ("\(prefix)  - ", "\(prefix)    ")
    case .kotlin: ("\(prefix)@param ", "\(prefix)  ")
    }
  }

  private func append(_ parameter: Parameter, to line: inout CommentLine) {
    let keywords = parameter.argument.keywords
    if !parameter.documentation.isEmpty {
      line.append(
        prose: parameter.documentation, keepingCode: Self.hasWholeCode([parameter.documentation]))
      if !keywords.isEmpty { line.append(plain: "; ") }
    }
    if !keywords.isEmpty {
      line.append(plain: keywords.count == 1 ? "may be " : "one of ")
      for (index, keyword) in keywords.enumerated() {
        if index > 0 { line.append(plain: ", ") }
        line.append(code: keyword)
      }
      line.append(plain: "; anything else is ")
      line.append(code: "other")
      line.append(plain: ".")
    } else if parameter.documentation.isEmpty {
      append(parameter.argument, to: &line)
    }
  }

  private func append(_ argument: Argument, to line: inout CommentLine) {
    switch argument.demand {
    case .placeholder(let placeholder):
      line.append(plain: "what ")
      line.append(code: placeholder.spelled(position: argument.number))
      line.append(plain: " shows.")
    case .plural(.cardinal): line.append(plain: "how many; the text depends on it.")
    case .plural(.ordinal): line.append(plain: "the place in an order; the text depends on it.")
    case .number: line.append(plain: "the number to show.")
    case .date: line.append(plain: "the date to show.")
    case .time: line.append(plain: "the time to show.")
    case .plain: line.append(plain: "what is shown.")
    case .select: line.append(plain: "not told apart in any language.")
    case nil: line.append(plain: "not shown in any language.")
    }
  }

  /// Whether backticks come in pairs, none of them a fence that would swallow what follows.
  private static func hasWholeCode(_ prose: [String]) -> Bool {
    var count = 0
    for line in prose {
      var line = line
      guard let backticks = line.withUTF8(backticks) else { return false }
      count += backticks
    }
    return count.isMultiple(of: 2)
  }

  /// How many backticks are in a line; nil where some are a fence.
  static func backticks(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var count = 0
    var run = 0
    for byte in line {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      if run == 3 { return nil }
      if run > 0 { count += 1 }
    }
    return count
  }

  /// One line of a comment that is not documentation.
  static func plain(_ text: String) -> String {
    var bytes: [UInt8] = []
    SourceText.append(text, escaping: "", into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
