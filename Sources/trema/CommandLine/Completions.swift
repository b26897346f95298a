/// The shell completion scripts, generated from the command table.
enum Completions {
  /// The supported shells.
  static let shells = ["bash", "zsh", "fish"]

  /// Returns the script for a shell.
  static func script(for shell: String) -> String {
    switch shell {
    case "zsh": zsh()
    case "fish": fish()
    default: bash()
    }
  }

  /// The words that may follow `trema`: one-word commands and groups.
  static var firstWords: [(word: String, summary: String)] {
    var words: [(word: String, summary: String)] = []
    for command in CommandTable.all {
      guard let group = command.group else {
        words.append((command.name, command.summary))
        continue
      }
      if words.contains(where: { $0.word == group }) { continue }
      let names = CommandTable.commands(in: group).map(\.lastWord)
      words.append((group, names.joined(separator: ", ")))
    }
    return words
  }

  /// Returns the second words of the commands in a group, separated by spaces.
  static func lastWords(in group: String) -> String {
    CommandTable.commands(in: group).map(\.lastWord).joined(separator: " ")
  }

  /// Returns the words that a command takes instead of files, separated by spaces: commands, or the
  /// alternatives of its argument. Returns `nil` if the command takes files.
  static func words(for command: Command) -> String? {
    if command.name == Command.help.name {
      return firstWords.map(\.word).joined(separator: " ")
    }
    let words = command.arguments.split(separator: "|")
    let isChoice = words.count > 1 && words.allSatisfy { $0.allSatisfy(\.isLetter) }
    return isChoice ? words.joined(separator: " ") : nil
  }
}
