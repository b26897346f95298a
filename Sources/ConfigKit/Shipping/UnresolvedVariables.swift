import TremaConfigValues
import TremaSupport

/// Finds unreplaced references to build settings: `$(PRODUCT_NAME)`, `${API_HOST}`.
package enum UnresolvedVariables {
  /// Returns the first reference in each string in a value, with the string's path and location, in
  /// order.
  package static func all(
    in value: ConfigValue
  ) -> [(path: ConfigKeyPath, variable: String, location: ConfigLocation)] {
    var found: [(path: ConfigKeyPath, variable: String, location: ConfigLocation)] = []
    value.forEachLeaf { path, value in
      if let text = value.string, let variable = first(in: Array(text.utf8)) {
        found.append((path, variable, value.location))
      }
    }
    return found
  }

  /// Returns the first reference in a string: a dollar sign and a name in parentheses or braces.
  private static func first(in bytes: [UInt8]) -> String? {
    var start = bytes.startIndex
    while let dollar = bytes[start...].firstIndex(of: UInt8(ascii: "$")) {
      start = dollar + 1
      guard start < bytes.count else { return nil }
      let close: UInt8
      switch bytes[start] {
      case UInt8(ascii: "("): close = UInt8(ascii: ")")
      case UInt8(ascii: "{"): close = UInt8(ascii: "}")
      default: continue
      }
      // A name without a closing bracket isn't a reference.
      let name = bytes[(start + 1)...].prefix { isPart($0) }
      if !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == close {
        return String(decoding: bytes[dollar...name.endIndex], as: UTF8.self)
      }
    }
    return nil
  }

  /// Returns whether a byte may be part of a name or its modifiers: a letter, a digit, `_`, `.`,
  /// `:` or `-`.
  private static func isPart(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || "_.:-".utf8.contains(byte)
  }
}
