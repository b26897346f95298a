import Foundation
import Testing
import TremaTestSupport

/// Real git in a folder.
extension TemporaryFolder {
  /// Runs git, independent of the configuration of the user.
  ///
  /// - Returns: Its output.
  @discardableResult func git(_ arguments: String..., day: String = "2026-05-01") throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", "-C", path] + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    environment["GIT_AUTHOR_DATE"] = "\(day)T12:00:00Z"
    environment["GIT_COMMITTER_DATE"] = "\(day)T12:00:00Z"
    process.environment = environment
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
    return String(decoding: printed, as: UTF8.self)
  }

  func commitAll(_ message: String, day: String = "2026-05-01") throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message, day: day)
  }
}
