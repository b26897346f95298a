extension Command {
  /// `trema help`, which prints the help and the generated reference pages.
  ///
  /// The options print documentation pages. Tests compare them with the files.
  static let help = Command(
    name: "help", arguments: "[COMMAND | check NAME]",
    summary: "explain trema, a command or a check", hasVerbosity: false,
    options: [
      Option("reference", "print the reference of all commands, Documentation/Command.md"),
      Option("checks", "print the page of all checks, Documentation/Checks.md"),
      Option(
        "config-checks",
        "print the page of all configuration checks, Documentation/Configuration/Checks.md"),
      Option(
        "manual", .text("DATE"), "print the manual page trema(1) with this date in its footer"),
    ]
  ) { invocation in
    if invocation.isSet("reference") {
      try Console.print(Help.reference())
    } else if invocation.isSet("checks") {
      try Console.print(Help.checks())
    } else if invocation.isSet("config-checks") {
      try Console.print(Help.configurationChecks())
    } else if let date = invocation.value("manual") {
      try Console.print(Help.manual(date: date))
    } else if let name = invocation.arguments.first {
      if name == Command.check.name, invocation.arguments.count > 1 {
        try invocation.requireAtMost(2, hint: "run trema help check NAME")
        try Console.print(Help.page(ofCheck: invocation.arguments[1]))
        return 0
      }
      if CommandTable.groups.contains(name), invocation.arguments.count == 1 {
        try Console.print(Help.text(ofGroup: name))
        return 0
      }
      var arguments = invocation.arguments[...]
      let command = try CommandTable.command(namedBy: &arguments)
      try invocation.requireAtMost(
        invocation.arguments.count - arguments.count, hint: "run trema help \(command.name)")
      try Console.print(Help.text(of: command))
    } else {
      try Console.print(Help.overview())
    }
    return 0
  }
}
