extension Command {
  static let version = Command(
    name: "version", arguments: "", summary: "Say which version this is", options: []
  ) { _ in
    try Console.print("trema \(Trema.version)\n")
    return 0
  }
}
