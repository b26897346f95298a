public import Foundation
import TremaConfigValues
import TremaSupport

/// Reloads a configuration when its file changes, and publishes the values of keys when they
/// change.
///
/// A configuration takes effect either completely or not at all: while the file is malformed or
/// `validate` rejects it, ``current`` remains the last valid configuration, and ``problems``
/// reports the error.
///
///     let reloader = try ConfigurationReloader(file: url) { configuration throws(ConfigurationError) in
///       _ = try configuration.decode(AppConfiguration.self)
///     }
///     for await timeout in reloader.values(of: "api.timeout", as: Int.self) {
///       client.timeout = timeout ?? 30
///     }
public final class ConfigurationReloader: Sendable {
  /// The state protected by the lock.
  private struct State: Sendable {
    /// The last valid configuration.
    var current: Configuration
    /// The version of the file before it was last read, or `nil` if it did not exist.
    var fileVersion: FileVersion?
    /// Closures that publish the value of one key, by number. They return the reason that the key
    /// has no value of the requested type.
    var observers: [Int: @Sendable (Configuration) -> ConfigurationError?] = [:]
    /// The continuations of ``problems``, by number.
    var listeners: [Int: AsyncStream<ConfigurationError>.Continuation] = [:]
    /// The error found when the file was last read.
    var problem: ConfigurationError?
    /// The number of the last observer or listener.
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
  /// A lock that serializes reloads, so an older version of the file never replaces a newer one.
  private let reloadLock = Lock()

  /// Reads the file for the first time.
  ///
  /// - Parameters:
  ///   - file: A property list or JSON file created by `trema config merge`.
  ///   - environment: The environment that the values belong to.
  ///   - overrides: Variables and arguments that are merged over each version of the file.
  ///   - validate: A closure that throws if a configuration must not take effect.
  /// - Throws: Errors from reading the file and from `validate`.
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

  /// The error that prevents the current file from taking effect, or `nil` if it is in effect.
  public var problem: ConfigurationError? { state.withLock { $0.problem } }

  /// Reads the file now.
  ///
  /// - Returns: Whether a value changed.
  /// - Throws: The errors of reading and validating the file. If an error is thrown, ``current``
  ///   does not change.
  @discardableResult
  public func reload() throws(ConfigurationError) -> Bool {
    reloadLock.lock()
    defer { reloadLock.unlock() }
    // We get the version before we read the file, so a change during the read is detected later.
    let trace = FileVersion(file)
    do throws(ConfigurationError) {
      let configuration = try load()
      return state.withLock { state in
        (state.fileVersion, state.problem) = (trace, nil)
        guard configuration.values != state.current.values else { return false }
        state.current = configuration
        // Observers are called while the lock is held, so all of them receive the changes in the
        // same order.
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

  /// Reloads the file whenever it changes, until the task is canceled. Errors are reported by
  /// ``problems``.
  ///
  /// - Parameter interval: The time between two checks of the file.
  public func watch(every interval: Duration = .seconds(1)) async {
    while !Task.isCancelled {
      if FileVersion(file) != state.withLock({ $0.fileVersion }) { _ = try? reload() }
      try? await Task.sleep(for: interval)
    }
  }

  /// Returns a stream of a key's values: the current value, followed by each different value.
  ///
  /// A slow consumer receives only the latest value. The value is `nil` while the key is missing. A
  /// value of a different kind is reported by ``problems``, and nothing is added to the stream.
  public func values<Value: ConfigurationRepresentable & Equatable & Sendable>(
    of key: String, as type: Value.Type = Value.self
  ) -> AsyncStream<Value?> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value?.self, bufferingPolicy: .bufferingNewest(1))
    // The last published value. The outer optional is `nil` before the first one.
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
    // The observer is registered and called with the current value under one lock, so no change in
    // between is lost.
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

  /// A stream of all future errors that prevent a file or a value from taking effect. A slow
  /// consumer receives only the latest 16.
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

/// The properties that distinguish versions of a file: modification date, size and inode.
private struct FileVersion: Hashable, Sendable {
  let date: Date?
  let size: Int?
  let fileNumber: Int?

  /// Reads the properties of a file, or returns `nil` if it does not exist.
  init?(_ url: URL) {
    guard let found = try? FileManager.default.attributesOfItem(atPath: url.path) else {
      return nil
    }
    date = found[.modificationDate] as? Date
    size = (found[.size] as? NSNumber)?.intValue
    fileNumber = (found[.systemFileNumber] as? NSNumber)?.intValue
  }
}
