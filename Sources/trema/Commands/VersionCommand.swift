extension Command {
  static let version = Command(
    name: "version", arguments: "", summary: "Say which version this is",
    hasVerbosity: false, options: []
  ) { invocation in
    try invocation.takesAtMost(0)
    try Console.print("trema \(Trema.version)\n")
    return 0
  }
}
