import TremaMessages

/// The documentation of a member: what the context says, the key, the master text, the arguments.
///
/// Documentation comments are Markdown, and what stands in a catalogue was not written as such: it
/// must neither end the comment nor become a heading, a list of parameters or markup.
enum SwiftComment {
  static func write(
    prose: [String], key: String, master: Message?, parameters: [Parameter],
    into output: inout [UInt8]
  ) {
    var last = Line()
    let prefix = "  /// "
    if prose.count == 1 {
      last.append(prose: prose[0], keepingCode: hasWholeCode(prose))
      last.append(plain: " (")
      last.append(code: key)
      last.append(plain: ")")
    } else {
      let keepsCode = hasWholeCode(prose)
      for prose in prose {
        var line = Line()
        line.append(prose: prose, keepingCode: keepsCode)
        line.write(first: prefix, into: &output)
      }
      if !prose.isEmpty { output += "  ///\n".utf8 }
      last.append(code: key)
    }
    if let master {
      last.append(plain: ": \"")
      // As users read it: escapes resolved, a line break written as one.
      last.append(text: master.plainText ?? master.spelled() ?? "")
      last.append(plain: "\"")
    }
    last.write(first: prefix, into: &output)
    if parameters.contains(where: { !$0.documentation.isEmpty }) {
      write(parameters, into: &output)
    }
  }

  /// All or none, because a checker of documentation wants it so.
  private static func write(_ parameters: [Parameter], into output: inout [UInt8]) {
    output += "  ///\n".utf8
    let item = parameters.count == 1 ? "  /// - Parameter " : "  ///   - "
    let rest = parameters.count == 1 ? "  ///   " : "  ///     "
    if parameters.count > 1 { output += "  /// - Parameters:\n".utf8 }
    for parameter in parameters {
      var line = Line()
      line.append(plain: parameter.name.filter { $0 != "`" } + ":")
      // A name at the end of a line would not be taken for one.
      line.appendHardSpace()
      if !parameter.documentation.isEmpty {
        line.append(
          prose: parameter.documentation, keepingCode: hasWholeCode([parameter.documentation]))
      } else if let placeholder = parameter.argument.placeholder {
        line.append(plain: "what ")
        line.append(code: placeholder.spelled(position: parameter.argument.number))
        line.append(plain: " shows.")
      } else {
        line.append(plain: "not shown in any language.")
      }
      line.write(first: item, rest: rest, into: &output)
    }
    output += "  /// - Returns: the text in the language of the app.\n".utf8
  }

  /// Whether backticks come in pairs, none of them a fence that would swallow what follows.
  private static func hasWholeCode(_ prose: [String]) -> Bool {
    var count = 0
    var run = 0
    for line in prose {
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        if run == 3 { return false }
        if run > 0 { count += 1 }
      }
      run = 0
    }
    return count.isMultiple(of: 2)
  }

  /// One line of a comment that is not documentation.
  static func plain(_ text: String) -> String {
    var bytes: [UInt8] = []
    SwiftLiteral.append(text, escaping: "", into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
