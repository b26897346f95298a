import TremaMessages

/// A documentation comment of a generated member: the context, the key, the master text and the
/// arguments.
///
/// Documentation comments are Markdown, but catalog texts are not. They must not end the comment or
/// be rendered as a heading, a parameter list or markup.
struct Comment {
  /// The language of the generated code.
  let language: AccessorLanguage
  /// The indentation of the comment.
  let indent: String
  /// The start of each line, with its indentation.
  private let prefix: String
  /// The empty comment line between two paragraphs.
  private let blank: String

  /// Creates a comment style.
  init(language: AccessorLanguage, indent: String) {
    (self.language, self.indent) = (language, indent)
    switch language {
    case .swift: (prefix, blank) = ("\(indent)/// ", "\(indent)///\n")
    case .kotlin: (prefix, blank) = ("\(indent) * ", "\(indent) *\n")
    }
  }

  /// The style for Swift members that are not nested.
  static let swift = Comment(language: .swift, indent: "  ")
  /// The style for Kotlin members.
  static let kotlin = Comment(language: .kotlin, indent: KotlinMember.indent)

  /// Appends the documentation of a text.
  ///
  /// - Parameters:
  ///   - prose: The lines of the context that are not annotations.
  ///   - key: The key of the text.
  ///   - master: The message in the master language, or `nil` if there is none.
  ///   - parameters: The parameters of the member, if it is a function.
  ///   - output: The buffer to append the comment to.
  func write(
    prose: [String], key: String, master: Message?, parameters: [Parameter],
    into output: inout [UInt8]
  ) {
    open(into: &output)
    var last = CommentLine(language)
    // A single line of prose, the key and the master text form one paragraph. Longer prose is
    // separated from the key by an empty line.
    if prose.count == 1 {
      last.append(prose: prose[0], keepingCode: Self.hasBalancedCodeSpans(prose))
      last.append(plain: " (")
      last.append(code: key)
      last.append(plain: ")")
    } else {
      let keepsCode = Self.hasBalancedCodeSpans(prose)
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
      // The master text is shown as users read it: escapes are resolved, and a line break is
      // written as an escape.
      last.append(text: master.plainText ?? master.spelled() ?? "")
      last.append(plain: "\"")
    }
    last.write(first: prefix, into: &output)
    if parameters.contains(where: { !$0.documentation.isEmpty || !$0.argument.keywords.isEmpty }) {
      write(parameters, into: &output)
    }
    close(into: &output)
  }

  /// Appends a comment with a developer's prose, line by line, and the key that it documents.
  ///
  /// - Parameters:
  ///   - prose: The lines of the prose.
  ///   - key: The key, or `nil` if the comment is not about one.
  ///   - output: The buffer to append the comment to.
  func write(prose: [String], key: String?, into output: inout [UInt8]) {
    if let key {
      write(prose: prose, key: key, master: nil, parameters: [], into: &output)
      return
    }
    open(into: &output)
    let keepsCode = Self.hasBalancedCodeSpans(prose)
    for prose in prose {
      var line = CommentLine(language)
      line.append(prose: prose, keepingCode: keepsCode)
      line.write(first: prefix, into: &output)
    }
    close(into: &output)
  }

  /// Appends a comment that consists of one sentence.
  ///
  /// - Parameter pieces: Alternating prose and code, starting with prose.
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

  /// Appends the opening of a block comment, or nothing in Swift, which uses line comments.
  private func open(into output: inout [UInt8]) {
    if language == .kotlin { output += "\(indent)/**\n".utf8 }
  }

  /// Appends the closing of a block comment, or nothing in Swift, which uses line comments.
  private func close(into output: inout [UInt8]) {
    if language == .kotlin { output += "\(indent) */\n".utf8 }
  }

  /// Appends the documentation of all parameters. If one parameter is documented, all are, because
  /// documentation checkers require it.
  private func write(_ parameters: [Parameter], into output: inout [UInt8]) {
    output += blank.utf8
    let (item, rest) = itemPrefixes(of: parameters.count)
    if language == .swift && parameters.count > 1 { output += "\(prefix)- Parameters:\n".utf8 }
    for parameter in parameters {
      var line = CommentLine(language)
      let end = language == .swift ? ":" : ""
      line.append(plain: parameter.name.filter { $0 != "`" } + end)
      // Markdown would not recognize a parameter name at the end of a line.
      line.appendHardSpace()
      append(parameter, to: &line)
      line.write(first: item, rest: rest, into: &output)
    }
    switch language {
    case .swift: output += "\(prefix)- Returns: The text in the language of the app.\n".utf8
    case .kotlin: output += "\(prefix)@return the text in the language of the resources.\n".utf8
    }
  }

  /// Returns the prefixes for the first line and the following lines of a parameter's
  /// documentation.
  ///
  /// - Parameter count: The number of parameters. Swift has a different notation for a single
  ///   parameter.
  private func itemPrefixes(of count: Int) -> (first: String, rest: String) {
    switch language {
    case .swift where count == 1: ("\(prefix)- Parameter ", "\(prefix)  ")
    case .swift: ("\(prefix)  - ", "\(prefix)    ")
    case .kotlin: ("\(prefix)@param ", "\(prefix)  ")
    }
  }

  /// Appends the description of a parameter: its documentation, and the keywords of a select. If it
  /// has neither, the use of the argument is described.
  private func append(_ parameter: Parameter, to line: inout CommentLine) {
    let keywords = parameter.argument.keywords
    if !parameter.documentation.isEmpty {
      line.append(
        prose: parameter.documentation,
        keepingCode: Self.hasBalancedCodeSpans([parameter.documentation]))
      if !keywords.isEmpty { line.append(plain: "; ") }
    }
    if !keywords.isEmpty {
      line.append(plain: keywords.count == 1 ? "may be " : "one of ")
      for (index, keyword) in keywords.enumerated() {
        if index > 0 { line.append(plain: ", ") }
        line.append(code: keyword)
      }
      line.append(plain: "; any other value selects ")
      line.append(code: "other")
      line.append(plain: ".")
    } else if parameter.documentation.isEmpty {
      append(parameter.argument, to: &line)
    }
  }

  /// Appends a description of how an argument is used.
  private func append(_ argument: Argument, to line: inout CommentLine) {
    switch argument.requirement {
    case .placeholder(let placeholder):
      line.append(plain: "the argument of ")
      line.append(code: placeholder.spelled(position: argument.number))
      line.append(plain: ".")
    case .plural(.cardinal): line.append(plain: "the number that selects the plural form.")
    case .plural(.ordinal): line.append(plain: "the ordinal number that selects the plural form.")
    case .number: line.append(plain: "the number to show.")
    case .date: line.append(plain: "the date to show.")
    case .time: line.append(plain: "the time to show.")
    case .plain: line.append(plain: "the value to show.")
    case .select: line.append(plain: "ignored because no language distinguishes its values.")
    case nil: line.append(plain: "ignored because no language uses it.")
    }
  }

  /// Returns whether code spans in Markdown are complete so that backticks may be kept: their
  /// number is even, and no backticks form a fence, which would include the following lines.
  private static func hasBalancedCodeSpans(_ prose: [String]) -> Bool {
    var count = 0
    for line in prose {
      var line = line
      guard let backticks = line.withUTF8(backticks) else { return false }
      count += backticks
    }
    return count.isMultiple(of: 2)
  }

  /// Returns how many backticks a line has, or `nil` if some of them form a fence.
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

  /// Returns a string in a form suitable for a line comment that is not documentation.
  static func lineCommentText(_ text: String) -> String {
    var bytes: [UInt8] = []
    SourceText.append(text, escaping: "", into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
