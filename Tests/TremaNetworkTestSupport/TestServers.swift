/// Real servers on loopback, on free ports. Each is started once a process when it is first
/// requested, and ends with the process in any case.
///
/// All URLs are without a slash at their end. A server that is not installed is an error that names
/// it.
package enum TestServers {
  /// httpbin 0.10 under gunicorn, HTTP/1.1: `/get`, `/post`, `/anything`, `/status/418`, ….
  package static func httpbin() async throws -> String {
    try await ServerShelf.shared.server("serve_httpbin").fact("url")
  }

  /// The path of a Unix socket where ``httpbin()`` answers too.
  package static func unixSocket() async throws -> String {
    try await ServerShelf.shared.server("serve_httpbin").fact("socket")
  }

  /// Answers as the path demands, and returns the received request in `X-Seen`:
  /// `Servers/traces.py`.
  package static func traces() async throws -> String {
    try await ServerShelf.shared.server("serve_traces").fact("url")
  }

  package static func nginx() async throws -> NginxServer {
    let options = ["authority": try await authority().folder]
    let server = try await ServerShelf.shared.server("serve_nginx", options: options)
    return try NginxServer(server)
  }

  package static func nghttpd() async throws -> NghttpdServer {
    let options = ["authority": try await authority().folder]
    let server = try await ServerShelf.shared.server("serve_nghttpd", options: options)
    return NghttpdServer(clear: try server.fact("clear"), secure: try server.fact("secure"))
  }

  package static func tinyproxy() async throws -> TinyproxyServer {
    let server = try await ServerShelf.shared.server("serve_tinyproxy")
    return TinyproxyServer(
      open: try server.fact("open"), closed: try server.fact("closed"),
      user: try server.fact("user"), password: try server.fact("password"),
      openLog: try server.fact("openLog"), closedLog: try server.fact("closedLog"))
  }

  package static func socks() async throws -> SOCKSServer {
    let server = try await ServerShelf.shared.server("serve_socks")
    return SOCKSServer(
      open: try server.fact("open"), closed: try server.fact("closed"),
      user: try server.fact("user"), password: try server.fact("password"),
      openLog: try server.fact("openLog"), closedLog: try server.fact("closedLog"))
  }

  /// Accepts every body, stores nothing, and answers `COUNT of LENGTH`; HTTP/1.1.
  package static func sink() async throws -> String {
    try await ServerShelf.shared.server("serve_sink").fact("url")
  }

  /// Counts the requests, and fails as often as the path demands: `Servers/serve_flow.py`.
  package static func flow() async throws -> String {
    try await ServerShelf.shared.server("serve_flow").fact("url")
  }

  /// A token server over Authlib, and its protected resources: `Servers/tokens.py`.
  package static func tokens() async throws -> String {
    try await ServerShelf.shared.server("serve_tokens").fact("url")
  }

  /// HTTP/2 without TLS that breaks streams off.
  package static func resets() async throws -> ResetServer {
    try ResetServer(await ServerShelf.shared.server("serve_resets"))
  }

  /// The server that fails on purpose, and the same as a proxy in front of ``httpbin()``.
  package static func faults() async throws -> FaultServer {
    let options = ["authority": try await authority().folder, "behind": try await httpbin()]
    return try FaultServer(await ServerShelf.shared.server("serve_faults", options: options))
  }

  /// The private authority that has signed the certificates of all other servers.
  package static func authority() async throws -> TestAuthority {
    try TestAuthority(await ServerShelf.shared.server("serve_authority"))
  }
}

/// nginx. Under each URL: `/hello.txt` (`hello, world` and a line feed), `/empty.txt`, `/text.txt`
/// (some 100 KB that are compressed on request), `/ten.bin` (10 MiB: the bytes 0 to 255 over and
/// over), `/large.bin` (1 GiB of zeros), all with ranges, `ETag` and 304; `/200` (200 times `x`),
/// `/about` (version of HTTP, of TLS, and the name in the client's certificate), `/method`,
/// `/upload` (204 for any body), `/moved` (301), `/found` (302); the files once more below `/slow/`
/// (64 KiB/s), `/closing/` (each connection serves one request), and `/private/` (Basic, `user` and
/// `password`). `/connection` returns the number of the connection, as the field `X-Connection` of
/// resources below `/slow/` does. `/via/PORT/PATH` forwards to another server of this machine, and
/// streams its response.
package struct NginxServer: Sendable {
  /// HTTP/1.1.
  package let http: String
  /// The same on `[::1]`; nil on a machine without IPv6.
  package let ipv6: String?
  /// HTTP/1.1 over TLS 1.2 and 1.3.
  package let tls: String
  /// HTTP/2 and HTTP/1.1 over TLS.
  package let http2: String
  /// Over TLS; 400 without a client certificate.
  package let clientCertificates: String
  /// Over TLS 1.2 alone.
  package let tls12: String
  /// The path of a Unix socket, HTTP/1.1.
  package let socket: String
  /// The folder of the files.
  package let files: String

  init(_ server: ServerProcess) throws {
    http = try server.fact("http")
    let ipv6 = try server.fact("ipv6")
    self.ipv6 = ipv6.isEmpty ? nil : ipv6
    tls = try server.fact("tls")
    http2 = try server.fact("http2")
    clientCertificates = try server.fact("clientCertificates")
    tls12 = try server.fact("tls12")
    socket = try server.fact("socket")
    files = try server.fact("files")
  }
}

/// nghttpd, HTTP/2 alone. `/hello.txt`, `/ten.bin`, and `/echo`, which returns the received body.
package struct NghttpdServer: Sendable {
  /// HTTP/2 without TLS, with prior knowledge.
  package let clear: String
  package let secure: String
}

/// tinyproxy: forwards requests and opens tunnels. Addresses are `127.0.0.1:port`.
package struct TinyproxyServer: Sendable {
  package let open: String
  /// Requires a name and a password.
  package let closed: String
  package let user: String
  package let password: String
  /// Files with a line for each connection.
  package let openLog: String
  package let closedLog: String
}

/// SOCKS 5. Only the proxy can resolve `loopback.example`, and it refuses `refused.example`.
/// Addresses are `127.0.0.1:port`.
package struct SOCKSServer: Sendable {
  package let open: String
  /// Requires a name and a password.
  package let closed: String
  package let user: String
  package let password: String
  /// Files with a line for each request: `name HOST PORT` or `address HOST PORT`, as it was
  /// received.
  package let openLog: String
  package let closedLog: String
}

/// HTTP/2 without TLS: one port for each way to end a stream.
package struct ResetServer: Sendable {
  /// Resets before the head, with one of these codes.
  package let internalError: String
  package let cancel: String
  package let refused: String
  /// Ends in the middle of a body: the stream, and the connection.
  package let inBody: String
  package let endInBody: String
  /// Sends GOAWAY instead of a head, and closes the connection.
  package let goAway: String
  /// A file with a line for each request that was refused.
  package let refusedLog: String

  init(_ server: ServerProcess) throws {
    internalError = try server.fact("internalError")
    cancel = try server.fact("cancel")
    refused = try server.fact("refused")
    inBody = try server.fact("inBody")
    endInBody = try server.fact("endInBody")
    goAway = try server.fact("goAway")
    refusedLog = try server.fact("refusedLog")
  }
}
