import Foundation
import Testing
import TremaLog
import TremaSecrets
import TremaTestSupport

@Suite struct LogRedactionTests {
  private let memory = MemoryHandler()
  private var log: Log { Log(label: "", system: LogSystem(handlers: [memory])) }

  private func swept(_ text: String) -> String {
    memory.removeAll()
    log.info("\(text, .public)", ["x": .string(text)])
    let record = memory.records[0]
    #expect(record.metadata["x"] == .string(record.message))
    return record.message
  }

  @Test func `names that count secrets are not redacted in a text`() {
    #expect(swept("maxTokens=12 cookieCount: 3") == "maxTokens=12 cookieCount: 3")
    #expect(!swept("token=s3cr3tvalue").contains("s3cr3t"))
  }

  @Test func `a single-precision number keeps its digits`() {
    #expect(LogValue.public(Float(0.1)) == .real(0.1))
    #expect(LogValue.public(Float.infinity) == .real(.infinity))
  }

  @Test func `keys that name a secret redact their values of any kind`() {
    let secret = [
      "password", "Password", "DB_PASSWORD_2", "token", "accessToken", "X-Token-Id", "tokens",
      "authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "apiKey", "api_key", "secret",
      "client-secret", "credentials", "passphrase", "pwd", "session_id", "private.key",
    ]
    let open = [
      "maxTokens", "cookieCount", "max_tokens", "tokenCount", "password_length", "user", "path",
      "tok", "keyboard", "pass", "monkey", "", "sessions", "ms",
    ]
    for key in secret { #expect(LogRedaction.standard.hides(key), "\(key)") }
    for key in open { #expect(!LogRedaction.standard.hides(key), "\(key)") }
    #expect(LogRedaction(hiding: ["iban"]).hides("customer-IBAN"))
    // Secret words configured by the app are redacted even if they name a quantity.
    #expect(LogRedaction(hiding: ["age"]).hides("customerAge"))
    log.info("x", ["token": 12, "a": ["password": ["x": "y"], "n": 1], "b": [["cookie": "c"]]])
    #expect(
      memory.records[0].metadata == [
        "token": .redacted, "a": ["password": .redacted, "n": 1], "b": [["cookie": .redacted]],
      ])
  }

  @Test func `values of handlers and tasks are checked, too`() {
    let memory = MemoryHandler(metadata: ["token": "t0p-secret"])
    let log = Log(label: "", system: LogSystem(handlers: [memory]))
    Log.with(["cookie": "t0p-secret"]) { log.info("x") }
    #expect(memory.records[0].metadata == ["token": .redacted, "cookie": .redacted])
  }

  @Test func `public values are checked by their keys`() {
    let inner: LogMetadata = ["password": "a b", "n": 1]
    log.info("x", ["a": .public(inner), "b": .public([.dictionary(inner)] as [LogValue])])
    let shown: LogValue = ["password": .redacted, "n": 1]
    #expect(memory.records[0].metadata == ["a": shown, "b": .array([shown])])
  }

  @Test func `secrets in texts are redacted, and nothing else`() {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
    let pem = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQ\nAwEH\n-----END EC PRIVATE KEY-----"
    let table = [
      ("GET /a?token=abc123&n=1", "GET /a?token=<redacted>&n=1"),
      (
        "/a?n=1&access_token=abc&api_key=x y", "/a?n=1&access_token=<redacted>&api_key=<redacted> y"
      ),
      (
        "https://b/?X-Amz-Signature=0a1b&sig=q#f",
        "https://b/?X-Amz-Signature=<redacted>&sig=<redacted>#f"
      ),
      ("got \(token), then", "got <redacted>, then"),
      (token, "<redacted>"),
      ("key:\n\(pem)\nafter", "key:\n<redacted>\nafter"),
      ("a \(pem.prefix(50))", "a <redacted>"),
      ("postgres://joe:hunter2@db/x", "postgres://<redacted>@db/x"),
      ("Authorization: Bearer abc def\nHost: x", "Authorization: <redacted>\nHost: x"),
      ("set-cookie: a=b; c=d", "set-cookie: <redacted>"),
      ("sent Bearer abcdefgh12345 twice", "sent Bearer <redacted> twice"),
      ("BASIC am9lOmh1bnRlcjI=", "BASIC <redacted>"),
      (#"{"password": "hun\"ter2", "n": 1}"#, #"{"password": "<redacted>", "n": 1}"#),
      (#"{\"token\":\"abc\",\"n\":1}"#, #"{\"token\":\"<redacted>\",\"n\":1}"#),
      ("password=hunter2, user=joe", "password=<redacted>, user=joe"),
      ("DB_PASSWORD: 'a b c' x", "DB_PASSWORD: '<redacted>' x"),
      ("key AKIAIOSFODNN7EXAMPLE.", "key <redacted>."),
      ("ghp_" + String(repeating: "a", count: 36), "<redacted>"),
      ("é password=ü😀&x", "é password=<redacted>&x"),
      // A private key that begins in another record.
      ("AwEH\n-----END EC PRIVATE KEY-----\nafter", "<redacted>\nafter"),
      // The description of a Swift value with parts.
      (#"User(password: Optional("a b"), n: 1)"#, #"User(password: Optional("<redacted>"), n: 1)"#),
      (#"["tokens": ["a", "b)"], "n": 1]"#, #"["tokens": <redacted>, "n": 1]"#),
      (#"{"password": {"old": "a", "new": "b"}, "n": 1}"#, #"{"password": <redacted>, "n": 1}"#),
      (#"{\"tokens\":[\"a\",\"b\"],\"n\":1}"#, #"{\"tokens\":<redacted>,\"n\":1}"#),
      ("secret: Key(bytes: [1, 2]), n: 1", "secret: <redacted>, n: 1"),
      ("token: [1, 2", "token: <redacted>"),
      (#"password := "a b""#, #"password := "<redacted>""#),
      (#""password" => "a b""#, #""password" => "<redacted>""#),
      ("password == abc\tx=1", "password == <redacted>\tx=1"),
      ("password\t=\tabc", "password\t=\t<redacted>"),
      ("password=#abc&n=1", "password=<redacted>&n=1"),
      // Passphrases have several words.
      ("password: correct horse  battery, n=1", "password: <redacted>, n=1"),
      ("passphrase = correct horse user=joe", "passphrase = <redacted> user=joe"),
      ("password=correct then", "password=<redacted> then"),
      ("authorization=Bearer abc n=1", "authorization=<redacted> n=1"),
      ("redis://:pa?ss@host:1/", "redis://<redacted>@host:1/"),
      ("see postgres://joe:p/s@s#w@db/x now", "see postgres://<redacted>@db/x now"),
      ("curl --password hunter2 --token=abc x", "curl --password <redacted> --token=<redacted> x"),
    ]
    for (text, expected) in table { #expect(swept(text) == expected) }
    let harmless = [
      "", "a = b: c -- d", "tokens are fine", "the password", "?n=1", "https://a/b?c=d",
      "Basic rules",
      "eyJ", "-----", "10:30:00", "a@b.example", "/users/7;v=1", "bearer of news", "=", ":", " ",
      "password=", "password: <redacted>", "https://[::1]:80/@me", "https://a:8080/@me/x", "--n 1",
      "-----END CERTIFICATE-----", "-----END PRIVATE KEY", "-----END -----", "-----BEGIN",
      "skilled at Swift and Greek",
    ]
    for text in harmless { #expect(swept(text) == text) }
  }

  @Test func `no planted secret remains in 10000 unusual texts, and the rest is intact`() {
    var random = SeededGenerator(seed: 3)
    let odd =
      HostileText.pieces + ["token", "=", "?", "Bearer", "eyJ", ".", "://", "-----BEGIN ", "\\"]
    for number in 0..<10_000 {
      let before = HostileText.text(&random, of: [odd])
      let after = HostileText.text(&random, of: [odd])
      let secret = "s3cr3t\(number)"
      let text = "\(before) &token=\(secret) \(after)"
      #expect(!swept(text).contains(secret), "\(text)")
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let account = Secret("s3cr3t-e")
    let description = "login failed, password=s3cr3t-f"
  }
  private struct Account: Sendable {
    let name = "joe"
    let password = Secret("s3cr3t-g")
  }

  #if os(Linux)
    @Test func `no handler outputs a planted secret`() throws {
      let folder = try TemporaryFolder()
      let journal = try LogReceiver(path: folder.path + "/journal")
      let syslog = try LogReceiver(path: folder.path + "/syslog")
      try folder.write([], to: "text")
      try folder.write([], to: "json")
      let text = try FileHandle(forWritingTo: folder.url.appendingPathComponent("text"))
      let json = try FileHandle(forWritingTo: folder.url.appendingPathComponent("json"))
      let log = Log(
        label: "a",
        system: LogSystem(handlers: [
          TextHandler(descriptor: text.fileDescriptor),
          JSONLinesHandler(descriptor: json.fileDescriptor),
          AsyncHandler(try RotatingFileHandler(path: folder.path + "/app.log")),
          JournaldHandler(application: "a", socket: folder.path + "/journal"),
          SyslogHandler(to: .socket(path: folder.path + "/syslog"), application: "a"), memory,
        ]))
      let secret = Secret("s3cr3t-a")
      let plain = "s3cr3t-b"
      Log.with(["token": "s3cr3t-c", "seen": .private("s3cr3t-d")]) {
        log.fatal(
          """
          \(secret) \(secret, .public) \(plain) \(plain, .hash) \([secret], .public) \
          \(Account(), .public) \([Optional(secret)], .public) password=\(plain, .public)
          """,
          [
            "error": .error(Failure()), "secret": .public(secret), "hash": .hash(plain),
            "both": .public([secret]), "text": "\(plain) and \(secret)", "Cookie": .string(plain),
            "account": .public(Account()), "url": "https://joe:s3cr3t-h@x/?sig=s3cr3t-i",
          ])
      }
      let outputs =
        try ["text", "json", "app.log"].map { String(decoding: try folder.read($0), as: UTF8.self) }
        + [try journal.text(), try syslog.text(), "\(memory.records)"]
      for output in outputs {
        #expect(output.contains("joe") && output.contains("<redacted>"))
        #expect(!output.contains("s3cr3t"), "\(output)")
      }
      #expect(!String(reflecting: memory.records).contains("s3cr3t"))
    }
  #endif
}
