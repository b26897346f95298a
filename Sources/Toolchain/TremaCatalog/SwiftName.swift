/// Names in Swift, from what is in a catalogue: lowerCamelCase of the parts, ASCII only, and
/// always something that compiles.
///
/// | key | name |
/// |---|---|
/// | `app_name`, `app-name`, `app.name`, `APP_NAME` | `appName` |
/// | `my_URL_key`, `URLKey` | `myUrlKey`, `urlKey` |
/// | `login.titleText`, `iOS_title` | `loginTitleText`, `iOSTitle` |
/// | `404_title`, `class`, `größe`, `` | `_404Title`, `` `class` ``, `grosse`, `empty` |
///
/// The same key gives the same name on every machine; whether two keys give one name is a question
/// for a check.
package enum SwiftName {
  /// The name of a static member that means `key`.
  package static func member(for key: String) -> GeneratedName {
    if let name = NameWords.memberName(ofPlain: key) { return GeneratedName(name) }
    var words = NameWords(key)
    var name = words.memberName()
    if name == "translate" {
      // Swift looks for a name inside the type first: a member of this name would hide the
      // function that every other member calls.
      words.repairs.append("'translate' would hide the function that it calls")
      name = "translateText"
    }
    return words.named(name, reserved: reservedAsMember)
  }

  /// Appends the name of a member where the key is plain, so that it is its plain mapping and no word of
  /// Swift.
  ///
  /// - Returns: false for any other key; then nothing was appended.
  package static func append(
    memberForPlain key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    NameWords.append(memberOfPlain: key, to: &output)
  }

  /// Writes the same name.
  ///
  /// - Parameter name: has room for the key.
  /// - Returns: how many bytes it has, or nil for any other key.
  package static func write(
    memberForPlain key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    NameWords.write(memberOfPlain: key, to: name)
  }

  /// The name of a property that means a key of a configuration.
  package static func property(for key: String) -> GeneratedName {
    var words = NameWords(key)
    let name = words.memberName()
    if name == "self" || name == "hashValue" {
      words.repairs.append("'\(name)' means something else in every type")
      return GeneratedName("\(name)Setting", repairs: words.repairs)
    }
    return words.named(name, reserved: reservedAsParameter)
  }

  /// The name of an argument, from the words of a translator or developer.
  ///
  /// Names longer than 60 characters are cut: no line of code could hold them.
  package static func parameter(_ name: String) -> GeneratedName {
    var words = NameWords(name)
    let name = words.parameterName()
    return words.named(name, reserved: reservedAsParameter)
  }

  /// The name of a type. What is one already stays, even when it is not in UpperCamelCase: `L10n`,
  /// `My_Texts`.
  package static func typeName(_ name: String) -> GeneratedName {
    NameWords.typeName(name, reserved: reservedAsType)
  }

  // Measured with the compiler (6.3): each of these, declared as a static member without
  // backticks, is refused. The contextual ones (`get`, `async`, `some`, `await`) are not.
  private static let reservedAsMember: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  // Declared plainly it is taken, but where it is passed on it is the operator.
  private static let reservedAsParameter = reservedAsMember.union(["await"])

  static let reservedAsType: Set<String> = [
    "Any", "Bundle", "Character", "Date", "Double", "Int", "LocalizedStringResource", "Protocol",
    "Self", "String", "Text", "Type", "UInt",
  ]
}

extension NameWords {
  fileprivate func named(_ name: String, reserved: Set<String>) -> GeneratedName {
    guard reserved.contains(name) else { return GeneratedName(name, repairs: repairs) }
    return GeneratedName("`\(name)`", repairs: repairs + ["'\(name)' is a reserved word of Swift"])
  }
}
