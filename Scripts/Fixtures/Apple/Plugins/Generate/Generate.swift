import PackagePlugin

@main
struct Generate: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] { [] }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension Generate: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) -> [String] { [] }
  }
#endif
