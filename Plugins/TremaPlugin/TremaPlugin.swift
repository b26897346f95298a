import Foundation
import PackagePlugin

/// A build tool plugin that generates the text resources and accessors of a target from its
/// `trema.json`.
@main
struct TremaPlugin: BuildToolPlugin {
  /// Returns the build commands of a target. A `trema.json` in the target's folder takes precedence
  /// over the package's, which multiple targets may share.
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let folders = [target.directoryURL, context.package.directoryURL]
    guard let file = ProjectFile.find(in: folders) else {
      Diagnostics.error(
        "target '\(target.name)' uses TremaPlugin, but there is no trema.json in its folder"
          + " \(target.directoryURL.path) or in that of its package")
      return []
    }
    guard let project = ProjectFile.read(file) else { return [] }
    project.warnUnlessAccessorsUseModuleBundle()
    let plan = project.plan(below: context.pluginWorkDirectoryURL.appending(path: "Outputs"))
    guard !plan.outputs.isEmpty else { return [] }
    guard let tool = try tool(context.tool(named:)) else { return [] }
    let stale = try StalePlan(in: context.pluginWorkDirectoryURL)
    return [
      stale.watch,
      plan.command(
        tool, for: target.name, options: ["--stale-stamp=\(stale.stamp.path)"]),
    ]
  }

  /// Returns the path of the command. If a prebuilt one does not support this machine, reports it
  /// and returns `nil`.
  private func tool(_ find: (String) throws -> PluginContext.Tool) throws -> URL? {
    do {
      return try find("trema").url
    } catch PluginContextError.toolNotSupportedOnTargetPlatform {
      Diagnostics.error(
        "the artifact bundle contains no 'trema' for this platform: use TremaPlugin of the package"
          + " 'trema', which builds it from source")
      return nil
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension TremaPlugin: XcodeBuildToolPlugin {
    /// Returns the build commands of an Xcode target. Such a target has no folder: a `trema.json`
    /// among its files takes precedence over that of the project.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let own = target.inputFiles.map(\.url).filter { $0.lastPathComponent == ProjectFile.name }
      let shared = ProjectFile.find(in: [context.xcodeProject.directoryURL])
      guard let file = own.first ?? shared else {
        Diagnostics.error(
          "target '\(target.displayName)' uses TremaPlugin, but there is no trema.json among its"
            + " files or in \(context.xcodeProject.directoryURL.path)")
        return []
      }
      guard let project = ProjectFile.read(file) else { return [] }
      let plan = project.plan(below: context.pluginWorkDirectoryURL.appending(path: "Outputs"))
      guard !plan.outputs.isEmpty, let tool = try tool(context.tool(named:)) else { return [] }
      // Xcode runs the plugin for each build, so no marker file is needed.
      return [plan.command(tool, for: target.displayName)]
    }
  }
#endif
