/// Any of the kinds of keys.
public protocol InjectionKey: Sendable {
  var info: KeyInfo { get }
}

/// The properties of a key. A key is identified by this object, not by its name.
public final class KeyInfo: Sendable {
  /// The name in errors and dumps.
  public let name: String
  /// The type as it is written in Swift: `any Gateway`.
  public let typeName: String
  /// The place at which the key was declared, or its type registered.
  public let place: SourcePlace
  let kind: Kind
  /// The dependencies that the key's own factory declares.
  let requires: [any InjectionKey]
  /// nil for a key that must be supplied.
  let registration: Registration?
  /// The type, where the type is the key.
  let type: ObjectIdentifier?
  let isAsync: Bool
  /// The factories for other modes, and whether the live one may run in tests.
  let alternatives: Alternatives

  struct Alternatives: Sendable {
    var test: Registration?
    var preview: Registration?
    var isLiveInTests = false
  }

  init(
    name: String?, type typeName: String, place: SourcePlace, kind: Kind,
    requires: [any InjectionKey] = [], make: Maker? = nil, release: Release? = nil,
    byType type: ObjectIdentifier? = nil, isAsync: Bool = false
  ) {
    self.name = name ?? Self.name(ofType: typeName)
    self.typeName = typeName
    self.place = place
    self.kind = kind
    self.requires = requires
    self.type = type
    self.isAsync = isAsync
    alternatives = Alternatives()
    registration = make.map {
      Registration(kind: kind, place: place, requires: requires, make: $0, release: release)
    }
  }

  private init(_ info: KeyInfo, _ alternatives: Alternatives) {
    name = info.name
    typeName = info.typeName
    place = info.place
    kind = info.kind
    requires = info.requires
    type = info.type
    isAsync = info.isAsync
    registration = info.registration
    self.alternatives = alternatives
  }

  /// Another key that differs in its alternatives alone.
  func changing(_ change: (inout Alternatives) -> Void) -> KeyInfo {
    var alternatives = alternatives
    change(&alternatives)
    return KeyInfo(self, alternatives)
  }

  /// A factory for another mode.
  func alternative(_ place: SourcePlace, _ make: Maker) -> Registration {
    Registration(kind: kind, place: place, requires: [], make: make, release: nil)
  }

  var id: ObjectIdentifier { type ?? ObjectIdentifier(self) }

  /// The code that takes a key out of a cycle: what its user holds in its place.
  var cycleRemedy: String {
    if kind == .mainSingleton {
      return "resolve \(typeName) where it is used, not in a factory or an initializer"
    }
    let lazy = isAsync ? "AsyncLazy" : "Lazy"
    let made =
      type == nil
      ? "with resolver.lazy(key)"
      : "with Lazy(\(typeName.hasPrefix("any ") ? "(\(typeName))" : typeName).self)"
    return "make one edge lazy, such as the last: \(lazy)<\(typeName)>, made \(made)"
  }

  /// Returns the name as it is written: an existential type loses its `any` when it is printed.
  static func name<Value>(of type: Value.Type) -> String {
    "\(Swift.type(of: type))".hasSuffix(".Protocol") ? "any \(type)" : "\(type)"
  }

  /// `session` for `any Session`, `httpClient` for `HTTPClient`.
  static func name(ofType type: String) -> String {
    let plain = type.hasPrefix("any ") ? type.dropFirst(4) : type[...]
    let last = plain.split(separator: ".").last ?? plain
    let capitals = last.utf8.prefix { (0x41...0x5A).contains($0) }.count
    let hasMore = capitals < last.utf8.count
    let lowered = capitals > 1 && hasMore ? capitals - 1 : capitals
    return last.prefix(lowered).lowercased() + last.dropFirst(lowered)
  }
}

/// The form in which a factory is called.
enum Maker: Sendable {
  case sync(@Sendable (Resolver, Argument?) throws -> Box)
  case async(@Sendable (Resolver, Argument?) async throws -> Box)
}

typealias Release = @Sendable (Box) async -> Void

/// One factory for a key.
final class Registration: Sendable {
  let kind: Kind
  let place: SourcePlace
  let requires: [any InjectionKey]
  let make: Maker
  let release: Release?

  init(
    kind: Kind, place: SourcePlace, requires: [any InjectionKey], make: Maker, release: Release?
  ) {
    self.kind = kind
    self.place = place
    self.requires = requires
    self.make = make
    self.release = release
  }
}

/// The argument of one resolution; instances of different arguments are different.
struct Argument: Sendable, Hashable, CustomStringConvertible {
  let value: any Hashable & Sendable

  static func == (left: Argument, right: Argument) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }

  var description: String { "\(value)" }
}
