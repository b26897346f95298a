extension TestServers {
  /// Answers with the fields that the query says, and counts how often: `Servers/serve_origin.py`.
  package static func origin() async throws -> String {
    try await ServerShelf.shared.server("serve_origin").fact("url")
  }
}

extension TestServers {
  /// Answers in the order that a script says, and logs what it was asked: `Servers/serve_script.py`.
  package static func script() async throws -> String {
    try await ServerShelf.shared.server("serve_script").fact("url")
  }
}
