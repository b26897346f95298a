import TremaCatalog
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// Reads Apple `.stringsdict`: formats with variables, each a plural, and texts that depend on the
/// device or its width, of which one is kept.
///
/// Source: Apple, "Localizing strings that contain plurals", "Creating width and device variants of
/// strings"; see `Documentation/Formats/Stringsdict.md`.
struct StringsdictReader {
  private var table: AppleTable
  /// The number of variables put into texts so far.
  private var variables = 0

  /// How many variables a file may put into its texts; see ``StringsdictVariables``.
  private static let most = 1_000_000

  /// - Throws: when the file cannot be read as a dictionary, or when its language is unknown.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    var reader = StringsdictReader(table: try AppleTable(bytes, options))
    for (entry, annotations) in reader.table.entries { reader.append(entry, annotations) }
    return reader.table.reading()
  }

  private init(table: AppleTable) { self.table = table }

  private mutating func append(_ entry: PropertyList.Entry, _ annotations: Annotations) {
    var annotations = annotations
    guard let content = content(entry.value, key: entry.key, depth: 0) else { return }
    for (number, name) in content.text.names where annotations.parameters[number] == nil {
      annotations.parameters[number] = Annotations.Parameter(name)
    }
    annotations.conversions.merge(content.text.conversions) { own, _ in own }
    table.append(entry, annotations, content.text.message, at: content.position)
  }

  private struct Content {
    var text: StringsdictVariables.Content
    var position: SourcePosition
  }

  /// Variants hold texts or formats, which could hold variants again.
  private static let deepest = 4

  private mutating func content(_ value: PropertyList, key: String, depth: Int) -> Content? {
    if let text = value.string {
      return Content(
        text: .init(message: Message.shown(text).message), position: value.position)
    }
    guard let all = value.entries, depth < Self.deepest else {
      table.findings.report(
        .error, "unexpected-value",
        value.entries == nil
          ? "the value of '\(key.shortened)' is \(value.kind), not a dictionary with a format"
          : "the variants of '\(key.shortened)' are nested deeper than \(Self.deepest)",
        at: value.position, hint: "write a dictionary with \(StringsdictKey.format)", key: key)
      return nil
    }
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
    guard let chosen = chosen(of: variants, key: key) else { return nil }
    table.findings.losses.note(
      .variation, key: key, at: table.findings.location(variants.keyPosition))
    return content(chosen, key: key, depth: depth + 1)
  }

  /// The widest variant, or the one for all other devices.
  private mutating func chosen(of variants: PropertyList.Entry, key: String) -> PropertyList? {
    guard let all = variants.value.entries, !all.isEmpty else {
      table.findings.report(
        .error, "unexpected-value", "'\(variants.key)' of '\(key.shortened)' has no variants",
        at: variants.value.position, hint: "write a dictionary with one text a variant", key: key)
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
          .warning, "invalid-width", "'\(entry.key)' is no width", at: entry.keyPosition,
          hint: "write a number of characters: 20", key: key)
        continue
      }
      if width > widest?.width ?? Int.min { widest = (width, entry.value) }
    }
    return (widest?.value ?? entries[0].value)
  }

  private mutating func formatted(
    _ format: PropertyList.Entry, _ entries: [PropertyList.Entry], key: String
  ) -> Content? {
    guard let text = format.value.string else {
      table.findings.report(
        .error, "unexpected-value",
        "\(StringsdictKey.format) of '\(key.shortened)' is \(format.value.kind), not a text",
        at: format.value.position, hint: "write the text, with %#@name@ for each variable", key: key
      )
      return nil
    }
    let position = format.value.position
    // They note what they find behind what was found before.
    var reader = StringsdictVariables(
      AppleFindings(table.options), key: key, format: text, at: position)
    swap(&reader.findings.findings, &table.findings.findings)
    for entry in entries where entry.key != StringsdictKey.format { reader.append(entry) }
    let message = reader.message(in: table.language, atMost: Self.most - variables)
    swap(&reader.findings.findings, &table.findings.findings)
    table.findings.losses.merge(reader.findings.losses)
    variables += message?.size ?? 0
    return message.map { Content(text: $0, position: position) }
  }
}

/// The keys that the platform gave names.
enum StringsdictKey {
  static let format = "NSStringLocalizedFormatKey"
  static let rule = "NSStringFormatSpecTypeKey"
  static let valueType = "NSStringFormatValueTypeKey"
  static let plural = "NSStringPluralRuleType"
  static let widths = "NSStringVariableWidthRuleType"
  static let variants = [widths, "NSStringDeviceSpecificRuleType"]
}
