import TremaConfiguration
import TremaLog

extension LogSystem {
  /// Applies the levels of every configuration published from now on, until the returned task is
  /// cancelled. Problems of a configuration are logged, in which case the levels are unchanged.
  @discardableResult
  public func followConfiguration() -> Task<Void, Never> {
    // The sequence is created before the task so that no configuration is missed.
    let changes = Configuration.changes
    return Task {
      for await configuration in changes {
        do throws(LogConfigurationError) {
          try configure(configuration.values)
        } catch {
          Log(label: "trema.log", system: self).error("\(error, .public)")
        }
      }
    }
  }
}
