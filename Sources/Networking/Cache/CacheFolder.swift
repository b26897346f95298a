import TremaSupport

/// The files of a cache and their total size. Other processes may use the folder at the same time.
final class CacheFolder: Sendable {
  let path: String
  /// The maximum total file size in bytes, counted in whole blocks.
  let limit: Int
  /// The number of bytes written since the folder was last scanned, or `nil` before the first scan.
  private let writtenLength = LockedValue<Int?>(nil)

  /// A block's size, in bytes. Files are counted in whole blocks so that many small files aren't
  /// free. This also limits the number of entries: a folder of 100 MiB contains at most 25,600.
  private static let blockSize = 4096
  /// The age after which an unfinished file is considered abandoned, in seconds.
  private static let abandonedAfter = 3600

  init(_ path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// Returns a file's size in bytes, counted in whole blocks.
  static func allocatedSize(_ length: Int) -> Int {
    (length + blockSize - 1) / blockSize * blockSize
  }

  /// Returns the path of a key's entry.
  func file(_ key: CacheKey) -> String { "\(path)/\(key.digest)" }

  /// Creates a file next to the entries, under a unique name.
  func makeTemporaryFile() throws(CacheProblem) -> (path: String, CacheDescriptor) {
    let name = "\(path)/.\(Hexadecimal.text(RandomBytes.make(16))).part"
    do throws(CacheProblem) {
      return (name, try CacheDescriptor.create(name))
    } catch {
      try createFolder(path)
      return (name, try CacheDescriptor.create(name))
    }
  }

  /// Creates a folder and its parents, with access for their owner only. Existing folders are not
  /// changed.
  private func createFolder(_ path: String) throws(CacheProblem) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let error = SystemError()
    guard error.code == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      slash > path.startIndex
    else { throw CacheProblem(.write, error.reason) }
    try createFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw CacheProblem(.write, SystemError().reason)
    }
  }

  /// Moves a finished file to the path of an entry, and removes old entries if necessary.
  ///
  /// The file is not synchronized to disk. If the process is killed, the file either has been
  /// renamed or has not. Data lost in a system crash is detected by the digest.
  func put(_ temporary: String, as key: CacheKey, length: Int) throws(CacheProblem) {
    do throws(SystemError) {
      try FileReplacement.replace(file(key), with: temporary)
    } catch {
      throw CacheProblem(.write, error.reason)
    }
    let isDue = writtenLength.withLock { written in
      guard let before = written else {
        written = 0
        return true
      }
      written = before + Self.allocatedSize(length)
      guard before + Self.allocatedSize(length) >= limit / 8 else { return false }
      written = 0
      return true
    }
    if isDue { try evictOldEntries() }
  }

  func remove(_ key: CacheKey) throws(CacheProblem) { try remove(file(key)) }

  /// Removes a file, which may be missing.
  private func remove(_ path: String) throws(CacheProblem) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw CacheProblem(.remove, SystemError().reason)
    }
  }

  /// A file of the folder.
  private struct File {
    let path: String
    let allocatedSize: Int
    /// The date of the last use.
    let seconds: Int
    let nanoseconds: Int
    let isEntry: Bool
  }

  /// Returns the names of all files in the folder, or an empty array if the folder is missing.
  ///
  /// - Parameter action: The action to report in errors.
  private func names(to action: CacheProblem.Action) throws(CacheProblem) -> [String] {
    guard let folder = opendir(path) else {
      if errno == ENOENT { return [] }
      throw CacheProblem(action, SystemError().reason)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// Returns the entries and the writers' unfinished files. Other files are ignored.
  private func files() throws(CacheProblem) -> [File] {
    var files: [File] = []
    for name in try names(to: .read) {
      let isEntry = Self.isDigest(name)
      guard isEntry || name.utf8.first == UInt8(ascii: ".") && name.hasSuffix(".part") else {
        continue
      }
      var status = stat()
      let path = "\(path)/\(name)"
      // Another process may have removed the file.
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      files.append(
        File(
          path: path, allocatedSize: Self.allocatedSize(Int(status.st_size)),
          seconds: Int(time.tv_sec),
          nanoseconds: Int(time.tv_nsec), isEntry: isEntry))
    }
    return files
  }

  /// Returns whether a name is the name of an entry.
  private static func isDigest(_ name: String) -> Bool {
    name.utf8.count == 64
      && name.utf8.allSatisfy {
        $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
          || $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "f")
      }
  }

  /// Removes files abandoned by writers, and the least recently used entries until an eighth of the
  /// limit is free, so this is seldom needed. Each process scans the folder after writing an eighth
  /// of the limit.
  private func evictOldEntries() throws(CacheProblem) {
    let all = try files()
    let now = time(nil)
    for file in all where !file.isEntry && file.seconds < Int(now) - Self.abandonedAfter {
      try remove(file.path)
    }
    var entries = all.filter(\.isEntry)
    var total = entries.reduce(0) { $0 + $1.allocatedSize }
    guard total > limit / 8 * 7 else { return }
    entries.sort { ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds) }
    for entry in entries {
      try remove(entry.path)
      total -= entry.allocatedSize
      if total <= limit / 8 * 7 { return }
    }
  }

  /// Removes a URL's entries for all users. Their names start with the same digits.
  func removeAll(ofResource key: CacheKey) throws(CacheProblem) {
    guard let resource = key.resourceDigest else { return try remove(key) }
    for name in try names(to: .remove)
    where name.utf8.starts(with: resource.utf8) && Self.isDigest(name) {
      try remove("\(path)/\(name)")
    }
  }

  /// Removes all entries and unfinished files.
  func removeAll() throws(CacheProblem) {
    for file in try files() { try remove(file.path) }
    writtenLength.value = nil
  }

  /// Returns the total file size in bytes, counted in whole blocks.
  func size() throws(CacheProblem) -> Int { try files().reduce(0) { $0 + $1.allocatedSize } }
}
