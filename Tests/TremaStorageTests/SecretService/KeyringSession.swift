#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  /// A session bus with a home folder of its own, for one script of bash. Its processes end with
  /// it.
  ///
  /// The script has `$JUDGE` and `$PYTHON`, and the functions `unlocked`, which starts GNOME
  /// Keyring with its keyring unlocked, `owner`, the number of the process that provides the Secret
  /// Service, and `ended`, which ends it.
  enum KeyringSession {
    private static let judge: String = {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? Bundle.main.executableURL
      return tests?.deletingLastPathComponent().appending(path: "SecretServiceJudge").path
        ?? "SecretServiceJudge"
    }()

    private static let functions = """
      for tool in gnome-keyring-daemon secret-tool dbus-send; do
        command -v $tool >/dev/null || echo "$tool is not installed (make setup)"
      done
      bus() {
        dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.$1 \
          string:org.freedesktop.secrets 2>/dev/null
      }
      owner() { bus GetConnectionUnixProcessID | sed -n 's/.*uint32 //p'; }
      unlocked() {
        printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null
        until bus NameHasOwner | grep -q true; do sleep 0.02; done
      }
      ended() {
        kill $(owner)
        while bus NameHasOwner | grep -q true; do sleep 0.02; done
      }
      locked() {
        dbus-send --session --print-reply --dest=org.freedesktop.secrets \
          /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock \
          array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
      }

      """

    /// The tests' threads block signals, and their child processes would, too: neither bus nor
    /// keyring could be ended.
    private static let unblocked =
      "python3 -c 'import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []);"
      + " os.execvp(sys.argv[1], sys.argv[1:])'"

    /// - Returns: The lines of standard output.
    static func run(_ script: String, bus: Bool = true) async throws -> [String] {
      let folder = try TemporaryFolder()
      try folder.write(Array((functions + script).utf8), to: "script")
      let launcher = bus ? "dbus-run-session -- bash script" : "bash script"
      let verdict = try await Judge.bash.runAside(
        [
          "-c",
          """
          mkdir -m 700 home home/run
          exec env -i PATH="$PATH" LC_ALL=C.UTF-8 HOME="$PWD/home" XDG_RUNTIME_DIR="$PWD/home/run" \
            XDG_DATA_HOME="$PWD/home/data" XDG_CONFIG_HOME="$PWD/home/config" \
            XDG_CACHE_HOME="$PWD/home/cache" JUDGE='\(judge)' \
            PYTHON='\(Judge.environmentPython.name)' \(unblocked) timeout 120 \(launcher)
          """,
        ], in: folder)
      return verdict.text.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }
  }
#endif
