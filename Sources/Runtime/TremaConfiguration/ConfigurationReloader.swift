public import Foundation
import TremaConfigValues
import TremaSupport

/// Reloads a configuration when its file changes, and publishes the values of keys as they change.
///
/// A configuration takes effect as a whole or not at all: while the file is malformed, or
/// `validate` rejects it, ``current`` remains the last valid configuration and ``problems`` reports
/// the error.
///
///
///     let reloader = try ConfigurationReloader(file: url) { configuration throws(ConfigurationError) in
///       _ = try configuration.decode(AppConfiguration.self)
///     }
///     for await timeout in reloader.values(of: "api.timeout", as: Int.self) {
///       client.timeout = timeout ?? 30
///     }
public final class ConfigurationReloader: Sendable {
  /// The state that is protected by the lock.
  private struct State: Sendable {
    /// The last valid configuration.
    var current: Configuration
    /// The state of the file before it was last read; `nil` if it did not exist.
    var fileVersion: FileVersion?
    /// Closures that publish the value of one key, by number. They return the reason that the key
    /// has no value of the requested type.
    var observers: [Int: @Sendable (Configuration) -> ConfigurationError?] = [:]
    /// The continuations of ``problems``, by number.
    var listeners: [Int: AsyncStream<ConfigurationError>.Continuation] = [:]
    /// The error of the file as it was last read.
    var problem: ConfigurationError?
    /// The last number of an observer or listener.
    var lastNumber = 0

    /// Stores an error and publishes it to all listeners.
    mutating func fail(_ error: ConfigurationError) {
      problem = error
      for listener in listeners.values { listener.yield(error) }
    }
  }

  /// Reads and validates the file.
  private let load: @Sendable () throws(ConfigurationError) -> Configuration
  private let file: URL
  private let state: LockedValue<State>
  /// A lock that serialises reloads, so that the result of an older version of the file never
  /// replaces that of a newer one.
  private let reloadLock = Lock()

  /// Reads the file for the first time.
  ///
  /// - Parameters:
  ///   - file: a property list or JSON file that `trema config merge` wrote.
  ///   - environment: the environment of the values.
  ///   - overrides: variables and arguments, which are merged over each version of the file.
  ///   - validate: a closure that throws if a configuration must not take effect.
  /// - Throws: the errors of reading the file and of `validate`.
  public init(
    file: URL, environment: String = Configuration.production,
    overrides: ConfigurationOverrides = .none,
    validate: @escaping @Sendable (Configuration) throws(ConfigurationError) -> Void = { _ in }
  ) throws(ConfigurationError) {
    self.file = file
    let load = { @Sendable () throws(ConfigurationError) in
      let configuration = try Configuration(
        files: [file], environment: environment, overrides: overrides)
      try validate(configuration)
      return configuration
    }
    self.load = load
    let trace = FileVersion(file)
    state = LockedValue(State(current: try load(), fileVersion: trace))
  }

  /// The last valid configuration.
  public var current: Configuration { state.withLock { $0.current } }

  /// The error that keeps the present file from taking effect; `nil` if it is in effect.
  public var problem: ConfigurationError? { state.withLock { $0.problem } }

  /// Reads the file now.
  ///
  /// - Returns: whether a value changed.
  /// - Throws: the errors of reading and validating the file; ``current`` does not change.
  @discardableResult
  public func reload() throws(ConfigurationError) -> Bool {
    reloadLock.lock()
    defer { reloadLock.unlock() }
    // The state is taken before the file is read, so that a change during the read is detected
    // later.
    let trace = FileVersion(file)
    do throws(ConfigurationError) {
      let configuration = try load()
      return state.withLock { state in
        (state.fileVersion, state.problem) = (trace, nil)
        guard configuration.values != state.current.values else { return false }
        state.current = configuration
        // Observers are called while the lock is held, so that each sees all changes in the same
        // order.
        for problem in state.observers.values.compactMap({ $0(configuration) }) {
          state.fail(problem)
        }
        return true
      }
    } catch {
      state.withLock { state in
        state.fileVersion = trace
        state.fail(error)
      }
      throw error
    }
  }

  /// Reloads the file when it has changed, until the task is cancelled. Errors are reported by
  /// ``problems``.
  ///
  /// - Parameter interval: the time between two examinations of the file.
  public func watch(every interval: Duration = .seconds(1)) async {
    while !Task.isCancelled {
      if FileVersion(file) != state.withLock({ $0.fileVersion }) { _ = try? reload() }
      try? await Task.sleep(for: interval)
    }
  }

  /// Returns a stream of the value of a key: the present value, and then each different one.
  ///
  /// A slow consumer receives only the latest of several values. The value is `nil` while the key
  /// is missing. A value of another kind is reported by ``problems``, and nothing is added to the
  /// stream.
  public func values<Value: ConfigurationRepresentable & Equatable & Sendable>(
    of key: String, as type: Value.Type = Value.self
  ) -> AsyncStream<Value?> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value?.self, bufferingPolicy: .bufferingNewest(1))
    // The last published value; the outer optional is `nil` before the first one.
    let seen = LockedValue<Value??>(nil)
    let observer = { @Sendable (configuration: Configuration) -> ConfigurationError? in
      let value: Value?
      do throws(ConfigurationError) {
        value = configuration[key] == nil ? nil : try configuration.value(key, as: type)
      } catch {
        return error
      }
      let isNew = seen.withLock { seen in
        defer { seen = .some(value) }
        return seen != .some(value)
      }
      if isNew { continuation.yield(value) }
      return nil
    }
    // The observer is registered and called for the present value under one lock, so that no change
    // in between is lost.
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = observer
      if let problem = observer(state.current) { state.fail(problem) }
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
    }
    return stream
  }

  /// A stream of all future errors that keep a file or a value from taking effect. A slow consumer
  /// receives only the latest 16.
  public var problems: AsyncStream<ConfigurationError> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConfigurationError.self, bufferingPolicy: .bufferingNewest(16))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = continuation
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }
}

/// The properties by which versions of a file are distinguished: modification date, size and inode.
private struct FileVersion: Hashable, Sendable {
  let date: Date?
  let size: Int?
  let fileNumber: Int?

  /// Reads the properties of a file; `nil` if it does not exist.
  init?(_ url: URL) {
    guard let found = try? FileManager.default.attributesOfItem(atPath: url.path) else {
      return nil
    }
    date = found[.modificationDate] as? Date
    size = (found[.size] as? NSNumber)?.intValue
    fileNumber = (found[.systemFileNumber] as? NSNumber)?.intValue
  }
}
