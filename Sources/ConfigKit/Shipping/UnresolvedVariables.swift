import TremaConfigValues
import TremaSupport

/// Build settings that were not replaced: `$(PRODUCT_NAME)`, `${API_HOST}`.
package enum UnresolvedVariables {
  /// - Returns: the first of each text, with its path and place, in order.
  package static func all(
    in value: ConfigValue
  ) -> [(path: ConfigKeyPath, variable: String, place: ConfigPlace)] {
    var found: [(path: ConfigKeyPath, variable: String, place: ConfigPlace)] = []
    value.forEachLeaf { path, value in
      if let text = value.string, let variable = first(in: Array(text.utf8)) {
        found.append((path, variable, value.place))
      }
    }
    return found
  }

  /// A dollar sign and a name in brackets: letters, digits, `_`, `.`, and what follows a `:`.
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
      let name = bytes[(start + 1)...].prefix { isPart($0) }
      if !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == close {
        return String(decoding: bytes[dollar...name.endIndex], as: UTF8.self)
      }
    }
    return nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || "_.:-".utf8.contains(byte)
  }
}
