extension TestServers {
  /// Two origins that redirect, set cookies and return the received request:
  /// `Servers/serve_redirects.py`.
  package static func redirects() async throws -> (first: String, second: String) {
    let server = try await ServerShelf.shared.server("serve_redirects")
    return (try server.fact("first"), try server.fact("second"))
  }
}
