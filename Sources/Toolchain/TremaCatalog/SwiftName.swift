/// Makes names in Swift from the keys and arguments of a catalog: in lowerCamelCase and ASCII, and
/// always valid.
///
/// | key | name |
/// |---|---|
/// | `app_name`, `app-name`, `app.name`, `APP_NAME` | `appName` |
/// | `my_URL_key`, `URLKey` | `myUrlKey`, `urlKey` |
/// | `login.titleText`, `iOS_title` | `loginTitleText`, `iOSTitle` |
/// | `404_title`, `class`, `größe`, `` | `_404Title`, `` `class` ``, `grosse`, `empty` |
///
/// The same key yields the same name on every machine. Two keys may yield the same name, which a
/// check reports.
package enum SwiftName {
  /// Returns the name of the static member for a key.
  package static func member(for key: String) -> GeneratedName {
    if let name = NameWords.memberName(ofPlain: key) { return GeneratedName(name) }
    var words = NameWords(key)
    var name = words.memberName()
    if name == "translate" {
      // Swift looks up a name inside the type first, so a member with this name would shadow the
      // function that every other member calls.
      words.adjustments.append("'translate' would hide the function that it calls")
      name = "translateText"
    }
    return words.named(name, reserved: reservedAsMember)
  }

  /// Appends the member name for a plain key, which never has to be changed and isn't a Swift
  /// reserved word.
  ///
  /// - Returns: `false` for any other key, in which case nothing is appended.
  package static func append(
    memberForPlain key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    NameWords.append(memberOfPlain: key, to: &output)
  }

  /// Writes the name of the member for a plain key.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - name: The destination, which must have the size of the key.
  /// - Returns: The number of bytes written, or `nil` for any other key.
  package static func write(
    memberForPlain key: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    NameWords.write(memberOfPlain: key, to: name)
  }

  /// Returns the property name for a configuration key.
  package static func property(for key: String) -> GeneratedName {
    var words = NameWords(key)
    let name = words.memberName()
    if name == "self" || name == "hashValue" {
      words.adjustments.append("'\(name)' has a special meaning in every type")
      return GeneratedName("\(name)Setting", adjustments: words.adjustments)
    }
    return words.named(name, reserved: reservedAsParameter)
  }

  /// Returns an argument name, derived from a translator's or developer's words.
  ///
  /// A name is limited to 60 characters so that it fits on a line of code.
  package static func parameter(_ name: String) -> GeneratedName {
    var words = NameWords(name)
    let name = words.parameterName()
    return words.named(name, reserved: reservedAsParameter)
  }

  /// Returns the name of a type. A valid name is returned unchanged, even if it is not in
  /// UpperCamelCase: `L10n`, `My_Texts`.
  package static func typeName(_ name: String) -> GeneratedName {
    NameWords.typeName(name, reserved: reservedAsType)
  }

  // Tested with the Swift 6.3 compiler, which rejects each of these as a static member without
  // backticks. The contextual keywords (`get`, `async`, `some`, `await`) are accepted.
  private static let reservedAsMember: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  // `await` is accepted in the declaration, but is parsed as the operator where the argument is
  // passed on.
  private static let reservedAsParameter = reservedAsMember.union(["await"])

  /// The types that generated code uses, and metatype names.
  static let reservedAsType: Set<String> = [
    "Any", "Bundle", "Character", "Date", "Double", "Int", "LocalizedStringResource", "Protocol",
    "Self", "String", "Text", "Type", "UInt",
  ]
}

extension NameWords {
  /// Returns the name, in backticks if it is a reserved word.
  fileprivate func named(_ name: String, reserved: Set<String>) -> GeneratedName {
    guard reserved.contains(name) else { return GeneratedName(name, adjustments: adjustments) }
    return GeneratedName(
      "`\(name)`", adjustments: adjustments + ["'\(name)' is a reserved word in Swift"])
  }
}
