import TremaCatalog
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// A reader for Apple's `.stringsdict` files, which contain formats with plural variables, and
/// device or width variants of texts. Only one of the variants is kept.
///
/// See Apple, "Localizing strings that contain plurals", "Creating width and device variants of
/// strings", and `Documentation/Formats/Stringsdict.md`.
struct StringsdictReader {
  /// The entries of the file, and the texts and findings so far.
  private var table: AppleTable
  /// The number of variables that have been inserted into texts.
  private var variableCount = 0

  /// The maximum number of variables that a file may insert into its texts; see
  /// ``StringsdictVariables``.
  private static let maxVariables = 1_000_000

  /// Reads a whole file.
  ///
  /// - Throws: A diagnostic if the file is not a dictionary, or if its language is unknown.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    var reader = StringsdictReader(table: try AppleTable(bytes, options))
    for (entry, annotations) in reader.table.entries { reader.append(entry, annotations) }
    return reader.table.reading()
  }

  private init(table: AppleTable) { self.table = table }

  /// Appends the text of an entry. Reports the entry instead if it is invalid.
  private mutating func append(_ entry: PropertyList.Entry, _ annotations: Annotations) {
    var annotations = annotations
    guard let content = content(entry.value, key: entry.key, depth: 0) else { return }
    for (number, name) in content.text.names where annotations.parameters[number] == nil {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    annotations.conversions.merge(content.text.conversions) { existing, _ in existing }
    table.append(entry, annotations, content.text.message, at: content.position)
  }

  /// An entry's text, and the position of its format.
  private struct Content {
    var text: StringsdictVariables.Content
    var position: SourcePosition
  }

  /// The maximum nesting depth of variants. A variant is a text or a format, which may itself have
  /// variants.
  private static let maxDepth = 4

  /// Returns the text of a value.
  ///
  /// - Parameters:
  ///   - value: A string, a format with variables, or variants.
  ///   - key: The key of the text, for findings.
  ///   - depth: The number of variants that enclose the value.
  /// - Returns: The text, or `nil` if the value is invalid. The problem is reported.
  private mutating func content(_ value: PropertyList, key: String, depth: Int) -> Content? {
    if let text = value.string {
      return Content(
        text: .init(message: Message.parseAsShown(text).message), position: value.position)
    }
    guard let all = value.entries, depth < Self.maxDepth else {
      table.findings.report(
        .error, "unexpected-value",
        value.entries == nil
          ? "'\(key.shortened)' must be a dictionary, not \(value.kind)"
          : "the variants of '\(key.shortened)' are nested more than \(Self.maxDepth) levels deep",
        at: value.position, hint: "use a dictionary with \(StringsdictKey.format)", key: key)
      return nil
    }
    // If two entries have the same key, the last one is used, as on the platform.
    let entries = table.findings.unique(all, of: key).map { all[$0] }
    if let format = entries.first(where: { $0.key == StringsdictKey.format }) {
      return formatted(format, entries, key: key)
    }
    guard let variants = entries.first(where: { StringsdictKey.variants.contains($0.key) }) else {
      table.findings.report(
        .error, "missing-format", "'\(key.shortened)' has no \(StringsdictKey.format)",
        at: value.position,
        hint: "add the text, with %#@name@ for each variable", key: key)
      return nil
    }
    guard let chosen = preferredVariant(of: variants, key: key) else { return nil }
    table.findings.losses.note(
      .variation, key: key, at: table.findings.location(variants.keyPosition))
    return content(chosen, key: key, depth: depth + 1)
  }

  /// Returns the variant for the largest width, or the default variant for devices.
  private mutating func preferredVariant(of variants: PropertyList.Entry, key: String)
    -> PropertyList?
  {
    guard let all = variants.value.entries, !all.isEmpty else {
      table.findings.report(
        .error, "unexpected-value", "'\(variants.key)' of '\(key.shortened)' has no variants",
        at: variants.value.position, hint: "use a dictionary with one string for each variant",
        key: key)
      return nil
    }
    let entries = table.findings.unique(all, of: key).map { all[$0] }
    guard variants.key == StringsdictKey.widths else {
      return (entries.first { $0.key == "other" } ?? entries[0]).value
    }
    var widest: (width: Int, value: PropertyList)?
    for entry in entries {
      guard let width = Int(entry.key) else {
        table.findings.report(
          .warning, "invalid-width", "'\(entry.key)' is not a valid width", at: entry.keyPosition,
          hint: "use a number of characters, such as 20", key: key)
        continue
      }
      if width > widest?.width ?? Int.min { widest = (width, entry.value) }
    }
    return (widest?.value ?? entries[0].value)
  }

  /// Returns the text for a format with variables.
  ///
  /// - Parameters:
  ///   - format: The entry that contains the format.
  ///   - entries: All entries in the dictionary, including the variables.
  ///   - key: The key of the text, for findings.
  private mutating func formatted(
    _ format: PropertyList.Entry, _ entries: [PropertyList.Entry], key: String
  ) -> Content? {
    guard let text = format.value.string else {
      table.findings.report(
        .error, "unexpected-value",
        "\(StringsdictKey.format) of '\(key.shortened)' must be a string, not \(format.value.kind)",
        at: format.value.position,
        hint: "replace it with the text, with %#@name@ for each variable",
        key: key)
      return nil
    }
    let position = format.value.position
    // The findings are moved to the variables reader and back, which keeps them in one list without
    // copying.
    var reader = StringsdictVariables(
      AppleFindings(table.options), key: key, format: text, at: position)
    swap(&reader.findings.findings, &table.findings.findings)
    for entry in entries where entry.key != StringsdictKey.format { reader.append(entry) }
    let message = reader.message(in: table.language, atMost: Self.maxVariables - variableCount)
    swap(&reader.findings.findings, &table.findings.findings)
    table.findings.losses.merge(reader.findings.losses)
    variableCount += message?.size ?? 0
    return message.map { Content(text: $0, position: position) }
  }
}

/// The keys that the platform defines.
enum StringsdictKey {
  /// The format, which contains references to variables.
  static let format = "NSStringLocalizedFormatKey"
  /// The rule of a variable.
  static let rule = "NSStringFormatSpecTypeKey"
  /// The conversion of a variable's number.
  static let valueType = "NSStringFormatValueTypeKey"
  /// The only rule for variables.
  static let plural = "NSStringPluralRuleType"
  /// The width variants of a text.
  static let widths = "NSStringVariableWidthRuleType"
  /// The keys for both kinds of variants.
  static let variants = [widths, "NSStringDeviceSpecificRuleType"]
}
