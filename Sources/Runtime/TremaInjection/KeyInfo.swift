/// A key of any kind.
public protocol InjectionKey: Sendable {
  /// The key's properties.
  var info: KeyInfo { get }
}

/// A key's properties. A key is identified by this object, not by its name.
public final class KeyInfo: Sendable {
  /// The name in errors and dumps.
  public let name: String
  /// The type as written in Swift, such as `any Gateway`.
  public let typeName: String
  /// The location at which the key was declared or its type was registered.
  public let location: CodeLocation
  /// The lifetime.
  let kind: LifetimeKind
  /// The dependencies that the key's own factory declares.
  let requires: [any InjectionKey]
  /// The key's own factory, or `nil` for a key that requires a registered factory.
  let registration: Registration?
  /// The type's identity, if the type is the key.
  let type: ObjectIdentifier?
  /// Whether the factory is asynchronous.
  let isAsync: Bool
  /// The factories for other modes, and whether the live factory may run in tests.
  let alternatives: Alternatives

  /// The factories of a key for other modes.
  struct Alternatives: Sendable {
    /// The factory for tests.
    var test: Registration?
    /// The factory for previews.
    var preview: Registration?
    /// Whether the live factory may run in tests.
    var allowsLiveInTests = false
  }

  init(
    name: String?, type typeName: String, location: CodeLocation, kind: LifetimeKind,
    requires: [any InjectionKey] = [], make: AnyFactory? = nil, release: ReleaseHandler? = nil,
    byType type: ObjectIdentifier? = nil, isAsync: Bool = false
  ) {
    self.name = name ?? Self.name(ofType: typeName)
    self.typeName = typeName
    self.location = location
    self.kind = kind
    self.requires = requires
    self.type = type
    self.isAsync = isAsync
    alternatives = Alternatives()
    registration = make.map {
      Registration(
        kind: kind, location: location, requires: requires, factory: $0, release: release)
    }
  }

  /// Creates a copy with other alternatives.
  private init(_ info: KeyInfo, _ alternatives: Alternatives) {
    name = info.name
    typeName = info.typeName
    location = info.location
    kind = info.kind
    requires = info.requires
    type = info.type
    isAsync = info.isAsync
    registration = info.registration
    self.alternatives = alternatives
  }

  /// Returns a key that differs only in its alternatives.
  func changing(_ change: (inout Alternatives) -> Void) -> KeyInfo {
    var alternatives = alternatives
    change(&alternatives)
    return KeyInfo(self, alternatives)
  }

  /// Returns a factory for another mode.
  func alternative(_ location: CodeLocation, _ make: AnyFactory) -> Registration {
    Registration(kind: kind, location: location, requires: [], factory: make, release: nil)
  }

  /// The key's identity.
  var id: ObjectIdentifier { type ?? ObjectIdentifier(self) }

  /// The advice for breaking a cycle through this key.
  var cycleRemedy: String {
    if kind == .mainSingleton {
      return "resolve \(typeName) where it is used, not in a factory or an initializer"
    }
    let lazy = isAsync ? "AsyncLazy" : "Lazy"
    let creation =
      type == nil
      ? "with resolver.lazy(key)"
      : "with Lazy(\(typeName.hasPrefix("any ") ? "(\(typeName))" : typeName).self)"
    return "make one dependency lazy, such as the last: \(lazy)<\(typeName)>, created \(creation)"
  }

  /// Returns the name of a type as written in source code. The printed name of an existential type
  /// lacks its `any`.
  static func name<Value>(of type: Value.Type) -> String {
    "\(Swift.type(of: type))".hasSuffix(".Protocol") ? "any \(type)" : "\(type)"
  }

  /// Returns the default name of a key: `session` for `any Session`, `httpClient` for `HTTPClient`.
  static func name(ofType type: String) -> String {
    let plain = type.hasPrefix("any ") ? type.dropFirst(4) : type[...]
    let last = plain.split(separator: ".").last ?? plain
    let capitals = last.utf8.prefix { (0x41...0x5A).contains($0) }.count
    let hasMore = capitals < last.utf8.count
    let lowered = capitals > 1 && hasMore ? capitals - 1 : capitals
    return last.prefix(lowered).lowercased() + last.dropFirst(lowered)
  }
}

/// A synchronous or asynchronous factory without its static types.
enum AnyFactory: Sendable {
  /// A synchronous factory.
  case sync(@Sendable (Resolver, Argument?) throws -> Box)
  /// An asynchronous factory.
  case async(@Sendable (Resolver, Argument?) async throws -> Box)
}

/// A function that releases an instance.
typealias ReleaseHandler = @Sendable (Box) async -> Void

/// A factory of a key, with its properties.
final class Registration: Sendable {
  /// The lifetime of the instances.
  let kind: LifetimeKind
  /// The registration's location.
  let location: CodeLocation
  /// The declared dependencies.
  let requires: [any InjectionKey]
  /// The factory.
  let factory: AnyFactory
  /// The function that releases an instance, if any.
  let release: ReleaseHandler?

  init(
    kind: LifetimeKind, location: CodeLocation, requires: [any InjectionKey], factory: AnyFactory,
    release: ReleaseHandler?
  ) {
    self.kind = kind
    self.location = location
    self.requires = requires
    self.factory = factory
    self.release = release
  }
}

/// A request's argument. Different arguments have different instances.
struct Argument: Sendable, Hashable, CustomStringConvertible {
  /// The argument.
  let value: any Hashable & Sendable

  static func == (left: Argument, right: Argument) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }

  var description: String { "\(value)" }
}
