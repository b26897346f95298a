extension TestServers {
  /// Answers with the fields that the query says, and counts how often: `Servers/serve_origin.py`.
  public static func origin() async throws -> String {
    try await ServerShelf.shared.server("serve_origin").fact("url")
  }
}
