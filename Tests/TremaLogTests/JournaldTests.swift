#if os(Linux)
  import Glibc
  import Testing
  import TremaTestSupport

  @testable import TremaLog

  @Suite struct JournaldTests {
    private let folder: TemporaryFolder
    private let receiver: LogReceiver
    private let handler: JournaldHandler

    init() throws {
      folder = try TemporaryFolder()
      receiver = try LogReceiver(path: folder.path + "/socket")
      handler = JournaldHandler(application: "shop", socket: folder.path + "/socket")
    }

    /// The fields of an entry, read as systemd's protocol defines.
    private func fields(_ bytes: [UInt8]) throws -> [(String, String)] {
      var fields: [(String, String)] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let end = try #require(rest.firstIndex { $0 == 0x0A || $0 == UInt8(ascii: "=") })
        let name = String(decoding: rest[..<end], as: UTF8.self)
        let value: ArraySlice<UInt8>
        if rest[end] == 0x0A {
          let length = rest[(end + 1)...].prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
          value = rest[(end + 9)...].prefix(length)
          #expect(rest[value.endIndex] == 0x0A)
        } else {
          value = rest[(end + 1)...].prefix { $0 != 0x0A }
        }
        fields.append((name, String(decoding: value, as: UTF8.self)))
        rest = rest[(value.endIndex + 1)...]
      }
      return fields
    }

    @Test func `a record is one entry, and values with line feeds are length-prefixed`() throws {
      try handler.handle(
        LogRecord(
          level: .warning, label: "net", message: "a\nb",
          metadata: ["request": "7", "empty": "", "é-x": "1=2", "two": "\n"], file: "A", line: 3,
          task: "1f"))
      let bytes = try receiver.next().bytes
      #expect(
        bytes
          == Array("MESSAGE\n".utf8) + [3, 0, 0, 0, 0, 0, 0, 0]
          + Array(
            """
            a\nb
            PRIORITY=4
            SYSLOG_IDENTIFIER=shop
            CODE_FILE=A
            CODE_LINE=3
            TREMA_LEVEL=warning
            TREMA_LABEL=net
            TREMA_TASK=1f
            REQUEST=7
            EMPTY=
            FIELD____X=1=2
            TWO

            """.utf8) + [1, 0, 0, 0, 0, 0, 0, 0] + Array("\n\n".utf8))
    }

    @Test func `a metadata key never replaces a journal field`() throws {
      let keys = [
        "message", "PRIORITY", "_pid", "1st", "", "code_file", "syslog_raw", "trema_level", "a.b",
        "messages", String(repeating: "k", count: 100),
      ]
      var metadata = LogMetadata()
      for key in keys { metadata[key] = "v" }
      try handler.handle(LogRecord(level: .info, message: "m", metadata: metadata))
      let names = try fields(try receiver.next().bytes).dropFirst(6).map(\.0)
      #expect(
        names == [
          "FIELD_MESSAGE", "FIELD_PRIORITY", "FIELD__PID", "FIELD_1ST", "FIELD_",
          "FIELD_CODE_FILE", "FIELD_SYSLOG_RAW", "FIELD_TREMA_LEVEL", "A_B", "MESSAGES",
          String(repeating: "K", count: 64),
        ])
    }

    @Test func `a record too large for a datagram is sent as a sealed memory file`() throws {
      let long = String(repeating: "long\n", count: 200_000)
      try handler.handle(LogRecord(level: .info, message: long))
      let message = try receiver.next()
      #expect(message.bytes.isEmpty)
      let file = try #require(message.file)
      defer { close(file) }
      // F_GET_SEALS: seal, shrink, grow and write.
      #expect(fcntl(file, 1034) == 15)
      #expect(try fields(try contents(file)).first?.1 == long)
      // The next record is small again.
      try handler.handle(LogRecord(level: .info, message: "x"))
      #expect(try fields(try receiver.next().bytes).first?.1 == "x")
    }

    @Test func `a large record is sent as an unnamed file without memory files`() throws {
      let bytes = [UInt8](repeating: 7, count: 100_000)
      let file = try SealedFile.containing(bytes, allowsMemory: false)
      var socket = DatagramSocket(.socket(path: folder.path + "/socket"))
      try socket.withSocket { file.send(by: $0) }
      let got = try #require(try receiver.next().file)
      defer { close(got) }
      #expect(try contents(got) == bytes)
      var info = stat()
      #expect(fstat(got, &info) == 0 && info.st_nlink == 0)
    }

    private func contents(_ file: Int32) throws -> [UInt8] {
      var info = stat()
      #expect(fstat(file, &info) == 0)
      var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
      let count = pread(file, &bytes, bytes.count, 0)
      #expect(count == bytes.count)
      return bytes
    }

    @Test func `a missing journal socket is reported`() {
      let error = #expect(throws: LogFailure.self) {
        try JournaldHandler(application: "a", socket: "/nowhere/socket")
          .handle(LogRecord(level: .info, message: ""))
      }
      #expect(error?.description == "cannot connect to /nowhere/socket: No such file or directory")
    }
  }
#endif
