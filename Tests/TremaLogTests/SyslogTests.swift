#if os(Linux)
  import Glibc
  import Testing
  import TremaLog
  import TremaTestSupport

  @Suite struct SyslogTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/log" }

    init() throws { folder = try TemporaryFolder() }

    private let host: String = {
      var name = [CChar](repeating: 0, count: 256)
      gethostname(&name, 255)
      return String(decoding: name.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    }()

    private func record(_ level: LogLevel, _ metadata: LogMetadata = [:]) -> LogRecord {
      LogRecord(
        time: LogTime(seconds: 1_795_242_600, microseconds: 123_456), level: level, label: "net",
        message: "é\nx", metadata: metadata, file: "A", line: 1)
    }

    @Test func `a record is sent as an RFC 5424 message over a Unix socket and UDP`() throws {
      let local = try LogReceiver(path: path)
      let remote = try LogReceiver()
      for (receiver, destination) in [
        (local, LogDestination.socket(path: path)),
        (remote, .udp(host: "127.0.0.1", port: remote.port)),
      ] {
        let handler = SyslogHandler(to: destination, application: "my shop", facility: 16)
        try handler.handle(record(.error, ["a=b]\"é\u{7F}": "q\"b\\c]d", "": 1]))
        #expect(
          try receiver.text()
            == "<131>1 2026-11-21T06:30:00.123456Z \(host) my_shop \(getpid()) - "
            + #"[trema@32473 label="net" a_b_____="q\"b\\c\]d" _="1" file="A" line="1"] "#
            + "\u{FEFF}" + #"é\nx"#)
        try handler.close()
      }
    }

    @Test func `levels map to severities`() throws {
      let receiver = try LogReceiver(path: path)
      let handler = SyslogHandler(to: .socket(path: path), application: "")
      let found = try LogLevel.allCases.map { level in
        try handler.handle(record(level))
        let text = try receiver.text()
        #expect(text.contains(" \(host) - \(getpid()) "))
        return text.prefix(5)
      }
      #expect(found == ["<15>1", "<15>1", "<14>1", "<12>1", "<11>1", "<10>1"])
    }

    @Test func `a message that is too long is truncated at a character boundary`() throws {
      let receiver = try LogReceiver(path: path)
      let handler = SyslogHandler(to: .socket(path: path), application: "a", limit: 480)
      for length in [1000, 1001] {
        var long = record(.info, ["big": .string(String(repeating: "]", count: 5000)), "n": 1])
        long.message =
          String(repeating: "x", count: length % 2) + String(repeating: "é", count: length)
        try handler.handle(long)
        let bytes = try receiver.next().bytes
        #expect((478...480).contains(bytes.count))
        #expect(String(validating: bytes, as: UTF8.self) != nil)
        #expect(String(decoding: bytes, as: UTF8.self).contains(#"label="net" n="1" file="A""#))
      }
    }

    @Test func `logging reconnects to a restarted receiver`() throws {
      var receiver: LogReceiver? = try LogReceiver(path: path)
      let handler = SyslogHandler(to: .socket(path: path), application: "a")
      try handler.handle(record(.info))
      _ = try receiver?.next()
      receiver = nil
      let error = #expect(throws: LogFailure.self) { try handler.handle(record(.info)) }
      #expect(error?.description == "cannot connect to \(path): Connection refused")
      unlink(path)
      receiver = try LogReceiver(path: path)
      try handler.handle(record(.info))
      #expect(try receiver?.text().hasPrefix("<14>1") == true)
    }

    @Test func `an unreachable receiver is reported`() {
      func problem(_ destination: LogDestination) -> String? {
        #expect(throws: LogFailure.self) {
          try SyslogHandler(to: destination, application: "a").handle(record(.info))
        }?.description
      }
      #expect(
        problem(.socket(path: path)) == "cannot connect to \(path): No such file or directory")
      let long = "/" + String(repeating: "x", count: 108)
      #expect(problem(.socket(path: long)) == "cannot connect to \(long): File name too long")
      #expect(
        problem(.udp(host: "999.0.0.1.invalid", port: 1))
          == "cannot find 999.0.0.1.invalid: No route to host")
    }

    @Test func `a receiver that stops reading does not block the program forever`() throws {
      let receiver = try LogReceiver(path: path)
      let handler = SyslogHandler(to: .socket(path: path), application: "a")
      let error = #expect(throws: LogFailure.self) {
        for _ in 0..<100_000 { try handler.handle(record(.info)) }
      }
      #expect(error?.description == "cannot send to \(path): Resource temporarily unavailable")
      withExtendedLifetime(receiver) {}
    }
  }
#endif
