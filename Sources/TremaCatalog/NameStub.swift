public struct GeneratedName: Hashable, Sendable { public var name: String; public var repair: String? }
public enum SwiftName { public static func member(for key: String) -> GeneratedName { .init(name: key, repair: nil) } }
public enum AndroidName { public static func resource(for key: String) -> GeneratedName { .init(name: key, repair: nil) } }
