import TremaConfigValues
import TremaDiagnostics
import TremaSecrets
import TremaSupport

/// Reports placeholders under any key except secrets, which ``SecretPlaceholderCheck`` checks.
struct PlaceholderValueCheck: ConfigRowCheck {
  /// The rule of the check. The finding is a warning outside production.
  static let rule = Rule(
    .error, "placeholder-value", "A value is still a placeholder.",
    why:
      "The app would display it, send it or fail because of it. This is an error in production, and "
      + "a warning elsewhere. Placeholders are `TODO`, `FIXME` and `TBD` in capital letters, even "
      + "if a colon and a comment follow, `changeme`, `replaceme`, `xxx`, `YOUR_…_HERE` and `<your "
      + "key>`.",
    example: """
      <key>supportMail</key><string>TODO</string>
      """,
    fix: "Replace it with the value, or remove the key.")
  static var rules: [Rule] { [rule] }

  /// Checks the strings of one key. A string that the schema lists as a choice is not a
  /// placeholder.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    for text in row.texts where isPlaceholder(text.text) {
      let isListed = text.contract?.node.choices?.contains { $0.string == text.text } ?? false
      if isListed || isSecret(text, matrix) { continue }
      let productions = matrix.productions(of: text.columns)
      findings.report(
        productions.isEmpty ? rule.asWarning : rule, "'\(text.path)' is still a placeholder",
        about: text.path, at: text.location, in: matrix.names(text.columns),
        hint: "replace it with the value, or remove the key")
    }
  }

  /// Returns whether the key is a secret, by its name or by the schema.
  private static func isSecret(_ text: ConfigRow.Text, _ matrix: ConfigMatrix) -> Bool {
    SecretName.isSecret(text.path.lastKey ?? "")
      || ConfigRedaction(contract: matrix.contract).isMarked(text.path)
  }

  /// Returns whether a string is a placeholder. Words that some apps use as values, such as
  /// lowercase `todo` and `example`, are not.
  static func isPlaceholder(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (3...100).contains(bytes.count) else { return false }
    // Punctuation is ignored, as in `change-me` and `<YOUR_KEY>`.
    let letters = bytes.map(ASCII.lowercased).filter(ASCII.isAlphanumeric)
    if ["TODO", "FIXME", "TBD"].contains(where: { word in
      text == word || text.hasPrefix("\(word):") || text.hasPrefix("\(word) ")
    }) {
      return true
    }
    if letters.elementsEqual("xxx".utf8) || letters.count > 3 && letters.allSatisfy({ $0 == 0x78 })
    {
      return true
    }
    let word = String(decoding: letters, as: UTF8.self)
    if ["changeme", "changeit", "replaceme", "fixme"].contains(word) { return true }
    let isOneWord = !bytes.contains(UInt8(ascii: " "))
    if isOneWord, ["your", "insert"].contains(where: word.hasPrefix), word.hasSuffix("here") {
      return true
    }
    return bytes.first == UInt8(ascii: "<") && bytes.last == UInt8(ascii: ">")
      && ["your", "insert", "replace", "todo"].contains(where: word.hasPrefix)
  }
}
