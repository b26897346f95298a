/// The servers, each once a process, started when the first test requests it.
actor ServerShelf {
  static let shared = ServerShelf()

  private var starts: [String: Task<ServerProcess, any Error>] = [:]

  func server(_ kind: String, options: [String: String] = [:]) async throws -> ServerProcess {
    let start: Task<ServerProcess, any Error>
    if let begun = starts[kind] {
      start = begun
    } else {
      // A detached task: a cancelled test must not end the server of the others.
      start = Task.detached { try await ServerProcess.start(kind, options: options) }
      starts[kind] = start
    }
    return try await start.value
  }
}
