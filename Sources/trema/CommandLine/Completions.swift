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

  /// The words that may follow `trema`: commands of one word, and the groups of the others.
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

  static func lastWords(in group: String) -> String {
    CommandTable.commands(in: group).map(\.lastWord).joined(separator: " ")
  }

  /// Returns the words that a command takes instead of files: a command, or one of a few words.
  static func words(for command: Command) -> String? {
    if command.name == Command.help.name {
      return firstWords.map(\.word).joined(separator: " ")
    }
    let words = command.arguments.split(separator: "|")
    let isChoice = words.count > 1 && words.allSatisfy { $0.allSatisfy(\.isLetter) }
    return isChoice ? words.joined(separator: " ") : nil
  }
}
