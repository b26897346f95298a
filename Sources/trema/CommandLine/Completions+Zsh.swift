extension Completions {
  /// Returns the completion script for zsh.
  ///
  /// The script selects the command, which may consist of two words, and then calls `_arguments`
  /// with its options and arguments.
  static func zsh() -> String {
    var cases = ""
    for command in CommandTable.all {
      let options = command.options.map { option in
        let help = quoted(option.help, for: "[]:")
        return
          "'--\(option.name)\(option.value.placeholder == nil ? "" : "=")[\(help)]\(action(option))'"
      }
      let arguments = arguments(of: command)
      cases +=
        "    '\(command.name)') _arguments \((options + arguments).joined(separator: " ")) ;;\n"
    }
    var groups = ""
    // The group word is removed before `_arguments` counts the arguments.
    for group in CommandTable.groups {
      let commands = CommandTable.commands(in: group).map { described($0.lastWord, $0.summary) }
      groups += """
            \(group))
              if (( CURRENT == 2 )); then
                commands=(\(commands.joined(separator: " ")))
                _describe command commands
                return
              fi
              command="\(group) ${words[2]}"
              shift words
              (( CURRENT-- )) ;;

        """
    }
    return """
      #compdef trema
      _trema() {
        local -a commands
        commands=(\(firstWords.map(described).joined(separator: " ")))
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$command" in
      \(groups)  esac
        case "$command" in
      \(cases)  esac
      }
      compdef _trema trema

      """
  }

  /// Returns a quoted word with its description for `_describe`.
  private static func described(_ word: String, _ summary: String) -> String {
    "'\(word):\(quoted(summary, for: ":"))'"
  }

  /// Returns the completions of a command's arguments: words if there is a known set, otherwise
  /// files.
  private static func arguments(of command: Command) -> [String] {
    guard let words = words(for: command) else { return ["'*:file:_files'"] }
    var arguments = ["'1:word:(\(words))'"]
    if command.name == Command.help.name {
      let groups = CommandTable.groups.map { group in
        "[[ ${words[2]} == \(group) ]] && compadd \(lastWords(in: group))"
      }
      arguments.append("'2:word:{\(groups.joined(separator: "; "))}'")
    }
    return arguments
  }

  /// Returns the action that completes the value of an option.
  private static func action(_ option: Option) -> String {
    switch option.value {
    case .none: ""
    case .choice(let choices): ":value:(\(choices.joined(separator: " ")))"
    case .list(let choices): ":values:_values -s , value \(choices.joined(separator: " "))"
    case .file: ":file:_files"
    case .folder: ":folder:_files -/"
    case .text(let name): ":\(quoted(name, for: ":")):"
    }
  }

  /// Returns text escaped for single quotes in zsh, with the given characters also escaped.
  private static func quoted(_ text: String, for special: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "'" { result += "'\\''"; return }
      if special.contains(character) { result += "\\" }
      result.append(character)
    }
  }
}
