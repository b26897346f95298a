import Foundation
import Testing
import TremaHTTP
import TremaSupport
import TremaTestSupport

@testable import Networking

@Suite struct DiskCacheTests {
  private let folder: TemporaryFolder
  private let path: String
  private let origin = CacheOrigin()
  private let key: CacheKey
  private let other: CacheKey

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/cache"
    let nobody = RequestIdentity(fieldsOf: HTTPRequest(.get, "https://a.example"))
    key = try #require(CacheKey("https://a.example/x", of: nobody))
    other = try #require(CacheKey("https://a.example/y", of: nobody))
  }

  private let response = StoredResponse(
    .ok, fields: [.cacheControl: "max-age=60", "X-\u{E9}": "\u{FC}"], version: .http11,
    requestTime: 5, responseTime: 6, selectors: [.init(.accept, digest: "")])

  private func put(_ store: some CacheStore, _ bytes: [UInt8], _ key: CacheKey) async throws {
    let writer = try #require(try await store.writer(for: key, response, length: nil))
    #expect(try await writer.append(bytes))
    try await writer.finish()
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func `other processes can read entries, but other users cannot`() async throws {
    let store = DiskCacheStore(folder: path + "/deep")
    for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try await put(store, bytes, key)
      let reader = DiskCacheStore(folder: path + "/deep")
      let entry = try #require(try await reader.entry(for: key))
      #expect(entry.response == response && entry.length == length)
      // A replacement is not seen by a reader that has begun.
      try await put(store, [9], key)
      #expect(try await entry.body.collect(upTo: .max) == bytes)
    }
    #expect(try await store.entry(for: other) == nil)
    for (name, mode) in [("", 0o700), ("/deep", 0o700), ("/deep/\(key.digest)", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
    }
    try await store.remove(key)
    #expect(try await store.entry(for: key) == nil)
    try await store.remove(key)
  }

  @Test func `a head is replaced only if the body is unchanged`() async throws {
    let store = DiskCacheStore(folder: path)
    let bytes = [UInt8](repeating: 7, count: 150_000)
    try await put(store, bytes, key)
    var new = response
    new.fields["X-New"] = String(repeating: "x", count: 5000)
    try await store.replace(response, by: new, for: key)
    let entry = try #require(try await store.entry(for: key))
    #expect(entry.response == new)
    #expect(try await entry.body.collect(upTo: .max) == bytes)
    var third = response
    third.responseTime = 99
    try await store.replace(response, by: third, for: key)
    #expect(try await store.entry(for: key)?.response == new)
    try await store.replace(response, by: third, for: other)
    #expect(try await store.entry(for: other) == nil)
    #expect(try names() == [key.digest])
  }

  /// Returns whether the store returns exactly the written entry; otherwise it must return none.
  private func isFound(_ bytes: [UInt8], at name: String, _ key: CacheKey) async throws -> Bool {
    try folder.write(bytes, to: "cache/\(name)")
    let store = DiskCacheStore(folder: path)
    do throws(CacheProblem) {
      guard let entry = try await store.entry(for: key) else { return false }
      return entry.response == response && entry.body.bytes == Array("body".utf8)
    } catch {
      #expect(error.action == .damaged)
      return false
    }
  }

  @Test func `an entry with a changed, missing or extra byte is a miss and removed`()
    async throws
  {
    try await put(DiskCacheStore(folder: path), Array("body".utf8), key)
    let good = try folder.read("cache/\(key.digest)")
    #expect(try await isFound(good, at: key.digest, key))
    for position in good.indices {
      for change in [UInt8(1), 0x80, 0xFF] {
        var bytes = good
        bytes[position] ^= change
        #expect(try await !isFound(bytes, at: key.digest, key), "\(position) ^ \(change)")
      }
      #expect(try await !isFound(Array(good[..<position]), at: key.digest, key), "\(position)")
      var shorter = good
      shorter.remove(at: position)
      #expect(try await !isFound(shorter, at: key.digest, key))
      #expect(try names().isEmpty)
    }
    #expect(try await !isFound(good + [0], at: key.digest, key))
    #expect(try await !isFound([], at: key.digest, key))
    // The entry of another key under this name.
    #expect(try await !isFound(good, at: other.digest, other))
    #expect(try names().isEmpty)
  }

  @Test func `entries of other versions or without a key are misses`() async throws {
    try await put(DiskCacheStore(folder: path), Array("body".utf8), key)
    var newer = try folder.read("cache/\(key.digest)")
    newer[8] = 2
    #expect(try await !isFound(newer, at: key.digest, key))
    var generator = SeededGenerator(seed: 9111)
    for _ in 0..<200 {
      let noise = (0..<generator.number(0...400)).map { _ in UInt8(generator.number(0...255)) }
      #expect(try await !isFound(noise, at: key.digest, key))
      #expect(try await !isFound(Array(newer[..<8]) + noise, at: key.digest, key))
    }
    // Lengths beyond all limits.
    var huge = newer
    for index in 12..<24 { huge[index] = 0xFF }
    huge[8] = 1
    #expect(try await !isFound(huge, at: key.digest, key))
  }

  @Test
  func `a large entry damaged at its end is a miss before its body is returned`() async throws {
    origin.answers(String(repeating: "x", count: 500_000), [.cacheControl: "max-age=60"])
    let cache = Cache(store: DiskCacheStore(folder: path))
    let client = origin.client(cache)
    _ = try await client.got("https://a.example/x")
    var bytes = try folder.read("cache/\(key.digest)")
    bytes[bytes.count - 1] ^= 1
    try folder.write(bytes, to: "cache/\(key.digest)")
    let response = try await client.send(.get("https://a.example/x").response)
    #expect(response.head.fields[.cacheStatus]?.contains("uri-miss") == true)
    #expect(try await response.body.collect(upTo: .max).allSatisfy { $0 == 0x78 })
    #expect(cache.problems.count == 1)
    #expect(
      cache.problems.last?.description
        == "a cache entry was damaged: its body does not match its digest")
    #expect(try await client.got("https://a.example/x").cache.contains("hit"))
  }

  @Test func `old entries are evicted at the limit, and recently used ones remain`() async throws {
    let limit = 400_000
    let cache = Cache(store: DiskCacheStore(folder: path, limit: limit))
    let client = origin.client(cache)
    origin.answers(String(repeating: "x", count: 10_000), [.cacheControl: "max-age=60"])
    for number in 0..<120 {
      _ = try await client.got("https://a.example/\(number)")
      #expect(try await client.got("https://a.example/0").cache.contains("hit") || number == 0)
    }
    let size = try await DiskCacheStore(folder: path).size()
    #expect(size <= limit && size > limit / 2)
    #expect(try await client.got("https://a.example/1").cache.contains("miss"))
    #expect(cache.problems.count == 0)
    // Small files are counted in whole blocks.
    origin.answers("x", [.cacheControl: "max-age=60"])
    for number in 0..<200 { _ = try await client.got("https://a.example/small/\(number)") }
    #expect(try names().count <= limit / 4096 + 1)
  }

  @Test func `only files of killed writers are removed`() async throws {
    try folder.write([1], to: "cache/.00ff.part")
    try folder.write([1], to: "cache/.11ff.part")
    try folder.write([1], to: "cache/readme.txt")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: path + "/.00ff.part")
    let store = DiskCacheStore(folder: path)
    try await put(store, [1], key)
    #expect(try names() == [".11ff.part", key.digest, "readme.txt"].sorted())
    try await store.removeAll()
    #expect(try names() == ["readme.txt"])
  }

  @Test func `an abandoned write leaves no files`() async throws {
    let store = DiskCacheStore(folder: path)
    var writer = try await store.writer(for: key, response, length: nil)
    _ = try await writer?.append([1])
    writer = nil
    let second = try #require(try await store.writer(for: key, response, length: nil))
    second.abandon()
    #expect(try await !second.append([1]))
    try await second.finish()
    #expect(try names().isEmpty)
  }

  @Test func `an unusable folder is reported without failing requests`() async throws {
    // A file in place of the folder; this fails for root as well.
    try folder.write([1], to: "cache")
    let told = LockedProblems()
    let cache = Cache(
      store: DiskCacheStore(folder: path), options: CacheOptions { told.add($0) })
    let client = origin.client(cache)
    origin.answers("one", [.cacheControl: "max-age=60"])
    for _ in 0..<2 {
      let got = try await client.got("https://a.example/x")
      #expect(got.text == "one" && got.cache == "Trema; fwd=uri-miss")
    }
    try await client.send(.post("https://a.example/x").empty)
    #expect(cache.problems.count == told.all.count && told.all.count == 5)
    #expect(Set(told.all.map(\.action)) == [.read, .write, .remove])
    #expect(told.all.allSatisfy { $0.detail == "Not a directory" })
  }

  #if os(Linux)
    @Test func `a full disk is reported without failing requests`() async throws {
      let script = """
        unshare -rm true || {
          echo "this test needs mount namespaces: run it as root, or allow user namespaces" >&2
          exit 99
        }
        exec unshare -rm bash -c '
          mount -t tmpfs -o size=1m none "$1" && "$2" "$1/cache" 60 50000 && ls -A "$1/cache" &&
          "$2" "$1/cache" 1 50000' bash "$@"
        """
      let verdict = try await Judge.bash.runAside(
        ["-c", script, "bash", folder.path, CacheJudge.path])
      #expect(verdict.status == 0, "\(verdict.complaint)")
      let lines = verdict.text.split(separator: "\n")
      let words = try #require(lines.first).split(separator: " ", maxSplits: 2)
      #expect(words.first == "60")
      #expect(try #require(Int(words[1])) > 30)
      #expect(words[2] == "cannot write the cache: No space left on device")
      // The unfinished entry left nothing.
      #expect(lines.dropFirst().dropLast().allSatisfy { $0.utf8.count == 64 })
      #expect(lines.last == "1 0 ")
    }
  #endif

  @Test func `two clients share a folder`() async throws {
    origin.answers("one", [.cacheControl: "max-age=60"])
    let first = origin.client(Cache(store: DiskCacheStore(folder: path)))
    let second = origin.client(Cache(store: DiskCacheStore(folder: path)))
    _ = try await first.got("https://a.example/x")
    #expect(try await second.got("https://a.example/x").cache.contains("hit"))
    try await second.send(.delete("https://a.example/x").empty)
    #expect(try await first.got("https://a.example/x").cache.contains("uri-miss"))
  }
}

private final class LockedProblems: Sendable {
  private let problems = LockedValue<[CacheProblem]>([])
  var all: [CacheProblem] { problems.value }
  func add(_ problem: CacheProblem) { problems.withLock { $0.append(problem) } }
}
