extension Completions {
  /// Returns the completion script for fish.
  ///
  /// Each line is one completion with a condition: the position of the word, or the command that
  /// precedes it.
  static func fish() -> String {
    var lines = """
      # fish completion for trema
      # Whether the command is this one: a word, or the name of a group and what follows it.
      function __trema_is
        set -l words (commandline -opc)
        switch "$words[2]"
          case \(CommandTable.groups.joined(separator: " "))
            test "$words[2..3]" = "$argv"
          case '*'
            test "$words[2]" = "$argv"
        end
      end
      complete -c trema -n __fish_use_subcommand -f

      """
    for (word, summary) in firstWords {
      lines += "complete -c trema -n __fish_use_subcommand -a \(word) -d '\(fishQuoted(summary))'\n"
    }
    for group in CommandTable.groups {
      for command in CommandTable.commands(in: group) {
        lines += "complete -c trema -n '__trema_is \(group)' -x -a \(command.lastWord)"
        lines += " -d '\(fishQuoted(command.summary))'\n"
      }
      lines += "complete -c trema -n '__trema_is help; and __fish_seen_subcommand_from \(group)'"
      lines += " -x -a '\(lastWords(in: group))'\n"
    }
    for command in CommandTable.all {
      let condition = "complete -c trema -n '__trema_is \(command.name)'"
      if let words = words(for: command) { lines += "\(condition) -x -a '\(words)'\n" }
      for option in command.options { lines += condition + described(option) }
    }
    return lines
  }

  /// Returns the part of a completion that describes an option.
  private static func described(_ option: Option) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value =
      switch option.value {
      case .none: ""
      case .choice(let choices), .list(let choices): " -x -a '\(choices.joined(separator: " "))'"
      case .file: " -r"
      case .folder: " -x -a '(__fish_complete_directories)'"
      case .text: " -x"
      }
    return " -l \(option.name)\(short)\(value) -d '\(fishQuoted(option.help))'\n"
  }

  /// Returns text escaped for single quotes in fish.
  private static func fishQuoted(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "'" || character == "\\" { result += "\\" }
      result.append(character)
    }
  }
}
