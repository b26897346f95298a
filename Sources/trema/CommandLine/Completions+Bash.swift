extension Completions {
  /// Returns the completion script for bash.
  ///
  /// The script consists of `case` statements that are generated from the command table: one for
  /// groups, one for option values, and one for the options and words of each command. Bash splits
  /// `--name=value` into three words at `=`, which the script joins again.
  static func bash() -> String {
    var groups = ""
    var helps = ""
    for group in CommandTable.groups {
      // In a group, the second word is completed, and the command consists of both words.
      let words = lastWords(in: group)
      groups += """
            \(group))
              if [ "$COMP_CWORD" -eq 2 ]; then
                COMPREPLY=($(compgen -W "\(words)" -- "$word"))
                return
              fi
              command="\(group) ${COMP_WORDS[2]}" ;;

        """
      helps += """
            'help \(group)') COMPREPLY=($(compgen -W "\(words)" -- "$word")); return ;;

        """
    }
    var cases = ""
    for command in CommandTable.all {
      let options = command.options.map {
        "--\($0.name)" + ($0.value.placeholder == nil ? "" : "=")
      }
      let words = words(for: command).map { " words=\"\($0)\"" } ?? ""
      cases +=
        "    '\(command.name)') options=\"\(options.joined(separator: " "))\"\(words) ;;\n"
    }
    // In a comma-separated list, only the last item is completed; the others are kept as a prefix.
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
        local command="${COMP_WORDS[1]}" options="" words="" value before=""
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(firstWords.map(\.word).joined(separator: " "))" -- "$word"))
          return
        fi
        case "$command" in
      \(groups)  esac
        value="$word"
        if [ "$previous" = "=" ]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
        if [ "$word" = "=" ]; then value=""; fi
        if [[ "$value" == *,* ]]; then before="${value%,*},"; fi
        case "$command $previous" in
      \(helps)\(values)  esac
        case "$command" in
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

  /// Returns the options with known values and a shell pattern for the command and the option,
  /// because an option can have different values in different commands.
  ///
  /// - Returns: The pattern, the values separated by spaces, and whether multiple values can be
  ///   specified.
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
}
