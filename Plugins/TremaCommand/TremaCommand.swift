import Foundation
import PackagePlugin

/// A command plugin that runs `trema` in the package: `swift package trema check`, `… build`.
///
/// SwiftPM requests permission to write to the package before each run. Without a terminal, pass
/// `--allow-writing-to-package-directory` before `trema`.
@main
struct TremaCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(context.tool(named: "trema").url, in: context.package.directoryURL, arguments)
  }

  private func run(_ tool: URL, in directory: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = directory
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(process)
    }
  }

  /// An unsuccessful run. SwiftPM prints the description and exits with 1 for any status.
  private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ process: Process) {
      let cause = process.terminationReason == .exit ? "status" : "signal"
      description = "trema exited with \(cause) \(process.terminationStatus)"
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension TremaCommand: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      try run(context.tool(named: "trema").url, in: context.xcodeProject.directoryURL, arguments)
    }
  }
#endif
