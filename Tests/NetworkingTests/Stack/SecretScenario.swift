#if os(Linux)
  import Foundation
  import Networking
  import TremaCurl
  import TremaHTTP
  import TremaNetworkTestSupport
  import TremaSupport

  /// A typical app session and its possible failures, with secrets everywhere; all values and
  /// errors are printed in every representation.
  struct SecretScenario {
    private struct Login: Codable, Sendable {
      var user = "ada"
      var password = Secrets.planted("json")
    }

    private struct Quoting: Error, Encodable, CustomStringConvertible {
      var description: String { Secrets.planted("quoted") }
      func encode(to encoder: any Encoder) throws { throw self }
    }

    /// The name of an app's own error is shown as it is.
    private struct Plain: Error {}

    private struct Closed: Constraint {
      func isSatisfied(for request: ClientRequest) async -> Bool { false }
      func satisfy(for request: ClientRequest, client: HTTPClient) async throws { throw Plain() }
    }

    private let folder: String
    private let inspector = NetworkInspector()

    init(_ folder: String) { self.folder = folder }

    func run() async throws {
      let stack = try await FullStack(
        cache: Cache(store: DiskCacheStore(folder: folder + "/cache")))
      let recorder = RecordingTransport(wrapping: try CurlTransport())
      let tokens = try await stack.tokens()
      try Data(
        [stack.configuration.clientSecret, tokens.accessToken, tokens.refreshToken]
          .compactMap { $0 }.joined(separator: "\n").utf8
      ).write(to: URL(fileURLWithPath: folder + "/tokens"))
      let session = OAuth2(stack.configuration, store: MemoryTokenStore(tokens))
      let jar = try CookieJar(file: CookieFile(folder + "/cookies", keepsSession: true))
      func client(_ authentication: Authentication, at url: String) -> HTTPClient {
        var client = HTTPClient(
          baseURL: url, fields: ["X-Api-Key": Secrets.planted("key")], transport: recorder)
        for one in FullStack.each(authentication, jar, stack.cache, inspector, PrintLog())
        where one.name != "Redirects" { client = client.adding(one) }
        return client.adding(Redirects(limit: 5, originBoundFields: ["X-Api-Key"]))
      }
      let app = client(Authentication(session), at: stack.url)
      try await signedIn(app, stack, session)
      let httpbin = try await TestServers.httpbin()
      for (name, one) in [
        ("basic", Authentication(try .basic("ada", Secrets.planted("basic")))),
        ("digest", Authentication(.digest("ada", Secrets.planted("digest")))),
        ("bearer", Authentication(.bearer(Secrets.planted("bearer")))),
      ] {
        show(one)
        let client = client(one, at: httpbin)
        let path =
          name == "digest"
          ? "digest-auth/auth/ada/\(Secrets.planted("path"))" : "bearer"
        // The path is shown, as everywhere; here the server requires a password in it.
        if name != "digest" { await show(client, RequestBuilder.get(path).text) }
        try await echoes(client)
      }
      let plain = client(
        Authentication(.bearer(Secrets.planted("bearer"))), at: httpbin)
      await cookies(plain, jar)
      await failures(plain, recorder)
      try await transfers(plain)
      for exchange in inspector.exchanges + recorder.exchanges {
        show(exchange)
        show(exchange.requestBody)
        show(exchange.metrics?.summary ?? "")
      }
      for one in [
        jar, jar.cookies(), stack.cache, stack.cache.problems, inspector, recorder, session,
        tokens, stack.configuration, app, plain, app.interceptors, CookieFile(folder + "/cookies"),
      ] as [any Sendable] { show(one) }
      try write(inspector.har(), to: "har")
      try recorder.write(to: folder + "/recorded.har")
      try write(Array(inspector.table(width: 300).utf8), to: "table")
      try write(
        Array(inspector.exchanges.map { $0.curl() }.joined(separator: "\n").utf8), to: "curl")
      await recorder.close()
      await stack.close()
    }

    /// Tests cookies, a refresh, cached and uncached responses.
    private func signedIn(
      _ client: HTTPClient, _ stack: FullStack, _ session: OAuth2
    ) async throws {
      let query = "token=\(Secrets.planted("query"))#\(Secrets.planted("fragment"))"
      await show(client, RequestBuilder.get("door").text.withHead)
      await show(client, RequestBuilder.get("guarded/kept?\(query)").text.withHead)
      await show(client, RequestBuilder.get("guarded/kept?\(query)").text)
      try await stack.tell("/expire")
      await show(client, RequestBuilder.post("guarded/kept?\(query)").json(Login()).text)
      var options = EventStreamOptions()
      options.delay = .milliseconds(10)
      let events = client.events(.get("guarded/events"), options: options)
      for try await event in events { show(event) }
      try await stack.tell("/end")
      // The refresh is refused, then no user is signed in.
      await show(client, RequestBuilder.get("guarded/busy").text)
      await show(client, RequestBuilder.get("guarded/busy").text)
      var wrong = stack.configuration
      wrong.clientSecret = Secrets.planted("client")
      wrong.parameters = ["key": Secrets.planted("parameter")]
      let machine = OAuth2(wrong, grant: .clientCredentials)
      show(machine)
      await show(
        client.removing(interceptor: "Authentication").adding(Authentication(machine)),
        RequestBuilder.get("things").text)
    }

    /// Sends all bodies and fields to a server that returns the received request.
    private func echoes(_ client: HTTPClient) async throws {
      let drafts = [
        RequestBuilder<BodyAllowed>.post("anything").json(Login()),
        .post("anything").form(["user": "ada", "password": Secrets.planted("form")]),
        .post("anything").multipart(
          MultipartForm([
            .text("password", Secrets.planted("part")),
            .data("token", Array(Secrets.planted("file").utf8), fileName: "a.bin"),
          ])),
        .post("anything").query("api_key", Secrets.planted("query")).header(
          "X-Auth-Token", Secrets.planted("field")),
      ]
      for draft in drafts {
        let draft = draft.header("Cookie", "own=\(Secrets.planted("cookie"))")
        show(draft)
        show(client.call(draft.text))
        // A server's response is for the app alone.
        await show(client, draft.empty)
        await show(client, draft.accepting(418).text)
        await show(client, draft.decoding([Int].self))
      }
    }

    private func cookies(_ client: HTTPClient, _ jar: CookieJar) async {
      guard let servers = try? await TestServers.redirects() else { return }
      let cookie = "sid=\(Secrets.planted("cookie"));Path=/;Max-Age=3600"
      let target = "\(servers.second)/plain?code=\(Secrets.planted("code"))"
      await show(client, RequestBuilder.get("response-headers").query("Set-Cookie", cookie).empty)
      await show(client, RequestBuilder.get("\(servers.first)/plain").empty)
      await show(client, RequestBuilder.get("\(servers.first)/to/302").query("url", target).empty)
      await show(
        client, RequestBuilder.get("\(servers.first)/ring/1?token=\(Secrets.planted("loop"))").empty
      )
      await show(
        client,
        RequestBuilder.get("\(servers.first)/to/302").query(
          "url", "http://ada:\(Secrets.planted("user"))@:x/"
        ).empty)
      await show(
        client,
        RequestBuilder.get("\(servers.first)/to/302").query(
          "url", "ftp://ada:\(Secrets.planted("user"))@h/"
        )
        .empty)
    }

    private func failures(_ client: HTTPClient, _ recorder: RecordingTransport) async {
      let secret = Secrets.planted("failure")
      var user = client
      user.baseURL = client.baseURL?.replacing("http://", with: "http://ada:\(secret)@")
      show(user)
      await show(user, RequestBuilder.get("get?token=\(secret)").text)
      await show(client, RequestBuilder.get("http://ada:\(secret)@[/x?token=\(secret)").text)
      await show(client, RequestBuilder.get("get").header("X-Token", "\(secret)\n").text)
      await show(client, RequestBuilder.post("anything").json(Quoting()).text)
      await show(client.adding(Closed()), RequestBuilder.get("get?token=\(secret)").text)
      await show(
        client.adding(BeforeRequest { _, _ in throw Plain() }), RequestBuilder.get("get").text)
      await show(
        client.adding(AfterResponse { _, _, _ in throw Plain() }), RequestBuilder.get("get").text)
      await show(
        client.removing(interceptor: "Authentication").adding(
          Authentication(BearerAuthentication(identity: "ada") { throw Plain() })),
        RequestBuilder.get("get").text)
      await show(client, RequestBuilder.get("http://127.0.0.1:1/?token=\(secret)").text)
      await show(client, RequestBuilder.get("http://nowhere.invalid/?token=\(secret)").text)
      await show(
        client,
        RequestBuilder.get("delay/9?token=\(secret)").deadline(.firstByte, .milliseconds(50)).text)
      await show(
        client, RequestBuilder.get("status/503").query("token", secret).bearer(secret).text)
      await show(
        client, RequestBuilder.get("get").cachePolicy(.cacheOnly).query("token", secret).text)
      await show(client, RequestBuilder.get("get").decodedLimit(-1).responseLimit(3).text)
      await show(
        client,
        RequestBuilder.get("response-headers").query("Set-Cookie", "a=\(secret)").query(
          "token", secret
        )
        .decoding(Int.self))
      for fault in ["garbage", "reset-in-body", "bomb", "truncated", "bad-length"] {
        guard let server = try? await TestServers.faults().url else { return }
        await show(
          client,
          RequestBuilder.get("\(server)/\(fault)?token=\(secret)").decodedLimit(1 << 20).text)
      }
      let task = Task {
        await client.call(.get("delay/9?token=\(secret)").bearer(secret).text).result
      }
      try? await Task.sleep(for: .milliseconds(50))
      task.cancel()
      show(await task.value)
    }

    private func transfers(_ client: HTTPClient) async throws {
      let query = "token=\(Secrets.planted("transfer"))"
      let download = client.download(.get("range/2000?\(query)"), to: folder + "/file")
      show(download)
      let run = download.start()
      show(run)
      show(try await run.value())
      for path in ["\(folder)/none/file", folder] {
        show(await result { try await client.download(.get("get?\(query)"), to: path).value() })
      }
      let upload = client.upload(.post("anything?\(query)").json(Login()).empty)
      show(upload)
      show(await result { try await upload.value() })
      let events = client.events(.get("get?\(query)"))
      show(events)
      show(await result { for try await _ in events {} })
    }

    private func result<Value: Sendable>(
      _ work: () async throws -> Value
    ) async -> Result<Value, any Error> {
      do { return .success(try await work()) } catch { return .failure(error) }
    }

    /// Prints a response: its value is the app's, and not shown; the head is.
    private func show<Value: Sendable>(_ client: HTTPClient, _ request: Request<Value>) async {
      show(request)
      do throws(NetworkError) {
        let value = try await client.send(request)
        if let page = value as? Response<String> { show(page.head) }
      } catch {
        show(error)
        show(error.kind)
        show(error.request)
        show(error.response)
      }
    }

    private func show<Value: Sendable>(_ value: Value) {
      print(value)
      debugPrint(value)
      dump(value)
      dump(["nested": [value]])
      print("\(value)", String(reflecting: value), "\((value, 1))")
      if case let error as any Error = value { print(error.localizedDescription) }
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
  }
#endif
