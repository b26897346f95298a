/// Each server once a process, started when the first test asks for it.
actor ServerShelf {
  static let shared = ServerShelf()

  private var starts: [String: Task<ServerProcess, any Error>] = [:]

  func server(_ kind: String, options: [String: String] = [:]) async throws -> ServerProcess {
    let start: Task<ServerProcess, any Error>
    if let begun = starts[kind] {
      start = begun
    } else {
      // Of its own: a test that is cancelled must not take the server from the others.
      start = Task.detached { try await ServerProcess.start(kind, options: options) }
      starts[kind] = start
    }
    return try await start.value
  }
}
