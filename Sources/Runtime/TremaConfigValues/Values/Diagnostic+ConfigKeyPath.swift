import TremaSupport

extension Diagnostic {
  /// Sets the key of a configuration that the finding is about.
  package mutating func about(_ path: ConfigKeyPath) {
    key = path.description
    keyPath = path.components.map { component in
      switch component {
      case .key(let key): key
      case .index(let index): String(index)
      }
    }
  }
}
