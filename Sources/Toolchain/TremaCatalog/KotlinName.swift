/// Names in Kotlin: those of Swift, but for words that one of the two languages keeps for itself.
///
/// | key | name |
/// |---|---|
/// | `app_name`, `login.title` | `appName`, `loginTitle` |
/// | `404_title`, `object`, `class`, `default` | `_404Title`, `object_`, `class_`, `default` |
package enum KotlinName {
  /// The name of the property or function that means `key`.
  package static func member(for key: String) -> GeneratedName {
    if let name = NameWords.memberName(ofPlain: key), !hidden.contains(name) {
      return GeneratedName(name)
    }
    var words = NameWords(key)
    let name = words.memberName()
    if hidden.contains(name) {
      words.repairs.append("'\(name)' would hide what generated code calls")
      return GeneratedName("\(name)Text", repairs: words.repairs)
    }
    return words.named(name)
  }

  /// Appends the name of a member where the key is plain, so that it is its plain mapping and hides
  /// nothing.
  ///
  /// - Returns: false for any other key; then nothing was appended.
  package static func append(
    memberForPlain key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    let start = output.count
    guard NameWords.append(memberOfPlain: key, to: &output) else { return false }
    guard output[start...].withUnsafeBufferPointer(isHidden) else { return true }
    output.removeSubrange(start...)
    return false
  }

  /// Whether the plain mapping of a plain key is not the name that it gets.
  package static func isHidden(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count == 7 && name.elementsEqual("arrayOf".utf8)
  }

  /// The name of a property that means a key of a configuration.
  package static func property(for key: String) -> GeneratedName {
    var words = NameWords(key)
    return words.named(words.memberName())
  }

  /// The name of an argument, from the words of a translator or developer.
  ///
  /// Names longer than 60 characters are cut: no line of code could hold them.
  package static func parameter(_ name: String) -> GeneratedName {
    var words = NameWords(name)
    let name = words.parameterName()
    if hidden.contains(name) {
      words.repairs.append("'\(name)' would hide what generated code calls")
      return GeneratedName("\(name)_", repairs: words.repairs)
    }
    return words.named(name)
  }

  /// The name of a class. What is one already stays.
  package static func typeName(_ name: String) -> GeneratedName {
    NameWords.typeName(name, reserved: reservedAsType)
  }

  /// A field of `R` as Kotlin names it: in backticks where it is a word of Kotlin, or nothing but
  /// underscores.
  package static func field(_ resource: String) -> String {
    let isOnlyUnderscores = resource.utf8.allSatisfy { $0 == UInt8(ascii: "_") }
    return isOnlyUnderscores || keywords.contains(resource) ? "`\(resource)`" : resource
  }

  /// A package as Kotlin names it: its parts that are words of Kotlin are in backticks.
  ///
  /// - Returns: nil for what is no package: its parts are letters, digits and underscores, the first
  ///   no digit.
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

  /// The names that the body of a member looks up: the property of the class, the package of a type, a
  /// function. Of these only the last can be the name of a plain key, which has several words.
  private static let hidden: Set<String> = ["android", "arrayOf", "resources"]

  // The hard keywords; soft ones (`by`, `get`, `field`, `value`) are names everywhere here.
  // Source: Kotlin documentation, "Keywords and operators"; measured with kotlinc 1.3.
  fileprivate static let keywords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  private static let reservedAsType: Set<String> = [
    "Any", "Array", "Boolean", "Char", "Double", "Int", "Long", "R", "Resources", "String",
  ]
}

extension NameWords {
  fileprivate func named(_ name: String) -> GeneratedName {
    guard KotlinName.keywords.contains(name) else { return GeneratedName(name, repairs: repairs) }
    return GeneratedName("\(name)_", repairs: repairs + ["'\(name)' is a reserved word of Kotlin"])
  }
}
