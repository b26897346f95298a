extension ConfigValue {
  /// Every value that has no parts, in order, with its path.
  package func forEachLeaf(_ visit: (ConfigKeyPath, ConfigValue) -> Void) {
    var path = ConfigKeyPath()
    forEachLeaf(&path, visit)
  }

  private func forEachLeaf(
    _ path: inout ConfigKeyPath, _ visit: (ConfigKeyPath, ConfigValue) -> Void
  ) {
    switch content {
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        path.components.append(.key(entry.key))
        entry.value.forEachLeaf(&path, visit)
        path.components.removeLast()
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        path.components.append(.index(index))
        value.forEachLeaf(&path, visit)
        path.components.removeLast()
      }
    default: visit(path, self)
    }
  }
}
