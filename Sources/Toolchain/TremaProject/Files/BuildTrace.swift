import TremaSupport

/// The files that a build without findings read and made: as long as none of them has changed there is nothing
/// to build.
///
/// It holds the times of files, so that it belongs to one machine, and is in the folder that the
/// user's caches are in, not among the outputs; it may be removed at any time.
package struct BuildTrace {
  /// So many builds are remembered: each has a place by the hash of its folder, where the last one
  /// is.
  private static let places = 256

  /// Nil where the user has no folder for caches.
  private let path: String?
  private let key: String
  private var inputs: [(path: String, trace: FileTrace)] = []
  /// Whether all inputs can be told from what is written later.
  private var isSettled = true

  /// - Parameters:
  ///   - words: all that decides what is built and how it is told, beside the files: the version of
  ///     the tool, its options, whether there is colour.
  ///   - root: the folder of the list of outputs.
  package init(_ words: [String], root: String) {
    let folder = getcwd(nil, 0).map { folder in
      defer { free(folder) }
      return String(cString: folder)
    }
    var place = SHA256()
    place.update("\(folder ?? "")\n\(root)".utf8)
    let number = (Int(place.finish().prefix(8), radix: 16) ?? 0) % Self.places
    path = Self.caches.flatMap { folder == nil ? nil : "\($0)/trema/build-\(number)" }
    var digest = SHA256()
    // Another build of the same version is another tool.
    let tool = FileTrace("/proc/self/exe") ?? CommandLine.arguments.first.flatMap(FileTrace.init)
    for word in words + [folder ?? "", root, tool?.spelling ?? ""] {
      digest.update(word.utf8)
      digest.update(CollectionOfOne(0))
    }
    key = digest.finish()
  }

  /// Source: XDG Base Directory Specification; on Apple platforms the File System Programming Guide.
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

  /// Notes the files that will be read, before they are.
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

  // MARK: Keeping

  /// Remembers a build. What cannot be remembered is found again: a trace that is missing costs time and
  /// nothing else.
  ///
  /// - Parameters:
  ///   - outputs: that it made or left as they were.
  ///   - list: the path of the list of outputs.
  package func keep(outputs: [String], list: String) {
    guard let path, isSettled else { return forget() }
    var text = "trema-build-trace 2\n\(key)\n\(outputs.count)\n"
    for input in inputs { text += "\(input.trace.spelling) \(input.path)\n" }
    for output in outputs + [list] {
      guard let trace = FileTrace(output), !output.contains("\n") else { return forget() }
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

  /// Makes the next build a whole one.
  package func forget() { if let path { unlink(path) } }

  // MARK: Asking

  /// The number of outputs when there is nothing to build: every file is as the last build read or left it.
  package func current() -> Int? {
    guard let path, FileTrace(path) != nil, let file = try? InputFile(regular: path),
      let bytes = try? file.contents(limit: 1 << 24)
    else { return nil }
    var lines = Lines(bytes: bytes)
    guard lines.next() == "trema-build-trace 2", lines.next() == key,
      let count = lines.next().flatMap({ Int($0) })
    else { return nil }
    while let line = lines.next() {
      if line == "end" { return count }
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let trace = FileTrace(String(words[1])), trace.spelling == words[0]
      else { return nil }
    }
    return nil
  }

  private struct Lines {
    let bytes: [UInt8]
    private(set) var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> String? {
      guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { offset = end + 1 }
      return String(decoding: bytes[offset..<end], as: UTF8.self)
    }
  }
}
