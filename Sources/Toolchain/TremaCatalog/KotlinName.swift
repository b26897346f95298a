/// Makes names in Kotlin. They equal the names in Swift, except for the reserved words of the two
/// languages.
///
/// | key | name |
/// |---|---|
/// | `app_name`, `login.title` | `appName`, `loginTitle` |
/// | `404_title`, `object`, `class`, `default` | `_404Title`, `object_`, `class_`, `default` |
package enum KotlinName {
  /// Returns the name of the property or function for a key.
  package static func member(for key: String) -> GeneratedName {
    if let name = NameWords.memberName(ofPlain: key), !reservedNames.contains(name) {
      return GeneratedName(name)
    }
    var words = NameWords(key)
    let name = words.memberName()
    if reservedNames.contains(name) {
      words.adjustments.append("'\(name)' would hide a name that generated code uses")
      return GeneratedName("\(name)Text", adjustments: words.adjustments)
    }
    return words.named(name)
  }

  /// Appends the name of the member for a plain key, if the name does not have to be changed and
  /// shadows no other name.
  ///
  /// - Returns: `false` for any other key, in which case nothing is appended.
  package static func append(
    memberForPlain key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    let start = output.count
    guard NameWords.append(memberOfPlain: key, to: &output) else { return false }
    guard output[start...].withUnsafeBufferPointer(shadowsReservedName) else { return true }
    output.removeSubrange(start...)
    return false
  }

  /// Returns whether the name for a plain key would shadow a name that generated code uses, in
  /// which case the member has a different name.
  package static func shadowsReservedName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count == 7 && name.elementsEqual("arrayOf".utf8)
  }

  /// Returns the property name for a configuration key.
  package static func property(for key: String) -> GeneratedName {
    var words = NameWords(key)
    return words.named(words.memberName())
  }

  /// Returns an argument name, derived from a translator's or developer's words.
  ///
  /// A name is limited to 60 characters so that it fits on a line of code.
  package static func parameter(_ name: String) -> GeneratedName {
    var words = NameWords(name)
    let name = words.parameterName()
    if reservedNames.contains(name) {
      words.adjustments.append("'\(name)' would hide a name that generated code uses")
      return GeneratedName("\(name)_", adjustments: words.adjustments)
    }
    return words.named(name)
  }

  /// Returns the name of a class. A valid name is returned unchanged.
  package static func typeName(_ name: String) -> GeneratedName {
    NameWords.typeName(name, reserved: reservedAsType)
  }

  /// Returns the Kotlin name for a field of `R`, in backticks if it is a keyword or consists of
  /// underscores.
  package static func field(_ resource: String) -> String {
    let isOnlyUnderscores = resource.utf8.allSatisfy { $0 == UInt8(ascii: "_") }
    return isOnlyUnderscores || keywords.contains(resource) ? "`\(resource)`" : resource
  }

  /// Returns a package name in Kotlin, with keywords in backticks.
  ///
  /// - Returns: `nil` for an invalid name. Each part must consist of letters, digits and
  ///   underscores, and must not start with a digit.
  package static func package(_ name: String) -> String? {
    var parts: [String] = []
    for part in name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard let first = part.first, !NameWords.isDigit(first),
        part.allSatisfy({ NameWords.isAlphanumeric($0) || $0 == UInt8(ascii: "_") })
      else { return nil }
      parts.append(field(String(decoding: part, as: UTF8.self)))
    }
    return parts.joined(separator: ".")
  }

  /// The names that a member's body looks up: a class property, a type's package, and a function.
  /// Only the function's name can result from a plain key, which has multiple words.
  private static let reservedNames: Set<String> = ["android", "arrayOf", "resources"]

  // The hard keywords. Soft keywords (`by`, `get`, `field`, `value`) are valid wherever these names
  // are used. See the Kotlin documentation, "Keywords and operators"; tested with kotlinc 1.3.
  fileprivate static let keywords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  /// The names of types that generated code uses.
  private static let reservedAsType: Set<String> = [
    "Any", "Array", "Boolean", "Char", "Double", "Int", "Long", "R", "Resources", "String",
  ]
}

extension NameWords {
  /// Adds an underscore if the name is a keyword.
  fileprivate func named(_ name: String) -> GeneratedName {
    guard KotlinName.keywords.contains(name) else {
      return GeneratedName(name, adjustments: adjustments)
    }
    return GeneratedName(
      "\(name)_", adjustments: adjustments + ["'\(name)' is a reserved word in Kotlin"])
  }
}
