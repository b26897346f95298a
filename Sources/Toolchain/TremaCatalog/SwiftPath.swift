/// The path of a key's member when key parts become nested types.
///
/// | key, separator `.` | path |
/// |---|---|
/// | `login.title` | `Login.title` |
/// | `login.error_404.message` | `Login.Error404.message` |
/// | `404.title`, `type.name` | `N404.title`, `TypeTexts.name` |
/// | `title`, `.title`, `title.` | `title` |
package struct SwiftPath: Hashable, Sendable {
  /// The types from the outermost to the innermost, or empty for a member of the outer type.
  package let types: [String]
  /// The part of the key before its last part, as spelled in the key.
  package let group: String
  /// The name of the member.
  package let member: String
  /// The reason why a name in the path had to be changed, or `nil` if no name was changed.
  package let adjustmentReason: String?

  /// The maximum number of nested types. Further parts of the key become part of the member's name.
  private static let maxDepth = 8

  /// Splits a key.
  ///
  /// - Parameters:
  ///   - key: The key of a text.
  ///   - separator: The separator of the parts, or an empty string to disable nesting. Empty parts
  ///     are ignored.
  package init(_ key: String, separator: String) {
    if separator.isEmpty {
      let name = SwiftName.member(for: key)
      types = []
      group = ""
      member = name.name
      adjustmentReason = name.adjustmentReason
      return
    }
    let parts = Self.parts(of: key, separator)
    let types = parts.dropLast().prefix(Self.maxDepth).map { part in
      Self.typeName(String(decoding: part, as: UTF8.self))
    }
    let rest = parts.dropFirst(types.count)
    let start = rest.first?.startIndex ?? 0
    let end = rest.last?.endIndex ?? 0
    let bytes = Array(key.utf8)
    let member = SwiftName.member(
      for: types.isEmpty ? key : String(decoding: bytes[start..<end], as: UTF8.self))
    self.types = types.map(\.name)
    group = String(
      decoding: bytes[..<(parts.dropLast(rest.count).last?.endIndex ?? 0)], as: UTF8.self)
    self.member = member.name
    var repairs: [String] = []
    for repair
      in (types.compactMap(\.adjustmentReason) + [member.adjustmentReason].compactMap(\.self))
    where !repairs.contains(repair) { repairs.append(repair) }
    adjustmentReason = repairs.isEmpty ? nil : repairs.joined(separator: ", ")
  }

  /// The path inside the outer type, in Swift's notation: `Login.title`. Two keys collide if their
  /// paths are equal.
  package var name: GeneratedName {
    GeneratedName((types + [member]).joined(separator: "."), repair: adjustmentReason)
  }

  /// Returns the nonempty parts of a key.
  private static func parts(of key: String, _ separator: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(key.utf8)
    let separator = Array(separator.utf8)
    guard !separator.isEmpty else { return [bytes[...]] }
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: separator) {
        if start < index { parts.append(bytes[start..<index]) }
        index += separator.count
        start = index
      } else {
        index += 1
      }
    }
    if start < bytes.count { parts.append(bytes[start...]) }
    return parts
  }

  /// Returns the nested type name for a key part.
  private static func typeName(_ part: String) -> GeneratedName {
    var words = NameWords(part)
    var name = words.lowerCamelCase
    if let first = name.utf8.first, NameWords.isDigit(first) {
      words.adjustments.append("a type name cannot begin with a digit")
      // A name that starts with an underscore would be a member name.
      name = "N" + name
    }
    return words.type(NameWords.capitalised(name), reserved: reserved)
  }

  // The view and resource types are siblings of the types for keys.
  private static let reserved = SwiftName.reservedAsType.union(["Resources", "Views"])
}

extension SwiftName {
  /// Returns the path of a key's member in nested types, such as `Login.title`, which is used to
  /// find colliding keys.
  ///
  /// - Parameters:
  ///   - key: The key of a text.
  ///   - separator: The separator between key parts, or `nil` if nesting is disabled.
  package static func member(for key: String, nestedBy separator: String?) -> GeneratedName {
    separator.map { SwiftPath(key, separator: $0).name } ?? member(for: key)
  }
}
