import Foundation
import PackagePlugin

/// `swift package trema check`, `… build`, `… convert`: the command itself, run in the package.
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
      throw Failure(status: process.terminationStatus)
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let status: Int32
    var description: String { "trema ended with status \(status)" }
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
