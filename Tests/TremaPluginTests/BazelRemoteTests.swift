#if os(Linux)
  import Foundation
  import Testing
  import TremaNetworkTestSupport

  /// `rules_trema` with remote caches, and with remote execution by two workers. See `Documentation/Bazel.md` for
  /// the versions of the servers.
  @Suite(.serialized, .timeLimit(.minutes(10))) struct BazelRemoteTests {
    enum Cache: CaseIterable {
      case nginx, casd

      func start() async throws -> BazelCache {
        switch self {
        case .nginx: try await TestServers.webDAVCache()
        case .casd: try await TestServers.casd()
        }
      }
    }

    let first: RemoteCheckout
    let second: RemoteCheckout
    /// The outputs of a build without servers.
    let expected: [String: String]

    init() throws {
      (first, second, expected) = try RemoteCheckout.shared.get()
    }

    @Test(arguments: Cache.allCases)
    func `a second checkout takes the results of all actions from a cache`(kind: Cache)
      async throws
    {
      let cache = "--remote_cache=\(try await kind.start().url)"
      let filling = try await first.build(cache)
      #expect(filling.status == 0, "\(filling.lines)")
      #expect(filling.actions["remote cache hit"] == nil, "\(filling.lines)")

      let build = try await second.build(cache)
      #expect(build.status == 0, "\(build.lines)")
      #expect(build.actions == ["remote cache hit": 4], "\(build.lines)")
      #expect(try second.outputs == expected)
    }

    @Test(arguments: Cache.allCases)
    func `damaged objects in a cache never change an output`(kind: Cache) async throws {
      let server = try await kind.start()
      let cache = "--remote_cache=\(server.url)"
      _ = try await first.build(cache)
      try server.damage()
      let build = try await second.build(cache)
      #expect(build.status == 0, "\(build.lines)")
      #expect(build.actions["remote cache hit"] == nil, "\(build.lines)")
      #expect(build.lines.contains { $0.contains(RemoteCheckout.mismatch) }, "\(build.lines)")
      #expect(try second.outputs == expected)

      // nginx stores the right objects now; casd keeps the damaged ones.
      let next = try await second.build(cache)
      #expect(next.actions["remote cache hit"] == (kind == .nginx ? 4 : nil), "\(next.lines)")
      #expect(try second.outputs == expected)
    }

    @Test func `each worker gives the outputs of a build without workers`() async throws {
      let grid = try await TestServers.buildGrid(for: ReleaseArtifacts.command)
      for (worker, other) in [("one", "two"), ("two", "one")] {
        let counts = try (grid.actionCount(of: worker), grid.actionCount(of: other))
        let build = try await first.build(
          "--remote_executor=\(grid.cache.url)",
          "--remote_default_exec_properties=worker=\(worker)")
        #expect(build.status == 0, "\(build.lines)")
        #expect(build.actions == ["remote": 4], "\(build.lines)")
        // The scheduler repeats an action if it considers the worker dead, as on a busy machine.
        #expect(try grid.actionCount(of: worker) >= counts.0 + 4)
        #expect(try grid.actionCount(of: other) == counts.1)
        #expect(try first.outputs == expected)
      }
    }

    @Test(arguments: ["one", "scheduler"])
    func `a build goes on if a process is killed while actions run`(process: String) async throws {
      let grid = try await TestServers.buildGrid(for: ReleaseArtifacts.command)
      try grid.setDelay(1)
      async let result = first.build(
        "--remote_executor=\(grid.cache.url)", "--noremote_accept_cached", "--remote_retries=30",
        "--jobs=4")
      let deadline = ContinuousClock.now + .seconds(120)
      while !grid.isRunning("one"), ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(grid.isRunning("one"))
      try grid.kill(process)
      let build = try await result
      try grid.setDelay(nil)
      #expect(build.status == 0, "\(build.lines)")
      #expect(build.actions == ["remote": 4], "\(build.lines)")
      #expect(try first.outputs == expected)
    }

    @Test func `a damaged result of a worker fails the build, unless actions may run locally`()
      async throws
    {
      let grid = try await TestServers.buildGrid(for: ReleaseArtifacts.command)
      let executor = "--remote_executor=\(grid.cache.url)"
      _ = try await first.build(executor)
      let accessors = Data(try #require(expected["ios/Texts.swift"]).utf8)
      try grid.cache.damage { $0 == accessors }
      let failed = try await second.build(executor)
      #expect(failed.status == 34, "\(failed.lines)")
      let output = "Output bazel-out/k8-fastbuild/bin/app/ios/Texts.swift download failed: "
      #expect(
        failed.lines.contains {
          $0.hasPrefix("ERROR:") && $0.contains(output + RemoteCheckout.mismatch)
        }, "\(failed.lines)")

      let build = try await second.build(executor, "--remote_local_fallback")
      #expect(build.status == 0, "\(build.lines)")
      #expect(try second.outputs == expected)
    }
  }
#endif
