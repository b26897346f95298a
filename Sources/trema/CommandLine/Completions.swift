/// Completion scripts, made from the table of commands.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  static func script(for shell: String) -> String {
    switch shell {
    case "zsh": zsh()
    case "fish": fish()
    default: bash()
    }
  }

  private static var names: String { CommandTable.all.map(\.name).joined(separator: " ") }

  /// What a command takes instead of files: a command, or one of a few words.
  private static func words(for command: Command) -> String? {
    if command.name == "help" { return names }
    let words = command.arguments.split(separator: "|")
    return words.count > 1 ? words.joined(separator: " ") : nil
  }

  private static func bash() -> String {
    var cases = ""
    for command in CommandTable.all {
      let options = command.options.map {
        "--\($0.name)" + ($0.value.placeholder == nil ? "" : "=")
      }
      let words = words(for: command).map { " words=\"\($0)\"" } ?? ""
      cases += "    \(command.name)) options=\"\(options.joined(separator: " "))\"\(words) ;;\n"
    }
    var values = ""
    for (pattern, choices, isList) in choices() {
      let before = isList ? " -P \"$before\"" : ""
      let start = isList ? "${value##*,}" : "$value"
      values +=
        "    \(pattern)) COMPREPLY=($(compgen\(before) -W \"\(choices)\" -- \"\(start)\")); return ;;\n"
    }
    return """
      # bash completion for trema: source this file.
      _trema() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local options="" words="" value before=""
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names)" -- "$word"))
          return
        fi
        value="$word"
        if [ "$previous" = "=" ]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
        if [ "$word" = "=" ]; then value=""; fi
        if [[ "$value" == *,* ]]; then before="${value%,*},"; fi
        case "${COMP_WORDS[1]} $previous" in
      \(values)  esac
        case "${COMP_WORDS[1]}" in
      \(cases)  esac
        if [[ "$word" == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
          if [[ "${COMPREPLY[0]-}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
        elif [ -n "$words" ]; then
          COMPREPLY=($(compgen -W "$words" -- "$word"))
        else
          # Names of files may hold spaces.
          local IFS=$'\\n'
          COMPREPLY=($(compgen -f -- "$value"))
          compopt -o filenames 2>/dev/null
        fi
        return 0
      }
      complete -F _trema trema

      """
  }

  /// The options with known values, and a pattern of the shell for the commands that have them: an
  /// option takes one thing here and another there.
  private static func choices() -> [(pattern: String, choices: String, isList: Bool)] {
    var found: [(pattern: String, choices: String, isList: Bool)] = []
    for command in CommandTable.all {
      for option in command.options {
        let pattern = "'\(command.name) --\(option.name)'"
        switch option.value {
        case .choice(let words): found.append((pattern, words.joined(separator: " "), false))
        case .list(let words): found.append((pattern, words.joined(separator: " "), true))
        default: break
        }
      }
    }
    return found
  }

  private static func zsh() -> String {
    var cases = ""
    for command in CommandTable.all {
      let options = command.options.map { option in
        let help = quoted(option.help, for: "[]:")
        return
          "'--\(option.name)\(option.value.placeholder == nil ? "" : "=")[\(help)]\(action(option))'"
      }
      let arguments = words(for: command).map { "'1:word:(\($0))'" } ?? "'*:file:_files'"
      cases +=
        "    \(command.name)) _arguments \((options + [arguments]).joined(separator: " ")) ;;\n"
    }
    let commands = CommandTable.all.map { "'\($0.name):\(quoted($0.summary, for: ":"))'" }
    return """
      #compdef trema
      _trema() {
        local -a commands
        commands=(\(commands.joined(separator: " ")))
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$command" in
      \(cases)  esac
      }
      compdef _trema trema

      """
  }

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

  private static func quoted(_ text: String, for special: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "'" { result += "'\\''"; return }
      if special.contains(character) { result += "\\" }
      result.append(character)
    }
  }

  private static func fish() -> String {
    var lines = "# fish completion for trema\ncomplete -c trema -n __fish_use_subcommand -f\n"
    for command in CommandTable.all {
      lines += "complete -c trema -n __fish_use_subcommand -a \(command.name)"
      lines += " -d '\(fishQuoted(command.summary))'\n"
      if let words = words(for: command) {
        lines +=
          "complete -c trema -n '__fish_seen_subcommand_from \(command.name)' -x -a '\(words)'\n"
      }
      for option in command.options {
        lines +=
          "complete -c trema -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
        if let short = option.short { lines += " -s \(short)" }
        switch option.value {
        case .none: break
        case .choice(let choices), .list(let choices):
          lines += " -x -a '\(choices.joined(separator: " "))'"
        case .file: lines += " -r"
        case .folder: lines += " -x -a '(__fish_complete_directories)'"
        case .text: lines += " -x"
        }
        lines += " -d '\(fishQuoted(option.help))'\n"
      }
    }
    return lines
  }

  private static func fishQuoted(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "'" || character == "\\" { result += "\\" }
      result.append(character)
    }
  }
}
