public import Foundation
import TremaSupport

extension Configuration {
  private static let published = PublishedValue<Configuration>()
  private static let listeners = LockedValue(Listeners())

  @TaskLocal private static var ofTask: Configuration?

  /// The configuration of this task if there is one, else that of the process, which is read from
  /// the main bundle when it is first asked for.
  ///
  /// When that fails, it has no values: its subscript gives nil, every other lookup throws what
  /// ``problem`` says, and the reason is printed once.
  public static var shared: Configuration {
    ofTask ?? published.value(orPublish: ofMainBundle)
  }

  private static func ofMainBundle() -> Configuration {
    do {
      let configuration = try Configuration()
      for conflict in configuration.conflicts { report(conflict) }
      return configuration
    } catch {
      report(error)
      return Configuration(error, environment: ConfigurationEnvironment.chosen(by: .main))
    }
  }

  private static func report(_ error: ConfigurationError) {
    FileHandle.standardError.write(Data("Trema: \(error)\n".utf8))
  }

  /// Makes a configuration that of the process, at launch or when it has changed, and tells
  /// ``changes``. What is replaced stays in memory: this is for changes that a person makes, not for
  /// one a second.
  public static func publish(_ configuration: Configuration) {
    // Under one lock, so that everybody is told of changes in their order.
    listeners.withLock {
      published.value = configuration
      $0.tell(configuration)
    }
  }

  /// Changes the environment of the running app, as a menu for testers does.
  ///
  /// - Throws: ``ConfigurationError/notDebug(environment:)`` unless ``Runtime/isDebug`` is set; what
  ///   reading the files throws, and then nothing changes.
  public static func switchEnvironment(
    to environment: String, bundle: Bundle = .main, extending parents: [String] = []
  ) throws(ConfigurationError) {
    guard Runtime.isDebug else { throw .notDebug(environment: environment) }
    publish(
      try Configuration(bundle: bundle, environment: environment, extending: parents))
  }

  /// Every configuration that is published from now on, in order, for one reader. A slow reader gets
  /// the last one alone of those that it missed.
  public static var changes: AsyncStream<Configuration> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Configuration.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { $0.add(continuation) }
    continuation.onTermination = { _ in _ = listeners.withLock { $0.remove(number) } }
    return stream
  }

  /// Makes this the shared configuration while `operation` runs: for a test that must not disturb
  /// others.
  ///
  /// It reaches child tasks, not threads and not `Task.detached`.
  ///
  /// - Returns: what `operation` returns.
  public func asShared<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$ofTask.withValue(self, operation: operation)
  }

  /// Uses the configuration as the shared one, on the actor of the caller.
  public func asShared<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$ofTask.withValue(self, operation: operation, isolation: isolation)
  }
}

/// The listeners to changes.
private struct Listeners: Sendable {
  private var continuations: [Int: AsyncStream<Configuration>.Continuation] = [:]
  private var last = 0

  mutating func add(_ continuation: AsyncStream<Configuration>.Continuation) -> Int {
    last += 1
    continuations[last] = continuation
    return last
  }

  mutating func remove(_ number: Int) -> AsyncStream<Configuration>.Continuation? {
    continuations.removeValue(forKey: number)
  }

  func tell(_ configuration: Configuration) {
    for continuation in continuations.values { continuation.yield(configuration) }
  }
}

/// Which environment an app runs in.
enum ConfigurationEnvironment {
  /// The key of the `Info.plist` that the build writes, and the variable that may choose another
  /// environment at launch.
  static let infoKey = "TremaEnvironment"
  static let variable = "TREMA_ENVIRONMENT"

  /// The environment that the base of the bundle is for: it needs no file of its own.
  static func merged(in bundle: Bundle) -> String {
    bundle.object(forInfoDictionaryKey: infoKey) as? String ?? Configuration.production
  }

  /// Returns the environment of the variable in debug builds, else the one that the build chose, else
  /// production.
  static func chosen(by bundle: Bundle) -> String {
    if Runtime.isDebug, let name = ProcessInfo.processInfo.environment[variable], !name.isEmpty {
      return name
    }
    return merged(in: bundle)
  }
}
