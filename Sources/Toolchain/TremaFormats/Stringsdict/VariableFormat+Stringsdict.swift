import TremaMessages

extension VariableFormat {
  /// Creates the format of a `.stringsdict` entry.
  ///
  /// - Returns: `nil` for an entry that the format cannot express: selects, exact numbers, control
  ///   characters, and texts without a plural.
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

  /// Whether a name can be that of a variable. A reference ends at the next `@`, and the keys of
  /// the platform are in the same dictionary.
  private static func canBeVariable(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.starts(with: "NSString".utf8)
      && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "@") }
      && isPreservedInXML(name)
  }

  /// Whether a text is read back unchanged from XML. Foundation drops a byte order mark at the
  /// beginning of a string.
  private static func isPreservedInXML(_ text: String) -> Bool {
    text.unicodeScalars.first != "\u{FEFF}"
      && XMLForbiddenCharacters.first(in: Array(text.utf8)) == nil
  }
}
