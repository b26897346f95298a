import Foundation
import PackagePlugin

// The module's interface in Xcode, XcodeProjectPlugin.swiftmodule/arm64-apple-macos.swiftinterface, a
// version of which is in https://gist.github.com/ikesyo/f152bf8ee60b1c9bff2e757b01a95fa9. The properties
// that are URLs were added later, as in PackagePlugin.

public protocol XcodeBuildToolPlugin: BuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public protocol XcodeCommandPlugin: CommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws
}

public struct XcodePluginContext {
  public let xcodeProject: XcodeProject
  public let pluginWorkDirectoryURL: URL
  public func tool(named name: String) throws -> PluginContext.Tool { fatalError() }
}

public struct XcodeProject {
  public let displayName: String
  public let directoryURL: URL
  public let targets: [XcodeTarget]
}

public struct XcodeTarget {
  public let displayName: String
  public let inputFiles: FileList
}
