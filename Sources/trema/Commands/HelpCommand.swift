extension Command {
  static let help = Command(
    name: "help", arguments: "[COMMAND]", summary: "Say what trema or one of its commands does",
    options: [
      Option("reference", "write the reference of all commands, Documentation/Command.md")
    ]
  ) { invocation in
    if invocation.isSet("reference") {
      try Console.print(Help.reference())
    } else if let name = invocation.arguments.first {
      try invocation.takesAtMost(1, hint: "trema help \(name)")
      try Console.print(Help.text(of: CommandTable.command(named: name)))
    } else {
      try Console.print(Help.overview())
    }
    return 0
  }
}
