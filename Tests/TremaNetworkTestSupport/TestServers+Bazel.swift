import Foundation

/// A cache for Bazel: its address, and the folder of its objects, which are files with their digests as names.
package struct BazelCache: Sendable {
  package let url: String
  package let objects: URL

  init(_ server: ServerProcess) throws {
    url = try server.fact("url")
    objects = URL(fileURLWithPath: try server.fact("objects"))
  }

  /// Changes the first byte of each object that meets a condition.
  package func damage(where condition: (Data) -> Bool = { _ in true }) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: objects.path) {
      let file = objects.appendingPathComponent(path)
      // Folders have no contents.
      guard var contents = FileManager.default.contents(atPath: file.path), !contents.isEmpty,
        condition(contents)
      else { continue }
      contents[0] ^= 1
      // The file may be read-only.
      try FileManager.default.removeItem(at: file)
      try contents.write(to: file)
    }
  }
}

/// BuildGrid with the workers `one` and `two`: `Servers/serve_buildgrid.py`. A process that is killed is started again.
package struct BuildGridServer: Sendable {
  package let cache: BazelCache
  private let folder: URL

  init(_ server: ServerProcess) throws {
    cache = try BazelCache(server)
    folder = URL(fileURLWithPath: try server.fact("folder"))
  }

  /// The number of actions that a worker has run.
  package func actionCount(of worker: String) throws -> Int {
    let log = folder.appendingPathComponent("\(worker)/actions")
    guard let contents = FileManager.default.contents(atPath: log.path) else { return 0 }
    return contents.count { $0 == UInt8(ascii: "\n") }
  }

  /// Delays each action by a number of seconds.
  package func setDelay(_ delay: Int?) throws {
    for worker in ["one", "two"] {
      let file = folder.appendingPathComponent("\(worker)/delay")
      if let delay {
        try Data("\(delay)".utf8).write(to: file)
      } else {
        try FileManager.default.removeItem(at: file)
      }
    }
  }

  /// Returns whether a worker runs an action.
  package func isRunning(_ worker: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(worker)/running").path)
  }

  /// Kills a worker or the `scheduler` with its child processes.
  package func kill(_ process: String) throws {
    let file = folder.appendingPathComponent("processes/\(process)")
    guard let number = Int32(try String(contentsOf: file, encoding: .utf8)) else {
      throw ServerProcess.Failure(description: "no process '\(process)'")
    }
    _ = Foundation.kill(-number, SIGKILL)
  }
}

extension TestServers {
  /// nginx with WebDAV.
  package static func webDAVCache() async throws -> BazelCache {
    try BazelCache(await ServerShelf.shared.server("serve_webdav"))
  }

  /// buildbox-casd.
  package static func casd() async throws -> BazelCache {
    try BazelCache(await ServerShelf.shared.server("serve_casd"))
  }

  /// - Parameter command: The executable that actions run.
  package static func buildGrid(for command: String) async throws -> BuildGridServer {
    let options = ["command": command]
    return try BuildGridServer(
      await ServerShelf.shared.server("serve_buildgrid", options: options))
  }
}
