extension Command {
  /// `trema completions`, which prints a shell completion script.
  static let completions = Command(
    name: "completions", arguments: Completions.shells.joined(separator: "|"),
    summary: "print the completions for a shell", hasVerbosity: false, options: []
  ) { invocation in
    guard let shell = invocation.arguments.first, Completions.shells.contains(shell) else {
      throw Invocation.usageError(
        "no shell is specified",
        hint: "use one of "
          + "\(Completions.shells.joined(separator: ", "))")
    }
    try invocation.requireAtMost(1)
    try Console.print(Completions.script(for: shell))
    return 0
  }
}
