extension NameWords {
  /// Puts an underscore before a digit: no name begins with one.
  mutating func repairDigit(in name: inout String) {
    guard let first = name.utf8.first, Self.isDigit(first) else { return }
    repairs.append("a name cannot begin with a digit")
    name = "_" + name
  }

  /// The name of a member or an argument, before words of the language are looked at.
  mutating func memberName() -> String {
    var name = lowerCamelCase
    repairDigit(in: &name)
    return name
  }

  /// Cuts what no line of code could hold.
  mutating func parameterName() -> String {
    let name = memberName()
    if name.utf8.count <= Self.longestParameter { return name }
    repairs.append("it is longer than \(Self.longestParameter) characters")
    return String(name.prefix(Self.longestParameter))
  }

  private static let longestParameter = 60

  /// The name of a type, the same in every language but for the types that generated code needs.
  /// What is one already stays, even when it is not in UpperCamelCase: `L10n`, `My_Texts`.
  static func typeName(_ name: String, reserved: Set<String>) -> GeneratedName {
    var words = NameWords(name)
    var type = name
    if !isTypeName(name) {
      let member = words.memberName()
      type = capitalised(member)
      if type != name && words.repairs.isEmpty {
        words.repairs.append("types begin with a capital letter and have no spaces or signs")
      }
    }
    return words.type(type, reserved: reserved)
  }

  mutating func type(_ type: String, reserved: Set<String>) -> GeneratedName {
    guard reserved.contains(type) else { return GeneratedName(type, repairs: repairs) }
    repairs.append("it would hide a type that generated code needs")
    return GeneratedName(type + "Texts", repairs: repairs)
  }

  private static func isTypeName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, let letter = bytes.first(where: { $0 != UInt8(ascii: "_") })
    else { return false }
    return bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      && !isDigit(first) && !isLower(letter)
  }
}
