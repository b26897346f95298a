public import Foundation
import TremaSupport

extension Configuration {
  /// The configuration of the process; empty until it is first used or published.
  private static let published = PublishedValue<Configuration>()
  /// The continuations of ``changes``.
  private static let listeners = LockedValue(Listeners())

  /// The configuration of the current task and its child tasks, for tests.
  @TaskLocal private static var taskConfiguration: Configuration?

  /// The configuration of the current task if there is one, else that of the process, which is read
  /// from the main bundle when it is first used.
  ///
  /// If it cannot be read, it has no values: the subscript returns `nil`, all other lookups throw
  /// ``problem``, and the error is printed once to standard error.
  public static var shared: Configuration {
    taskConfiguration ?? published.value(orPublish: loadMainBundle)
  }

  /// Reads the configuration of the main bundle, and reports its conflicts or its error.
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
  /// A replaced configuration is never deallocated, so the function is meant for changes by a
  /// person, and not for one every second.
  public static func publish(_ configuration: Configuration) {
    // The lock covers both steps, so that all listeners receive changes in the same order.
    listeners.withLock {
      published.value = configuration
      $0.publish(configuration)
    }
  }

  /// Changes the environment of the running app, for example from a menu for testers.
  ///
  /// - Parameters:
  ///   - environment: the name of the environment.
  ///   - bundle: the bundle that has the files.
  ///   - parents: the environments that it extends, the farthest first.
  /// - Throws: ``ConfigurationError/notDebug(environment:)`` unless `Runtime.isDebug` is set, and
  ///   the errors of reading the files. The configuration does not change then.
  public static func switchEnvironment(
    to environment: String, bundle: Bundle = .main, extending parents: [String] = []
  ) throws(ConfigurationError) {
    guard Runtime.isDebug else { throw .notDebug(environment: environment) }
    publish(
      try Configuration(bundle: bundle, environment: environment, extending: parents))
  }

  /// Returns a stream of all configurations that are published from now on, in order, for one
  /// consumer. A slow consumer receives only the latest one.
  public static var changes: AsyncStream<Configuration> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Configuration.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { $0.add(continuation) }
    continuation.onTermination = { _ in _ = listeners.withLock { $0.remove(number) } }
    return stream
  }

  /// Makes this the shared configuration while a closure runs, for a test that must not affect
  /// others.
  ///
  /// The configuration is inherited by child tasks, but not by threads and `Task.detached`.
  ///
  /// - Returns: the result of the closure.
  public func asShared<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$taskConfiguration.withValue(self, operation: operation)
  }

  /// Makes this the shared configuration while an asynchronous closure runs, on the actor of the
  /// caller.
  public func asShared<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$taskConfiguration.withValue(self, operation: operation, isolation: isolation)
  }
}

/// The continuations of the streams of changes.
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

  /// Removes the continuation with a number, and returns it if it was there.
  mutating func remove(_ number: Int) -> AsyncStream<Configuration>.Continuation? {
    continuations.removeValue(forKey: number)
  }

  /// Publishes a configuration to all streams.
  func publish(_ configuration: Configuration) {
    for continuation in continuations.values { continuation.yield(configuration) }
  }
}

/// Determines the environment in which the app runs.
enum ConfigurationEnvironment {
  /// The key of the `Info.plist` in which the build stores the environment.
  static let infoKey = "TremaEnvironment"
  /// The variable of the process that selects another environment at launch, in debug builds.
  static let variable = "TREMA_ENVIRONMENT"

  /// Returns the environment for which the build merged the base of the bundle. It needs no file of
  /// its own.
  static func merged(in bundle: Bundle) -> String {
    bundle.object(forInfoDictionaryKey: infoKey) as? String ?? Configuration.production
  }

  /// Returns the environment from the variable in debug builds, else that of the build, else
  /// production.
  static func chosen(by bundle: Bundle) -> String {
    if Runtime.isDebug, let name = ProcessInfo.processInfo.environment[variable], !name.isEmpty {
      return name
    }
    return merged(in: bundle)
  }
}
