extension Command {
  static let build = Command(
    name: "build", arguments: "", summary: "Make all outputs of a project", options: []) { _ in 0 }
}
