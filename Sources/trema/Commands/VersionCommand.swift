extension Command {
  /// `trema version`, which prints the tool's version.
  static let version = Command(
    name: "version", arguments: "", summary: "print the version",
    hasVerbosity: false, options: []
  ) { invocation in
    try invocation.requireAtMost(0)
    try Console.print("trema \(Trema.version)\n")
    return 0
  }
}
