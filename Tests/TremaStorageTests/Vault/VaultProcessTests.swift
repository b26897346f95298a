#if os(Linux)
  import Foundation
  import Testing
  import TremaSecrets
  import TremaSupport
  import TremaTestSupport

  @testable import TremaStorage

  /// `VaultJudge`: a writer of a vault, in a process of its own.
  enum VaultJudge {
    static let path: String = {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? Bundle.main.executableURL
      return tests?.deletingLastPathComponent().appending(path: "VaultJudge").path ?? "VaultJudge"
    }()

    /// Runs a script in a mount namespace of its own, with `folder` as its first argument and the
    /// judge's path as its second.
    static func runMounted(_ script: String, _ folder: String) async throws -> Judge.Verdict {
      let guardian = """
        unshare -rm true || {
          echo "this test needs mount namespaces: run it as root, or allow user namespaces" >&2
          exit 99
        }
        exec unshare -rm bash -c "$1" bash "$2" "$3"
        """
      return try await Judge.bash.runAside(["-c", guardian, "bash", script, folder, path])
    }
  }

  /// A vault that several processes write, and disks that refuse writes.
  @Suite struct VaultProcessTests {
    private let place: VaultPlace

    init() throws { place = try VaultPlace() }

    @Test func `two concurrent writer processes lose nothing`() async throws {
      let judge = Judge(name: VaultJudge.path, package: "this package")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            let verdict = try await judge.runAside([place.path, name, "100"])
            #expect(verdict.text == "100\n100\n", "\(verdict.complaint)")
          }
        }
        try await group.waitForAll()
      }
      let keys = try place.store().list("judge")
      #expect(keys.count == 200)
      for key in keys {
        let number = try #require(key.name.split(separator: "-").last.flatMap { UInt8($0) })
        #expect(try place.store().read(key) == Data([number]))
      }
      let header = try VaultHeader(place.bytes(), path: place.path)
      #expect(header.changeCount == 200)
    }

    @Test func `ten writers of one process share one wait for another process`() async throws {
      let (store, path) = (place.store(lockTimeout: .seconds(4)), place.path)
      let failures = LockedValue<[SecretError]>([])
      let waited = LockedValue(Duration.zero)
      try await aside {
        try FileLock.hold(for: path, until: .now) { () throws(SecretError) in
          let (all, start) = (DispatchGroup(), ContinuousClock.now)
          for _ in 1...10 {
            all.enter()
            Thread.detachNewThread {
              let error = failure { try store.write(Data([1]), for: .token, access: .standard) }
              failures.withLock { $0.append(contentsOf: [error].compactMap(\.self)) }
              all.leave()
            }
          }
          all.wait()
          waited.value = ContinuousClock.now - start
        }
      }
      #expect(failures.value == Array(repeating: .busy(path: path, holder: getpid()), count: 10))
      // One after the other they would take 40.
      #expect(waited.value < .seconds(35))
    }

    @Test func `a lock that is held too long is reported with its holder`() async throws {
      let store = place.store(lockTimeout: .milliseconds(20))
      try FileLock.hold(for: place.path, until: .now) { () throws(SecretError) in
        let error = failure { try store.write(Data([1]), for: .token, access: .standard) }
        #expect(error == .busy(path: place.path, holder: getpid()))
        #expect(
          error?.description == "\(place.path): another process holds its lock (\(getpid()))")
        #expect(failure { _ = try store.read(.token) } == nil, "who reads does not wait")
      }
      try store.write(Data([1]), for: .token, access: .standard)
      // A foreign process has no holder information.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
      process.arguments = [place.path + ".lock", "sh", "-c", "echo held; read line"]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      #expect(output.fileHandleForReading.readData(ofLength: 5) == Data("held\n".utf8))
      let error = failure { try store.delete(.token) }
      #expect(error?.description == "\(place.path): another process holds its lock")
      try input.fileHandleForWriting.close()
      // The holder releases the lock later, and a waiter with a longer timeout continues.
      #expect(try place.store().delete(.token))
      process.waitUntilExit()
    }

    @Test func `a full disk is reported, and stored secrets are kept`() async throws {
      let verdict = try await VaultJudge.runMounted(
        """
        mount -t tmpfs -o size=1m none "$1" && "$2" "$1/x.vault" a 60 20000 && ls -A "$1" &&
          mount -o remount,size=4m "$1" && "$2" "$1/x.vault" b 1 1
        """, place.folder.path)
      #expect(verdict.status == 0, "\(verdict.complaint)")
      let lines = verdict.text.split(separator: "\n")
      let words = try #require(lines.first).split(separator: " ", maxSplits: 1)
      let count = try #require(Int(words[0]))
      #expect(10..<60 ~= count)
      #expect(words.last == "\(place.folder.path)/x.vault: the disk is full")
      #expect(lines.dropFirst() == ["\(count)", "x.vault", "x.vault.lock", "1", "1"])
    }

    @Test func `a read-only disk is reported, and secrets can be read`() async throws {
      try place.store().write(Data([1]), for: SecretKey("a-0", service: "judge"), access: .standard)
      let verdict = try await VaultJudge.runMounted(
        """
        mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && "$2" "$1/secrets.vault" a 1 1
        """, place.folder.path)
      #expect(verdict.status == 0, "\(verdict.complaint)")
      #expect(verdict.text == "0 \(place.path): cannot be written\n1\n")
    }

    @Test func `a read-only folder is reported, and secrets can be read`() async throws {
      let (path, folder) = (place.path, place.folder.path)
      try place.store().write(Data([1]), for: .token, access: .standard)
      // Root may write everywhere.
      if geteuid() == 0 {
        #expect(chown(path, 65534, 65534) == 0 && chown(path + ".lock", 65534, 65534) == 0)
      }
      await #expect(processExitsWith: .success) {
        [path = path as String, folder = folder as String] in
        if geteuid() == 0 { #expect(setuid(65534) == 0) }
        if chmod(folder, 0o555) != 0 { #expect(errno == EPERM) }
        let store = VaultStore(path: path, key: VaultPlace.key)
        var found = [try store.read(.token)]
        for error in [
          failure { try store.write(Data([2]), for: .token, access: .standard) },
          failure { try store.rotateDataKey() },
        ] {
          #expect(error == .notWritable(path: path))
          #expect(error?.description == "\(path): cannot be written")
        }
        found.append(try store.read(.token))
        #expect(found == [Data([1]), Data([1])])
        if geteuid() != 65534 { chmod(folder, 0o755) }
      }
    }

    @Test
    func `a folder that cannot be synced is reported before anything is changed`() async throws {
      let (path, folder) = (place.path, place.folder.path)
      try place.store().write(Data([1]), for: .token, access: .standard)
      if geteuid() == 0 {
        #expect(chown(path, 65534, 65534) == 0 && chown(path + ".lock", 65534, 65534) == 0)
      }
      // Files can be created in it, and it cannot be opened.
      #expect(chmod(folder, 0o333) == 0)
      await #expect(processExitsWith: .success) { [path = path as String] in
        if geteuid() == 0 { #expect(setuid(65534) == 0) }
        let store = VaultStore(path: path, key: VaultPlace.key)
        #expect(
          failure { try store.write(Data([2]), for: .token, access: .standard) }
            == .notWritable(path: path))
        let found = try store.read(.token)
        #expect(found == Data([1]))
      }
      #expect(chmod(folder, 0o755) == 0)
      #expect(try place.names() == ["secrets.vault", "secrets.vault.lock"])
    }
  }
#endif
