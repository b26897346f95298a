/// The path of the member of a key when the parts of keys make nested types.
///
/// | key, separator `.` | path |
/// |---|---|
/// | `login.title` | `Login.title` |
/// | `login.error_404.message` | `Login.Error404.message` |
/// | `404.title`, `type.name` | `N404.title`, `TypeTexts.name` |
/// | `title`, `.title`, `title.` | `title` |
package struct SwiftPath: Hashable, Sendable {
  /// The types from the outermost to the innermost; empty for a member of the type of all texts.
  package let types: [String]
  /// The part of the key before its last part, as the key spells it.
  package let group: String
  package let member: String
  /// Why a name in the path is not the plain mapping; nil when nothing was repaired.
  package let repair: String?

  /// More levels than anybody types; what is beyond them is part of the member's name.
  private static let deepest = 8

  /// - Parameters:
  ///   - key: of a text.
  ///   - separator: what is between the parts of a key; empty for no nesting. Parts without
  ///     anything in them count for nothing.
  package init(_ key: String, separator: String) {
    if separator.isEmpty {
      let name = SwiftName.member(for: key)
      types = []
      group = ""
      member = name.name
      repair = name.repair
      return
    }
    let parts = Self.parts(of: key, separator)
    let types = parts.dropLast().prefix(Self.deepest).map { part in
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
    for repair in (types.compactMap(\.repair) + [member.repair].compactMap(\.self))
    where !repairs.contains(repair) { repairs.append(repair) }
    repair = repairs.isEmpty ? nil : repairs.joined(separator: ", ")
  }

  /// The path as Swift writes it inside the type of all texts: `Login.title`. Two keys collide when
  /// it is the same.
  package var name: GeneratedName {
    GeneratedName((types + [member]).joined(separator: "."), repair: repair)
  }

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

  private static func typeName(_ part: String) -> GeneratedName {
    var words = NameWords(part)
    var name = words.lowerCamelCase
    if let first = name.utf8.first, NameWords.isDigit(first) {
      words.repairs.append("a type cannot begin with a digit")
      // Not an underscore: the type would have the name of a member.
      name = "N" + name
    }
    return words.type(NameWords.capitalised(name), reserved: reserved)
  }

  // Views and resources are beside the types of the keys.
  private static let reserved = SwiftName.reservedAsType.union(["Resources", "Views"])
}

extension SwiftName {
  /// The member of a key in nested types: `Login.title`. For finding keys that collide.
  ///
  /// - Parameters:
  ///   - key: of a text.
  ///   - separator: what is between the parts of a key; nil for no nesting.
  package static func member(for key: String, nestedBy separator: String?) -> GeneratedName {
    separator.map { SwiftPath(key, separator: $0).name } ?? member(for: key)
  }
}
