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
      guard let command = CommandTable.command(name) else {
        throw Invocation.usage("unknown command '\(name)'", hint: "trema help lists the commands")
      }
      try Console.print(Help.text(of: command))
    } else {
      try Console.print(Help.overview())
    }
    return 0
  }
}
