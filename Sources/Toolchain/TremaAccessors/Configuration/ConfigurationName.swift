import TremaCatalog

/// Makes the names of a configuration's declarations.
enum ConfigurationName {
  /// Returns the name of the property for a key, as declared and without backticks, and the reason
  /// if it had to be changed.
  static func property(
    for key: String, in language: AccessorLanguage
  ) -> (name: String, bare: String, repair: String?) {
    let generated =
      switch language {
      case .swift: SwiftName.property(for: key)
      case .kotlin: KotlinName.property(for: key)
      }
    return (generated.name, generated.name.filter { $0 != "`" }, generated.adjustmentReason)
  }

  /// Returns the enumeration case name for a string. In Kotlin, it starts with an uppercase letter.
  static func choice(for value: String, in language: AccessorLanguage) -> String {
    switch language {
    case .swift: SwiftName.property(for: value).name
    case .kotlin: capitalised(KotlinName.property(for: value).name)
    }
  }

  /// Returns the name of the static member for an environment, as it is declared.
  static func environment(_ name: String, in language: AccessorLanguage) -> String {
    property(for: name, in: language).name
  }

  /// Returns the name of a property's nested type.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - reserved: The names that nested types must not have.
  static func type(for name: String, reserved: Set<String>) -> String {
    let type = capitalised(name)
    return reserved.contains(type) ? "\(type)Section" : type
  }

  /// Capitalizes the first letter of an ASCII name, which may start with underscores.
  private static func capitalised(_ name: String) -> String {
    var bytes = Array(name.utf8)
    guard let first = bytes.firstIndex(where: { $0 != UInt8(ascii: "_") }) else { return name }
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[first]) { bytes[first] &= 0xDF }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the types that generated code uses and that a nested type must not shadow.
  static func reservedTypes(_ language: AccessorLanguage) -> Set<String> {
    switch language {
    case .swift:
      [
        "Any", "Bool", "CaseIterable", "CodingKey", "CodingKeys", "CustomReflectable",
        "CustomStringConvertible", "Data", "Date", "Decodable", "Decoder", "DecodingError",
        "Double", "Duration", "Error", "Hashable", "Int", "InvalidValue", "Mirror", "Optional",
        "Protocol", "Secret", "Self",
        "Sendable", "StaticString", "String", "Type", "UInt64", "UInt8", "URL",
      ]
    case .kotlin:
      [
        "Any", "Boolean", "Byte", "Companion", "Deprecated", "Double", "Int", "List", "Long", "Map",
        "Nothing", "String", "Unit",
      ]
    }
  }
}
