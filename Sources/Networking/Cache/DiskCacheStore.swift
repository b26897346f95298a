import TremaHTTP
import TremaSupport

/// A store of responses in a folder, with one file per entry. Multiple clients and processes can
/// use the same folder at the same time.
///
/// The files contain a user's responses without encryption. Only that user of the machine can read
/// them (mode 0600; new folders have mode 0700). Their names are digests.
public final class DiskCacheStore: CacheStore {
  /// The maximum total file size in bytes. Files are counted in whole blocks of 4096 bytes. Each
  /// process enforces the limit after writing an eighth of it, so the size may exceed it for a
  /// while.
  var limit: Int { folder.limit }
  /// The maximum size of one body, in bytes.
  let entryLimit: Int
  var path: String { folder.path }
  private let folder: CacheFolder

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that contains nothing else. It is created when it is needed.
  ///   - limit: The maximum total size of the files, in bytes.
  ///   - entryLimit: The maximum body size, in bytes; `nil` means an eighth of `limit`.
  public init(folder: String, limit: Int = 100 << 20, entryLimit: Int? = nil) {
    self.folder = CacheFolder(folder, limit: limit)
    self.entryLimit = min(limit, entryLimit ?? limit / 8)
  }

  /// Returns the total file size in bytes, counted in whole blocks.
  public func size() async throws(CacheProblem) -> Int { try folder.size() }

  /// Returns the stored response for a key, or `nil` if there is none.
  public func entry(for key: CacheKey) async throws(CacheProblem) -> CacheEntry? {
    guard let found = try open(key) else { return nil }
    let (start, length) = (found.bodyOffset, found.prefix.bodyLength)
    // The whole body is checked before any of it is used, so damage is treated as a miss instead of
    // an error while the body is read.
    let (digest, whole) = try found.file.digest(from: start, length)
    guard digest == found.prefix.bodyDigest else {
      throw try removeDamaged(key, "its body does not match its digest")
    }
    found.file.touch()
    let body: HTTPResponseBody =
      whole.map(HTTPResponseBody.bytes)
      ?? .stream(CachedBody(found.file, start: start, length: length))
    return CacheEntry(found.response, body: body, length: length)
  }

  /// An open entry whose head is valid.
  private struct OpenEntry {
    let file: CacheDescriptor
    let prefix: CacheFile.Prefix
    let response: StoredResponse
    var bodyOffset: Int { CacheFile.prefixLength + prefix.headLength }
  }

  /// Opens an entry and checks its head, or returns `nil` if it is missing.
  private func open(_ key: CacheKey) throws(CacheProblem) -> OpenEntry? {
    guard let file = try CacheDescriptor.openForReading(folder.file(key)) else { return nil }
    guard let length = try file.length() else {
      throw try removeDamaged(key, "it is not a regular file")
    }
    let bytes = try file.read(CacheFile.prefixLength, at: 0)
    guard let prefix = CacheFile.readPrefix(bytes, fileLength: length) else {
      throw try removeDamaged(key, "it has an unsupported format")
    }
    let head = try file.read(prefix.headLength, at: CacheFile.prefixLength)
    guard let response = CacheFile.readHead(head, prefix, prefixBytes: bytes, key: key) else {
      throw try removeDamaged(key, "its head is malformed")
    }
    return OpenEntry(file: file, prefix: prefix, response: response)
  }

  /// Removes a damaged entry and returns its problem.
  private func removeDamaged(_ key: CacheKey, _ description: String) throws(CacheProblem)
    -> CacheProblem
  {
    try folder.remove(key)
    return CacheProblem(.damaged, description)
  }

  /// Returns a writer for a response's body, or `nil` if the response is not stored.
  public func writer(
    for key: CacheKey, _ response: StoredResponse, length: Int?
  ) async throws(CacheProblem) -> (any CacheWriter)? {
    if let length, length > entryLimit { return nil }
    let head = CacheFile.encoded(response)
    guard head.count <= CacheFile.maxHeadLength else { return nil }
    return try DiskCacheWriter(folder, key, head: head, limit: entryLimit)
  }

  /// Replaces the head of a stored response if that response has not been replaced.
  public func replace(
    _ old: StoredResponse, by new: StoredResponse, for key: CacheKey
  ) async throws(CacheProblem) {
    guard let found = try open(key), found.response == old else { return }
    let head = CacheFile.encoded(new)
    guard head.count <= CacheFile.maxHeadLength else { return try folder.remove(key) }
    let writer = try DiskCacheWriter(folder, key, head: head, limit: .max)
    do throws(CacheProblem) {
      var read = 0
      while read < found.prefix.bodyLength {
        let count = min(CacheDescriptor.maxChunkLength, found.prefix.bodyLength - read)
        let chunk = try found.file.read(count, at: found.bodyOffset + read)
        if chunk.isEmpty { break }
        _ = try await writer.append(chunk)
        read += chunk.count
      }
      // A damaged body must not get a new digest that would make it valid.
      try writer.finish(expecting: found.prefix.bodyDigest)
    } catch {
      writer.abandon()
      throw error
    }
  }

