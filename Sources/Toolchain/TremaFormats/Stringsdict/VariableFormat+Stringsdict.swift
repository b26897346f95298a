import TremaMessages

extension VariableFormat {
  /// Creates the format for an entry in a `.stringsdict` file.
  ///
  /// - Returns: The format, or `nil` if `.stringsdict` cannot represent the entry because it has
  ///   selects, exact numbers, control characters or no plural.
  init?(stringsdict entry: Entry, in language: LanguageTag) {
    guard entry.message.hasBranches else { return nil }
    let names = entry.outline.names.filter { Self.canBeVariable($0.value) }
    self.init(
      entry.numbered, in: language, names: names,
      conversions: entry.annotations.conversions)
    guard Self.isPreservedInXML(entry.key), Self.isPreservedInXML(format),
      variables.allSatisfy({ $0.forms.values.allSatisfy(Self.isPreservedInXML) })
    else { return nil }
  }

  /// Returns whether a name can be used for a variable. A reference ends at the next `@`, and the
  /// platform's own keys are in the same dictionary.
  private static func canBeVariable(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.starts(with: "NSString".utf8)
      && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") }
      && isPreservedInXML(name)
  }

  /// Returns whether a string is read back unchanged from XML. Foundation drops a byte order mark
  /// at the start of a string.
  private static func isPreservedInXML(_ text: String) -> Bool {
    text.unicodeScalars.first != "\u{FEFF}"
      && XMLForbiddenCharacters.first(in: Array(text.utf8)) == nil
  }
}
