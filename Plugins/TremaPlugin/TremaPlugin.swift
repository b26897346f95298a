import Foundation
import PackagePlugin

/// Makes the `.lproj` resources and the accessors of a target from its `trema.json`.
@main
struct TremaPlugin: BuildToolPlugin {
  /// The target's own `trema.json` wins over that of the package, which several targets may share.
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let folders = [target.directoryURL, context.package.directoryURL]
    guard let file = ProjectFile.find(in: folders) else {
      Diagnostics.error(
        "target '\(target.name)' uses TremaPlugin, but there is no trema.json in its folder"
          + " \(target.directoryURL.path) or in that of its package")
      return []
    }
    guard let project = ProjectFile.read(file) else { return [] }
    project.warnUnlessAccessorsLookIntoModule()
    let plan = project.plan(below: context.pluginWorkDirectoryURL.appending(path: "Outputs"))
    guard !plan.outputs.isEmpty else { return [] }
    let stale = try StalePlan(in: context.pluginWorkDirectoryURL)
    return [
      stale.watch,
      plan.command(
        try context.tool(named: "trema").url, for: target.name,
        options: ["--stale-stamp=\(stale.stamp.path)"]),
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension TremaPlugin: XcodeBuildToolPlugin {
    /// A target of an Xcode project has no folder: a `trema.json` among its files wins over that of
    /// the project.
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
      guard !plan.outputs.isEmpty else { return [] }
      // Xcode asks the plugin anew for each build.
      return [plan.command(try context.tool(named: "trema").url, for: target.displayName)]
    }
  }
#endif