  /// Removes the stored response for a key.
  public func remove(_ key: CacheKey) async throws(CacheProblem) { try folder.remove(key) }

  /// Removes all stored responses for a key's URL.
  public func removeAll(ofResource key: CacheKey) async throws(CacheProblem) {
    try folder.removeAll(ofResource: key)
  }

  /// Removes all stored responses.
  public func removeAll() async throws(CacheProblem) { try folder.removeAll() }
}

/// The body of an entry on disk. The open file remains valid if the entry is replaced or removed.
private final class CachedBody: HTTPBodySource {
  private struct State: Sendable {
    /// The open file, or `nil` after the end.
    var file: CacheDescriptor?
    var offset: Int
    var isCancelled = false
  }

  private let state: LockedValue<State>
  private let end: Int

  init(_ file: CacheDescriptor, start: Int, length: Int) {
    state = LockedValue(State(file: file, offset: start))
    end = start + length
  }

  func next() async throws(TransportError) -> [UInt8]? {
    try state.withLock { state throws(TransportError) in
      if state.isCancelled { throw TransportError(.cancelled) }
      guard let file = state.file else { return nil }
      let chunk: [UInt8]
      do throws(CacheProblem) {
        chunk = try file.read(
          min(CacheDescriptor.maxChunkLength, end - state.offset), at: state.offset)
      } catch {
        state.file = nil
        state.isCancelled = true
        throw TransportError(.other, "\(error)")
      }
      state.offset += chunk.count
      if state.offset == end { state.file = nil }
      guard !chunk.isEmpty else {
        state.isCancelled = true
        throw TransportError(.truncatedBody, "a cache entry was truncated while it was read")
      }
      return chunk
    }
  }

  func cancel() {
    state.withLock { state in
      state.file = nil
      state.isCancelled = true
    }
  }
}

/// A writer for an entry. It writes to a file next to the entries, which is renamed when it is
/// complete.
final class DiskCacheWriter: CacheWriter {
  /// The file that is being written.
  private struct Work: Sendable {
    let file: CacheDescriptor
    let path: String
  }

  private struct State: Sendable {
    /// The file, or `nil` after the end.
    var work: Work?
    var length = 0
  }

  private let folder: CacheFolder
  private let key: CacheKey
  private let head: [UInt8]
  private let limit: Int
  private let state: LockedValue<State>

  init(_ folder: CacheFolder, _ key: CacheKey, head: [UInt8], limit: Int) throws(CacheProblem) {
    let (path, file) = try folder.makeTemporaryFile()
    (self.folder, self.key, self.head, self.limit) = (folder, key, head, limit)
    state = LockedValue(State(work: Work(file: file, path: path)))
  }

  deinit { abandon() }

  private var bodyOffset: Int { CacheFile.prefixLength + head.count }

  func append(_ chunk: [UInt8]) async throws(CacheProblem) -> Bool {
    do throws(CacheProblem) {
      let isAccepted = try state.withLock { state throws(CacheProblem) in
        guard let work = state.work, chunk.count <= limit - state.length else { return false }
        try work.file.write(chunk, at: bodyOffset + state.length)
        state.length += chunk.count
        return true
      }
      if !isAccepted { abandon() }
      return isAccepted
    } catch {
      abandon()
      throw error
    }
  }

  func finish() async throws(CacheProblem) { try finish(expecting: nil) }

  /// Writes the head with the body's digest, and renames the file.
  ///
  /// - Parameter expected: The digest that the body must have, or `nil` if unknown.
  func finish(expecting expected: [UInt8]?) throws(CacheProblem) {
    let (work, length) = state.withLock { state in
      defer { state.work = nil }
      return (state.work, state.length)
    }
    guard let work else { return }
    do throws(CacheProblem) {
      let digest = try work.file.digest(from: bodyOffset, length).digest
      if let expected, expected != digest {
        throw CacheProblem(.damaged, "its body does not match its digest")
      }
      let prefix = CacheFile.prefix(key, head: head, bodyLength: length, bodyDigest: digest)
      try work.file.write(prefix + head, at: 0)
    } catch {
      unlink(work.path)
      throw error
    }
    try folder.put(work.path, as: key, length: bodyOffset + length)
  }

  func abandon() {
    let work = state.withLock { state in
      defer { state.work = nil }
      return state.work
    }
    if let work { unlink(work.path) }
  }
}
