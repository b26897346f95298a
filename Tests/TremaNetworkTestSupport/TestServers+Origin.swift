extension TestServers {
  /// Answers with the fields in the query, and counts the requests: `Servers/serve_origin.py`.
  package static func origin() async throws -> String {
    try await ServerShelf.shared.server("serve_origin").fact("url")
  }
}

extension TestServers {
  /// Answers in the order of a script, and logs the requests: `Servers/serve_script.py`.
  package static func script() async throws -> String {
    try await ServerShelf.shared.server("serve_script").fact("url")
  }
}
