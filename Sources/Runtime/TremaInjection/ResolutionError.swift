import TremaSupport

/// A failure to resolve a key. When the static functions of ``Container`` or the property wrapper
/// end the process, its `description` is the message.
public enum ResolutionError: Error, CustomStringConvertible {
  /// One step of a dependency path.
  public struct Step: Sendable, Hashable, CustomStringConvertible {
    /// The key's name.
    public let name: String
    /// The location of the registration or the declaration.
    public let location: CodeLocation

    /// The name and the location: `checkout (Checkout.swift:31)`.
    public var description: String { "\(Self.escaped(name)) (\(location))" }

    /// Returns a name or an argument with its control characters escaped.
    static func escaped(_ name: String) -> String { TerminalText.escaped(name) }
  }

  /// A key without a registration.
  public struct Missing: Sendable, Hashable {
    /// The key's name.
    public let name: String
    /// The value's type.
    public let typeName: String
    /// The keys that depend on the missing key, nearest first.
    public let requiredBy: [Step]
    /// The location of the outermost request, outside all factories.
    public let requestedAt: CodeLocation
    /// The similar registered names.
    public let similarNames: [String]
    /// The line of code that would register the key.
    public let remedy: String
  }

  /// There is no factory for the key.
  case missing(Missing)
  /// A live factory was about to run in a test: nothing overrides it, and its key has no factory
  /// for tests. `path` contains the keys that depend on it, nearest first.
  case liveInTest(Step, typeName: String, path: [Step], requestedAt: CodeLocation)
  /// The key depends on itself. The first and last steps are the same; `remedy` suggests making the
  /// last dependency lazy.
  case cycle([Step], remedy: String)
  /// More than 128 factories are nested.
  case tooDeep([Step])
  /// The key has a scope, but no scope with that name is open.
  case noScope(ScopeID, Step)
  /// The lifetime is weak, but the value is not an object.
  case notAnObject(Step, typeName: String)
  /// A non-`Sendable` singleton was requested outside the main actor.
  case onMainActorOnly(Step, typeName: String)
  /// The key was registered twice.
  case duplicate(name: String, first: CodeLocation, second: CodeLocation)
  /// A key was registered after the container had been frozen.
  case sealed(name: String, at: CodeLocation)
  /// The container was shut down.
  case shutDown(name: String, requestedAt: CodeLocation)
  /// The task was cancelled while it waited. Other tasks can still receive the value.
  case cancelled(Step)
  /// The factory threw an error, which all waiting requests receive.
  case factoryFailed(Step, path: [Step], underlying: any Error)

  /// A textual representation of this instance.
  public var description: String {
    switch self {
    case .missing(let missing): Self.text(of: missing)
    case .liveInTest(let step, let type, let path, let location):
      """
      the live factory of '\(type)' (key \(step)) must not run in a test
      required by \((path.map(\.description) + ["the test"]).joined(separator: " ← ")) (\(location))
      override the key, give it a value with forTests { … }, or allow it with useLive(key)
      """
    case .cycle(let steps, let remedy):
      (["dependency cycle: " + steps.map { Step.escaped($0.name) }.joined(separator: " → ")]
        + steps.dropLast().map { "  \(Step.escaped($0.name)) at \($0.location)" }
        + [remedy]).joined(separator: "\n")
    case .tooDeep(let steps):
      "more than \(Path.maxDepth) nested factories, the last of which are "
        + steps.suffix(3).map(\.description).joined(separator: " → ")
    case .noScope(let scope, let step):
      "no scope '\(Step.escaped(scope.name))' is open for \(step); open one with "
        + "container.scope(\"\(Step.escaped(scope.name))\")"
    case .notAnObject(let step, let type):
      "\(step) is weak, but the value of '\(type)' is not an object"
    case .onMainActorOnly(let step, let type):
      "'\(type)' (\(step.location)) is not Sendable, so its singleton is confined to the main actor; resolve it "
        + "there, make the type Sendable, or add it per request"
    case .duplicate(let name, let first, let second):
      "\(Step.escaped(name)) is registered twice, at \(first) and at \(second); pass .replace if that is intended"
    case .sealed(let name, let location):
      "\(Step.escaped(name)) was registered at \(location), after the container was frozen"
    case .shutDown(let name, let location):
      "\(Step.escaped(name)) was requested at \(location), after the container was shut down"
    case .cancelled(let step): "the task that waited for \(step) was cancelled"
    case .factoryFailed(let step, let path, let underlying):
      "the factory of \(step) failed: \(underlying)"
        + (path.isEmpty ? "" : "\nrequired by " + Self.chain(path) + " ← root")
    }
  }

  /// Returns a missing registration's description.
  private static func text(of missing: Missing) -> String {
    var lines = ["no registration for '\(missing.typeName)' (key \(Step.escaped(missing.name)))"]
    lines.append(
      missing.requiredBy.isEmpty
        ? "required by root (\(missing.requestedAt))"
        : "required by " + chain(missing.requiredBy) + " ← root")
    if !missing.similarNames.isEmpty {
      lines.append(
        "similar registered keys: " + missing.similarNames.map(Step.escaped).joined(separator: ", ")
      )
    }
    lines.append("add: " + missing.remedy)
    return lines.joined(separator: "\n")
  }

  /// Returns steps joined by arrows.
  private static func chain(_ steps: [Step]) -> String {
    steps.map(\.description).joined(separator: " ← ")
  }
}
