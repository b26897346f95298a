import TremaSupport

/// The files that a build without findings read and wrote. If none of them has changed, there is
/// nothing to build.
///
/// The trace contains file times, so it is specific to one machine. It is stored in the user's
/// cache folder rather than among the outputs, and can be removed at any time.
package struct BuildTrace {
  /// The maximum number of stored builds. A hash of the folder determines a build's file, and only
  /// the last build with each hash is kept.
  private static let slotCount = 4096

  /// The path of the trace, or `nil` if the user has no cache folder.
  private let path: String?
  /// The digest of everything that determines the build, except the files.
  private let key: String
  /// The input files with their metadata.
  private var inputs: [(path: String, trace: FileTrace)] = []
  /// Whether a later change of each input would be detected by its metadata.
  private var isSettled = true

  /// Creates a trace.
  ///
  /// - Parameters:
  ///   - settings: Everything that determines the result and its report, except the files: the
  ///     tool's version, its options, and whether colors are enabled.
  ///   - root: The folder with the list of outputs.
  package init(_ settings: [String], root: String) {
    let folder = getcwd(nil, 0).map { folder in
      defer { free(folder) }
      return String(cString: folder)
    }
    var slotDigest = SHA256()
    slotDigest.update("\(folder ?? "")\n\(root)".utf8)
    let number = (Int(slotDigest.hexDigest().prefix(8), radix: 16) ?? 0) % Self.slotCount
    path = Self.caches.flatMap { folder == nil ? nil : "\($0)/trema/build-\(number)" }
    var digest = SHA256()
    // Another executable of the same version may build differently.
    let tool = FileTrace("/proc/self/exe") ?? CommandLine.arguments.first.flatMap(FileTrace.init)
    for setting in settings + [folder ?? "", root, tool?.spelling ?? ""] {
      digest.update(setting.utf8)
      digest.update(CollectionOfOne(0))
    }
    key = digest.hexDigest()
  }

  /// The user's cache folder, or `nil` if it is unknown.
  ///
  /// See the XDG Base Directory Specification; on Apple platforms, the File System Programming
  /// Guide.
  private static var caches: String? {
    func folder(_ variable: String) -> String? {
      guard let value = getenv(variable), value.pointee == UInt8(ascii: "/") else { return nil }
      return String(cString: value)
    }
    #if canImport(Darwin)
      return folder("HOME").map { "\($0)/Library/Caches" }
    #else
      return folder("XDG_CACHE_HOME") ?? folder("HOME").map { "\($0)/.cache" }
    #endif
  }

  /// Records the input files' metadata. Must be called before the files are read so that changes
  /// during the build are detected.
  package mutating func begin(_ files: [String]) {
    let now = FileTrace.now
    for file in files {
      guard let trace = FileTrace(file), trace.isSettled(at: now), !file.contains("\n") else {
        isSettled = false
        continue
      }
      inputs.append((file, trace))
    }
  }

  // MARK: Storing

  /// Stores the trace of a build.
  ///
  /// Errors are ignored, because without a trace the next build is only slower.
  ///
  /// - Parameters:
  ///   - outputs: The outputs that were written or were up to date.
  ///   - list: The path of the output list.
  package func store(outputs: [String], list: String) {
    guard let path, isSettled else { return remove() }
    var text = "trema-build-trace 2\n\(key)\n\(outputs.count)\n"
    for input in inputs { text += "\(input.trace.spelling) \(input.path)\n" }
    for output in outputs + [list] {
      guard let trace = FileTrace(output), !output.contains("\n") else { return remove() }
      text += "\(trace.spelling) \(output)\n"
    }
    let transaction = OutputTransaction()
    transaction.file(path).bytes = Array("\(text)end\n".utf8)
    do throws(Diagnostic) {
      _ = try transaction.commit()
    } catch {
      transaction.abandon()
    }
  }

  /// Removes the trace so that the next build is complete.
  package func remove() { if let path { unlink(path) } }

  // MARK: Comparing

  /// Returns the outputs if no file has changed since the last build; otherwise `nil`.
  package func upToDateOutputs() -> UpToDateOutputs? {
    guard let path, FileTrace(path) != nil, let file = try? InputFile(regular: path),
      let bytes = try? file.contents(limit: 1 << 24)
    else { return nil }
    var lines = Lines(bytes: bytes)
    guard lines.next() == "trema-build-trace 2", lines.next() == key,
      let count = lines.next().flatMap({ Int($0) })
    else { return nil }
    var paths: [String] = []
    while let line = lines.next() {
      if line == "end" {
        // The last path is the list of outputs, and the inputs precede the outputs.
        return UpToDateOutputs(count: count, paths: paths.dropLast().suffix(max(count, 0)))
      }
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let trace = FileTrace(String(parts[1])), trace.spelling == parts[0]
      else { return nil }
      paths.append(String(parts[1]))
    }
    return nil
  }

  /// The outputs of the last build, which are up to date.
  package struct UpToDateOutputs {
    /// The number of outputs.
    package let count: Int
    /// The paths of the outputs.
    package let paths: ArraySlice<String>
  }

  /// The lines of the trace file.
  private struct Lines {
    /// The bytes of the file.
    let bytes: [UInt8]
    /// The offset of the next line.
    private(set) var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next line, or `nil` if there is no further line feed.
    mutating func next() -> String? {
      guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { offset = end + 1 }
      return String(decoding: bytes[offset..<end], as: UTF8.self)
    }
  }
}
