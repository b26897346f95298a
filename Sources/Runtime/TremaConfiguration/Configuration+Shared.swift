public import Foundation
import TremaSupport

extension Configuration {
  /// The process's configuration, or empty until it is first used or published.
  private static let published = PublishedValue<Configuration>()
  /// The continuations of ``changes``.
  private static let listeners = LockedValue(Listeners())

  /// The configuration of the current task and its child tasks, for tests.
  @TaskLocal private static var taskConfiguration: Configuration?

  /// The current task's configuration or, if it has none, the process's, which is read from the
  /// main bundle when it is first used.
  ///
  /// If the configuration cannot be read, it has no values: the subscript returns `nil`, all other
  /// lookups throw ``problem``, and the error is printed once to standard error.
  public static var shared: Configuration {
    taskConfiguration ?? published.value(orPublish: loadMainBundle)
  }

  /// Reads the configuration of the main bundle and reports its conflicts or its error.
  private static func loadMainBundle() -> Configuration {
    do {
      let configuration = try Configuration()
      for conflict in configuration.conflicts { report(conflict) }
      return configuration
    } catch {
      report(error)
      return Configuration(error, environment: ConfigurationEnvironment.chosen(by: .main))
    }
  }

  /// Prints an error to standard error.
  private static func report(_ error: ConfigurationError) {
    FileHandle.standardError.write(Data("Trema: \(error)\n".utf8))
  }

  /// Replaces the configuration of the process, at launch or after a change, and publishes it to
  /// ``changes``.
  ///
  /// A replaced configuration is never deallocated, so this function is intended for occasional
  /// changes by a person and not for frequent updates.
  public static func publish(_ configuration: Configuration) {
    // The lock covers both steps so that all listeners receive changes in the same order.
    listeners.withLock {
      published.value = configuration
      $0.publish(configuration)
    }
  }

  /// Changes the environment of the running app, for example from a menu for testers.
  ///
  /// - Parameters:
  ///   - bundle: The bundle that contains the files.
  ///   - parents: The environments that it extends, the most distant ancestor first.
  /// - Throws: ``ConfigurationError/notDebug(environment:)`` unless `Runtime.isDebug` is set, and
  ///   the errors of reading the files. If an error is thrown, the configuration does not change.
  public static func switchEnvironment(
    to environment: String, bundle: Bundle = .main, extending parents: [String] = []
  ) throws(ConfigurationError) {
    guard Runtime.isDebug else { throw .notDebug(environment: environment) }
    publish(
      try Configuration(bundle: bundle, environment: environment, extending: parents))
  }

  /// A stream of all future published configurations, in order, for one consumer. A slow consumer
  /// receives only the latest one.
  public static var changes: AsyncStream<Configuration> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Configuration.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { $0.add(continuation) }
    continuation.onTermination = { _ in _ = listeners.withLock { $0.remove(number) } }
    return stream
  }

  /// Makes this the shared configuration while a closure runs, for a test that must not affect
  /// other tests.
  ///
  /// The configuration is inherited by child tasks, but not by threads or `Task.detached`.
  ///
  /// - Returns: The result of the closure.
  public func asShared<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$taskConfiguration.withValue(self, operation: operation)
  }

  /// Makes this the shared configuration while an asynchronous closure runs, on the caller's actor.
  public func asShared<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$taskConfiguration.withValue(self, operation: operation, isolation: isolation)
  }
}

/// The continuations of the streams returned by ``changes``.
private struct Listeners: Sendable {
  /// The continuations by number.
  private var continuations: [Int: AsyncStream<Configuration>.Continuation] = [:]
  /// The number of the last continuation.
  private var lastNumber = 0

  /// Adds a continuation and returns its number.
  mutating func add(_ continuation: AsyncStream<Configuration>.Continuation) -> Int {
    lastNumber += 1
    continuations[lastNumber] = continuation
    return lastNumber
  }

  /// Removes the continuation with a number and returns it, or returns `nil` if there is none.
  mutating func remove(_ number: Int) -> AsyncStream<Configuration>.Continuation? {
    continuations.removeValue(forKey: number)
  }

  /// Publishes a configuration to all streams.
  func publish(_ configuration: Configuration) {
    for continuation in continuations.values { continuation.yield(configuration) }
  }
}

/// Determines the environment that the app runs in.
enum ConfigurationEnvironment {
  /// The `Info.plist` key under which the build stores the environment.
  static let infoKey = "TremaEnvironment"
  /// The environment variable that selects a different environment at launch, in debug builds.
  static let variable = "TREMA_ENVIRONMENT"

  /// Returns the environment whose values the build merged into the base of the bundle. It does not
  /// need its own file.
  static func merged(in bundle: Bundle) -> String {
    bundle.object(forInfoDictionaryKey: infoKey) as? String ?? Configuration.production
  }

  /// Returns the environment from the variable in debug builds, or else the environment of the
  /// build, or else production.
  static func chosen(by bundle: Bundle) -> String {
    if Runtime.isDebug, let name = ProcessInfo.processInfo.environment[variable], !name.isEmpty {
      return name
    }
    return merged(in: bundle)
  }
}
