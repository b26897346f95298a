public import Foundation
import TremaConfigValues
import TremaSupport

/// Reads a configuration again when its file changes, and reports the values of keys as they change.
///
/// A configuration takes effect as a whole or not at all: while the file is broken, or `validate` refuses
/// what it holds, ``current`` stays the last good one and ``problems`` has the error.
///
///     let reloader = try ConfigurationReloader(file: url) { configuration throws(ConfigurationError) in
///       _ = try configuration.decode(AppConfiguration.self)
///     }
///     for await timeout in reloader.values(of: "api.timeout", as: Int.self) {
///       client.timeout = timeout ?? 30
///     }
public final class ConfigurationReloader: Sendable {
  private struct State: Sendable {
    var current: Configuration
    /// The state of the file when it was last read.
    var trace: FileTrace?
    /// They return why they have no value.
    var observers: [Int: @Sendable (Configuration) -> ConfigurationError?] = [:]
    var listeners: [Int: AsyncStream<ConfigurationError>.Continuation] = [:]
    var problem: ConfigurationError?
    var last = 0

    mutating func fail(_ error: ConfigurationError) {
      problem = error
      for listener in listeners.values { listener.yield(error) }
    }
  }

  private let load: @Sendable () throws(ConfigurationError) -> Configuration
  private let file: URL
  private let state: LockedValue<State>
  /// Reloads run one after the other, so that an older file never replaces a newer one.
  private let turn = Lock()

  /// Reads the file for the first time.
  ///
  /// - Parameters:
  ///   - file: a property list or JSON that `trema config merge` wrote.
  ///   - environment: what the values are for.
  ///   - overrides: variables and arguments, over every version of the file.
  ///   - validate: throws for a configuration that must not take effect.
  /// - Throws: what reading the file and `validate` throw.
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
    let trace = FileTrace(file)
    state = LockedValue(State(current: try load(), trace: trace))
  }

  /// The last configuration that was good.
  public var current: Configuration { state.withLock { $0.current } }

  /// Why the file as it is now was not taken; nil when it was.
  public var problem: ConfigurationError? { state.withLock { $0.problem } }

  /// Reads the file now.
  ///
  /// - Returns: whether a value changed.
  /// - Throws: what reading the file and the validation throw; ``current`` stays as it was.
  @discardableResult
  public func reload() throws(ConfigurationError) -> Bool {
    turn.lock()
    defer { turn.unlock() }
    // Looked at first: a change while the file is read is found by the next look.
    let trace = FileTrace(file)
    do throws(ConfigurationError) {
      let configuration = try load()
      return state.withLock { state in
        (state.trace, state.problem) = (trace, nil)
        guard configuration.values != state.current.values else { return false }
        state.current = configuration
        // Under the lock, so that all observers see changes in their order.
        for problem in state.observers.values.compactMap({ $0(configuration) }) {
          state.fail(problem)
        }
        return true
      }
    } catch {
      state.withLock { state in
        state.trace = trace
        state.fail(error)
      }
      throw error
    }
  }

  /// Reads the file whenever it has changed, until the task is cancelled. Errors go to ``problems``.
  ///
  /// - Parameter interval: how often the file is looked at.
  public func watch(every interval: Duration = .seconds(1)) async {
    while !Task.isCancelled {
      if FileTrace(file) != state.withLock({ $0.trace }) { _ = try? reload() }
      try? await Task.sleep(for: interval)
    }
  }

  /// The value of a key now, and then whenever it is another one. A slow reader gets only the last of
  /// the values that it missed. A missing key is nil; a value of another kind goes to ``problems``, and
  /// the last one stays.
  public func values<Value: ConfigurationRepresentable & Equatable & Sendable>(
    of key: String, as type: Value.Type = Value.self
  ) -> AsyncStream<Value?> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value?.self, bufferingPolicy: .bufferingNewest(1))
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
    let number = state.withLock { state in
      state.last += 1
      state.observers[state.last] = observer
      if let problem = observer(state.current) { state.fail(problem) }
      return state.last
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Every error from now on that kept a file or a value from taking effect.
  public var problems: AsyncStream<ConfigurationError> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConfigurationError.self, bufferingPolicy: .bufferingNewest(16))
    let number = state.withLock { state in
      state.last += 1
      state.listeners[state.last] = continuation
      return state.last
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }
}

/// The properties by which versions of a file are distinguished.
private struct FileTrace: Hashable, Sendable {
  let date: Date?
  let size: Int?
  let number: Int?

  /// - Returns: nil when there is no such file.
  init?(_ url: URL) {
    guard let found = try? FileManager.default.attributesOfItem(atPath: url.path) else {
      return nil
    }
    date = found[.modificationDate] as? Date
    size = (found[.size] as? NSNumber)?.intValue
    number = (found[.systemFileNumber] as? NSNumber)?.intValue
  }
}
