import TremaConfiguration
import TremaLog

extension LogSystem {
  /// Takes over the levels of every configuration that is published from now on, until the task that
  /// is returned is cancelled. What is wrong with one is logged, and levels stay as they are.
  @discardableResult
  public func followConfiguration() -> Task<Void, Never> {
    // Before the task begins, so that nothing that is published meanwhile is missed.
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
