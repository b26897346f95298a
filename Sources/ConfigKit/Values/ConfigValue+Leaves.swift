extension ConfigValue {
  /// Every value that has no parts, in order, with its path.
  func forEachLeaf(_ visit: (ConfigKeyPath, ConfigValue) -> Void) {
    forEachLeaf(ConfigKeyPath(), visit)
  }

  private func forEachLeaf(
    _ path: ConfigKeyPath, _ visit: (ConfigKeyPath, ConfigValue) -> Void
  ) {
    switch content {
    case .dictionary(let dictionary):
      for entry in dictionary.entries { entry.value.forEachLeaf(path.appending(entry.key), visit) }
    case .array(let values):
      for (index, value) in values.enumerated() {
        value.forEachLeaf(path.appending(index), visit)
      }
    default: visit(path, self)
    }
  }
}
