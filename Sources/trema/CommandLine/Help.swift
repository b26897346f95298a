/// The help about commands for the terminal and for the reference.
enum Help {
  /// Returns a line for each command.
  private static func list(_ commands: [Command]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    return commands.map { command in
      let padding = String(repeating: " ", count: width - command.name.count)
      return "  \(command.name)\(padding)  \(command.summary)"
    }.joined(separator: "\n")
  }

  /// Returns the help about a group of commands.
  static func text(ofGroup group: String) -> String {
    let commands = CommandTable.commands(in: group)
    return """
      usage: trema \(group) \(commands.map(\.lastWord).joined(separator: "|")) [OPTION...] [ARGUMENT...]

      \(list(commands))

      trema help \(group) COMMAND describes it.

      """
  }

  /// Returns the help that lists all commands and the exit statuses.
  static func overview() -> String {
    """
    trema: one catalogue of texts and one configuration for iOS and Android

    usage: trema COMMAND [OPTION...] [ARGUMENT...]

    \(list(CommandTable.all))

    trema help COMMAND describes it.
    Exit status: 0 no findings at or above --fail-on, 1 findings, 2 wrong usage,
    3 an input cannot be read, 4 an output cannot be written.

    """
  }

  /// Returns the help about a command: its syntax, its summary, its options, and the list of checks
  /// for the commands that run them.
  static func text(of command: Command) -> String {
    var text = "usage: \(usage(of: command))\n\n\(command.summary)\n"
    if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
    if !command.options.isEmpty {
      text += "\noptions:\n"
      let names = command.options.map(spelling)
      // Long options are on a line of their own, so that the descriptions remain aligned.
      let width = min(names.map(\.count).max() ?? 0, 28)
      for (name, option) in zip(names, command.options) {
        let gap =
          name.count > width
          ? "\n" + String(repeating: " ", count: width + 4)
          : String(repeating: " ", count: width - name.count + 2)
        text += "  \(name)\(gap)\(option.help)\n"
      }
    }
    if command.name == Command.check.name { text += listOfChecks() }
    if command.name == Command.configCheck.name { text += listOfConfigurationChecks() }
    return text
  }

  /// Returns the contents of `Documentation/Command.md`.
  static func reference() -> String {
    var text = """
      # The command

      Made by `trema help --reference`; do not edit.

      Options follow GNU habits: `--name=value` or `--name value`, `-o FILE`, `--` before arguments
      that look like options, no abbreviations. `-` is standard input or output where one file is
      meant.

      | exit status | meaning |
      |---|---|
      | 0 | no finding at or above `--fail-on` |
      | 1 | findings at or above it; with `--check`, a file would change |
      | 2 | the command line is wrong |
      | 3 | an input cannot be read: no such file, not XML, a wrong `trema.json`, a limit |
      | 4 | an output cannot be written |

      A reader that closes its pipe early, as `head` does, is no failure: the rest is not printed,
      and the exit status is that of the work.

      """
    for command in CommandTable.all {
      text += "\n## `\(usage(of: command))`\n\n\(command.summary).\n"
      if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
      if command.options.isEmpty { continue }
      text += "\n| option | meaning |\n|---|---|\n"
      for option in command.options {
        let name = spelling(option).split(separator: "|").joined(separator: "\\|")
        text += "| `\(name)` | \(option.help) |\n"
      }
    }
    return text
  }

  /// Returns the syntax of a command.
  private static func usage(of command: Command) -> String {
    let options = command.options.isEmpty ? "" : " [OPTION...]"
    let arguments = command.arguments.isEmpty ? "" : " \(command.arguments)"
    return "trema \(command.name)\(options)\(arguments)"
  }

  /// Returns an option with its short form and the placeholder of its value.
  private static func spelling(_ option: Option) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    let value = option.value.placeholder.map { "=\($0)" } ?? ""
    return "\(short)--\(option.name)\(value)"
  }
}
