import TremaSupport

/// The path of a value: dictionary keys and array indices, outermost first.
///
/// A path is written in the form `api.hosts[0]`. A key that is empty or contains a dot, a bracket,
/// a backslash or a quote is written in quotes, with the escapes `\"` and `\\`:
/// `"auth.username".label`.
public struct ConfigKeyPath: Sendable {
  /// A key or an index.
  public enum Component: Sendable {
    /// A dictionary key.
    case key(String)
    /// An array index, starting at 0.
    case index(Int)
  }

  /// The components, outermost first.
  public var components: [Component]

  /// Creates a path. The empty path refers to the whole configuration.
  public init(_ components: [Component] = []) { self.components = components }

  /// Creates a path from keys.
  public init(keys: [String]) { components = keys.map(Component.key) }

  /// Returns the path of a key in this dictionary.
  public func appending(_ key: String) -> ConfigKeyPath {
    ConfigKeyPath(components + [.key(key)])
  }

  /// Returns the path of an element in this array.
  public func appending(_ index: Int) -> ConfigKeyPath {
    ConfigKeyPath(components + [.index(index)])
  }

  /// The path's keys, or `nil` if it contains an index.
  public var keys: [String]? {
    var keys: [String] = []
    for component in components {
      guard case .key(let key) = component else { return nil }
      keys.append(key)
    }
    return keys
  }
}

extension ConfigKeyPath: CustomStringConvertible {
  /// The path as a string. Unless it is empty or starts with an index, ``init(_:)`` creates the
  /// same path from it.
  public var description: String {
    components.reduce(into: "") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += (text.isEmpty ? "" : ".") + Self.spelling(key)
      }
    }
  }

  /// Returns the key unchanged, or in quotes if it has special characters.
  private static func spelling(_ key: String) -> String {
    let isPlain =
      !key.isEmpty && key.utf8.allSatisfy { !specialCharacters.contains($0) }
    if isPlain { return key }
    var text = "\""
    for scalar in key.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }

  /// The characters that require quotes around a key.
  private static let specialCharacters = Array(".[]\"\\".utf8)
}

extension ConfigKeyPath: LosslessStringConvertible {
  /// Parses a path.
  ///
  /// - Returns: `nil` for an empty string, an empty key without quotes, an index that is not a
  ///   nonnegative integer, and unterminated quotes or brackets.
  public init?(_ text: String) {
    self.init()
    var rest = text.utf8[...]
    repeat {
      guard let key = Self.takeKey(&rest) else { return nil }
      components.append(.key(key))
      // More than one index may follow a key, for nested arrays.
      while rest.first == UInt8(ascii: "[") {
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")),
          let index = Int(String(rest[rest.index(after: rest.startIndex)..<close]) ?? ""),
          index >= 0
        else { return nil }
        components.append(.index(index))
        rest = rest[rest.index(after: close)...]
      }
      if rest.isEmpty { return }
    } while rest.popFirst() == UInt8(ascii: ".")
    return nil
  }

  /// Removes the next key from the string and returns it, or returns `nil` if it is empty or
  /// unterminated.
  private static func takeKey(_ rest: inout Substring.UTF8View) -> String? {
    guard rest.first == UInt8(ascii: "\"") else {
      let plain = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
      rest = rest[plain.endIndex...]
      return plain.isEmpty ? nil : String(plain)
    }
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      // Any character may be escaped, even if it doesn't have to be.
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        bytes.append(escaped)
      default: bytes.append(byte)
      }
    }
    return nil
  }
}

extension ConfigKeyPath: Hashable {}

extension ConfigKeyPath.Component: Hashable {
  /// Returns whether the components are equal. Keys are compared byte for byte.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.key(let a), .key(let b)): a.equalsExactly(b)
    case (.index(let a), .index(let b)): a == b
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key): hasher.combine(bytesOf: key)
    case .index(let index): hasher.combine(index)
    }
  }
}

extension Diagnostic {
  /// Sets the key and the key path of the configuration that the diagnostic refers to.
  package mutating func setKeyPath(_ path: ConfigKeyPath) {
    key = path.description
    keyPath = path.components.map { component in
      switch component {
      case .key(let key): key
      case .index(let index): String(index)
      }
    }
  }
}
