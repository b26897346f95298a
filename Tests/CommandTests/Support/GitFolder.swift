import Foundation
import TremaTestSupport

/// A repository of git in a folder of its own, with the command in its PATH.
struct GitFolder {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try run("git init -q -b main .")
  }

  struct Result {
    var status: Int32
    /// Standard output, then standard error.
    var text: String
  }

  /// Runs lines of a shell script; `trema` in it is the command, and git has no settings but those
  /// of the repository.
  func script(_ lines: String) throws -> Result {
    let start = """
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_EDITOR=true LC_ALL=C
      export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
      trema() { '\(Tool.path)' "$@"; }
      set -e
      """
    let verdict = try Judge.bash.run(
      ["-c", "\(start)\n\(lines)"], in: folder)
    return Result(status: verdict.status, text: verdict.text + verdict.complaint)
  }

  /// - Throws: If the script fails.
  @discardableResult func run(_ lines: String) throws -> String {
    let result = try script(lines)
    guard result.status == 0 else { throw Tool.Failure(description: "\(lines)\n\(result.text)") }
    return result.text
  }
}
