import Foundation
import Networking
import Testing
import TremaHTTP
import TremaTestSupport

@Suite struct CookieFileTests {
  private let folder: TemporaryFolder
  private let start = Date(timeIntervalSince1970: 1_000_000_000)
  private var path: String { folder.url.appendingPathComponent("cookies").path }

  init() throws { folder = try TemporaryFolder() }

  private func jar(_ cookies: [String], _ file: CookieFile? = nil) throws -> CookieJar {
    let jar = try file.map { file throws(CookieFileError) in try CookieJar(file: file, at: start) }
    let result = jar ?? CookieJar()
    result.store(
      HTTPFields(cookies.map { HTTPFields.Field(.setCookie, $0) }), from: "https://a.example/x/y",
      at: start)
    return result
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func text(_ cookie: Cookie) -> String {
    "\(cookie.name)|\(cookie.value)|\(cookie.domain)|\(cookie.path)|\(cookie.isHostOnly)|"
      + "\(cookie.isSecure)|\(cookie.isHTTPOnly)|\(cookie.sameSite)|"
      + "\(cookie.expires?.timeIntervalSince1970 ?? -1)|\(cookie.created.timeIntervalSince1970)"
  }

  @Test func `cookies read from a file keep their order`() throws {
    let jar = try jar(
      [
        "b=1; Max-Age=100", "a=2%; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=200",
        "c=x\ty%09; Domain=a.example; SameSite=Lax; Max-Age=300",
        "ä=ö; SameSite=None; Secure; Max-Age=400", "=nameless; Max-Age=500", "session=1",
      ])
    let all = jar.cookies(at: start)
    for keeps in [true, false] {
      let file = CookieFile(path, keepsSession: keeps)
      try file.write(all, at: start)
      #expect(try file.read(at: start).map(text) == all.prefix(keeps ? 6 : 5).map(text))
      // Fewer cookies, because some have expired since.
      #expect(try file.read(at: start + 250).count == (keeps ? 4 : 3))
      let again = try CookieJar(file: file, at: start)
      #expect(
        again.cookies(for: "https://a.example/x/y", at: start).map(text)
          == jar.cookies(for: "https://a.example/x/y", at: start)
          .filter { keeps || $0.expires != nil }.map(text))
    }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try names() == ["cookies"])
  }

  @Test func `a missing file is read as an empty jar`() throws {
    #expect(try CookieFile(path).read().isEmpty)
    #expect(try CookieJar(file: CookieFile(path)).cookies().isEmpty)
  }

  @Test func `any damage to a file is detected`() throws {
    let file = CookieFile(path)
    try file.write(try jar(["a=1; Max-Age=100", "b=2; Max-Age=100"]).cookies(at: start), at: start)
    let bytes = try folder.read("cookies")
    var damaged = (0..<bytes.count).map { Array(bytes.prefix($0)) }
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 1
      damaged.append(other)
    }
    damaged.append(bytes + [UInt8(ascii: "\n")])
    damaged.append(bytes + bytes)
    for content in damaged {
      try folder.write(content, to: "cookies")
      #expect(throws: CookieFileError.damaged(path: path)) { try file.read(at: start) }
    }
    #expect(throws: CookieFileError.damaged(path: path)) { try CookieJar(file: file, at: start) }
    let jar = try CookieJar(file: file, ifDamaged: .setAside, at: start)
    #expect(jar.cookies(at: start).isEmpty)
    #expect(try folder.read("cookies.damaged") == damaged.last)
    #expect(try names() == ["cookies.damaged"])
  }

  @Test func `a file that cannot be read or written is reported with its path`() throws {
    let missing = CookieFile(path + "/none/cookies")
    #expect(throws: CookieFileError.self) { try missing.write([]) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: CookieFileError.unreadable(path: path)) { try CookieFile(path).read() }
    let error = #expect(throws: CookieFileError.self) { try CookieFile(path).write([]) }
    #expect(error.map { "\($0)" }?.contains(path) == true)
    #expect(try names() == ["cookies"])
  }

  @Test func `temporary files of a killed writer are removed after a while`() throws {
    for (name, age) in [("cookies.new-1-1", 3600.0), ("cookies.new-2-1", 0), ("other", 3600)] {
      try folder.write(Array("half".utf8), to: name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)],
        ofItemAtPath: folder.url.appendingPathComponent(name).path)
    }
    _ = try CookieJar(file: CookieFile(path))
    #expect(try names() == ["cookies.new-2-1", "other"])
  }

  @Test func `cookie changes are saved, including concurrent ones`()
    async throws
  {
    let file = CookieFile(path)
    let jar = try CookieJar(file: file)
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      HTTPResponse(
        HTTPResponseHead(
          .ok, fields: ["Set-Cookie": "c\(request.target.suffix(3))=1; Max-Age=1000"],
          url: request.target))
    }
    let client = HTTPClient(transport: transport).adding(Cookies(jar))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 100..<200 {
        group.addTask { try await client.send(.get("https://a.example/\(index)").empty) }
      }
      try await group.waitForAll()
    }
    #expect(await eventually { (try? file.read().count) == 100 })
    #expect(jar.fileProblem == nil)
    #expect(try names() == ["cookies"])
  }

  @Test func `removed cookies are also removed from the file`() throws {
    let jar = try jar(["a=1; Max-Age=100", "b=2; Max-Age=100"], CookieFile(path))
    try jar.save(at: start)
    jar.remove(at: start) { $0.name == "a" }
    #expect(try CookieFile(path).read(at: start).map(\.name) == ["b"])
    jar.removeAll(at: start)
    #expect(try CookieFile(path).read(at: start).isEmpty)
    #expect(jar.fileProblem == nil)
  }

  @Test func `an older state never overwrites a newer one`() async throws {
    let file = CookieFile(path)
    let jar = try CookieJar(file: file)
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      let value = String(repeating: "x", count: 300)
      return HTTPResponse(
        HTTPResponseHead(
          .ok,
          fields: HTTPFields(
            (0..<60).map { HTTPFields.Field(.setCookie, "c\($0)=\(value); Max-Age=1000") }),
          url: request.target))
    }
    let client = HTTPClient(transport: transport).adding(Cookies(jar))
    for _ in 0..<20 {
      async let sent: Void = client.send(.get("https://a.example/").empty)
      #expect(await eventually { !jar.cookies().isEmpty })
      jar.removeAll()
      try jar.save()
      // Not even for a moment.
      for _ in 0..<10 { #expect(try file.read().isEmpty) }
      try await sent
      #expect(try file.read().count == jar.cookies().count)
      jar.removeAll()
    }
  }

  @Test func `a file that cannot be written is reported without failing requests`() async throws {
    let file = CookieFile(path + "/none/cookies")
    let jar = try CookieJar(file: file)
    let transport = TestTransport { (request, _, _) throws(TransportError) in
      HTTPResponse(HTTPResponseHead(.ok, fields: ["Set-Cookie": "a=1"], url: request.target))
    }
    try await HTTPClient(transport: transport).adding(Cookies(jar))
      .send(.get("https://a.example").empty)
    #expect(jar.fileProblem != nil)
    #expect(throws: CookieFileError.self) { try jar.save() }
    #expect(jar.cookies().count == 1)
  }

  @Test func `200 killed writers leave an intact file each time`() async throws {
    // Most of the time passes while processes start.
    let files = (0..<8).map { CookieFile("\(path)\($0)") }
    let whole = try await withThrowingTaskGroup(of: Int.self) { group in
      for file in files { group.addTask { try await Self.killAside(25, file) } }
      return try await group.reduce(0, +)
    }
    let leftovers = try names().count - files.count
    #expect(whole == 200)
    // Otherwise no kill interrupted a write, and nothing is proven.
    #expect(leftovers > 0)
  }

  /// Kills writers on another thread: waiting for processes would take a thread from all tests.
  private static func killAside(_ count: Int, _ file: CookieFile) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try kill(count, file) })
      }
    }
  }

  /// The number of the file, which changes with each replacement.
  private static func number(of file: CookieFile) -> UInt64 {
    var status = stat()
    return lstat(file.path, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  /// - Returns: The number of times that the file was whole.
  private static func kill(_ count: Int, _ file: CookieFile) throws -> Int {
    var whole = 0
    for _ in 0..<count {
      let before = number(of: file)
      let process = Process()
      process.executableURL = judge
      process.arguments = [file.path]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      // The writer has begun when the file has changed.
      let end = Date() + 60
      while number(of: file) == before, process.isRunning, Date() < end { usleep(1000) }
      usleep(.random(in: 0..<4000))
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let cookies = try file.read()
      if cookies.count == 40, Set(cookies.map(\.value)).count == 1 { whole += 1 }
    }
    return whole
  }

  private static var judge: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    let folder = tests?.deletingLastPathComponent() ?? URL(fileURLWithPath: ".")
    return folder.appendingPathComponent("CookieJudge")
  }
}
