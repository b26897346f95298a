import Foundation
import PackagePlugin

/// `swift package trema check`, `… build`, `… convert`: the command itself, run in the package.
///
/// SwiftPM asks for the permission to write before any of them; without a terminal,
/// `--allow-writing-to-package-directory` goes before `trema`.
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

  /// SwiftPM prints it and exits with 1 for every status.
  private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ process: Process) {
      let cause = process.terminationReason == .exit ? "status" : "signal"
      description = "trema ended with \(cause) \(process.terminationStatus)"
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
