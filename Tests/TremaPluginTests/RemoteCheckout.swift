#if os(Linux)
  import Foundation

  /// A checkout of the example, which is built with remote services.
  struct RemoteCheckout: Sendable {
    /// The beginning of Bazel's message about an object whose contents do not match its name.
    static let mismatch = "Expected digest '"

    /// Two checkouts in different folders, and the outputs of a build without services.
    static let shared = Result {
      // This removes the workspaces of earlier runs.
      _ = try BazelWorkspace.shared.get()
      let first = try RemoteCheckout(workspace: BazelWorkspace("remote/first"))
      let second = try RemoteCheckout(workspace: BazelWorkspace("remote/second"))
      let build = try first.workspace.bazel("build", "//app/...")
      guard build.status == 0 else {
        throw ReleaseArtifacts.Failure(description: build.lines.joined(separator: "\n"))
      }
      return (first, second, try first.outputs)
    }

    let workspace: BazelWorkspace

    /// The generated files by their paths.
    var outputs: [String: String] {
      get throws {
        var outputs: [String: String] = [:]
        for target in ["android", "ios", "staging"] {
          for (path, contents) in try workspace.files(in: "bazel-bin/app/\(target)") {
            outputs["\(target)/\(path)"] = contents
          }
        }
        return outputs
      }
    }

    /// Builds without outputs of an earlier build. A thread of its own waits for Bazel, not one of the few that
    /// all tests share.
    func build(_ options: String...) async throws -> BazelWorkspace.Run {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              try workspace.write(
                options.map { "build \($0)\n" }.joined(), to: ".bazelrc")
              _ = try workspace.bazel("clean")
              return try workspace.bazel("build", "//app/...")
            })
        }
      }
    }
  }

  extension BazelWorkspace.Run {
    /// The numbers of actions by the way in which they were run, without those that are part of Bazel.
    var actions: [String: Int] {
      let words = processes?.split(separator: ": ").last?.split(separator: ", ") ?? []
      let pairs = words.compactMap { word -> (String, Int)? in
        let parts = word.split(separator: " ", maxSplits: 1)
        guard let count = Int(parts[0]), parts.count == 2, parts[1] != "internal" else {
          return nil
        }
        return (String(parts[1]), count)
      }
      return Dictionary(pairs, uniquingKeysWith: +)
    }
  }
#endif
