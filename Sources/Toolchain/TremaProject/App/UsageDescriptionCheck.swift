import TremaCatalog
import TremaMessages
import TremaPropertyLists
import TremaSupport

/// Compares the usage descriptions of the Info.plist, such as `NSCameraUsageDescription`, with the
/// texts of the `InfoPlist` tables.
///
/// The system shows the text of the table if there is one in the user's language, and the value of
/// the Info.plist otherwise. An app without the key in its Info.plist is terminated when it
/// accesses the protected resource, even if a table has a text for it.
///
/// Source: "Protected resources" and "Information Property List", developer.apple.com.
struct UsageDescriptionCheck: AppCheck {
  private let list: InfoPlist
  private let app: AppFiles
  /// The outputs that write an `InfoPlist` table.
  private let tables: [ConversionOutput]
  /// The keys that the Info.plist declares.
  private let declaredKeys: Set<String>
  /// The languages in which the tables have a text, by key, in their canonical form.
  private var languages: [String: Set<LanguageTag>] = [:]
  /// The usage descriptions in the catalogue, including those that no table contains.
  private var catalogKeys: Set<String> = []

  init(_ list: InfoPlist, tables: [ConversionOutput], app: AppFiles) {
    (self.list, self.tables, self.app) = (list, tables, app)
    declaredKeys = Set(Self.declarations(in: list).map(\.key))
  }

  /// Returns the usage descriptions of an Info.plist.
  private static func declarations(in list: InfoPlist) -> [PropertyList.Entry] {
    (list.contents.entries ?? []).filter { isUsageDescription($0.key.utf8) }
  }

  /// Returns whether a key is that of a usage description: `NS…UsageDescription`, or
  /// `NFCReaderUsageDescription`.
  private static func isUsageDescription(_ key: some Collection<UInt8>) -> Bool {
    let suffix = "UsageDescription".utf8
    return key.count > suffix.count && key.suffix(suffix.count).elementsEqual(suffix)
  }

  mutating func examine(
    _ text: TextView, key: [UInt8], _ annotations: Annotations
  ) -> [Diagnostic] {
    guard Self.isUsageDescription(key) else { return [] }
    let name = String(decoding: key, as: UTF8.self)
    catalogKeys.insert(name)
    let containing = tables.filter { $0.slice.contains(key, annotations) }
    if containing.isEmpty { return [] }
    for table in containing { languages[name, default: []].formUnion(Self.languages(text, table)) }
    if declaredKeys.contains(name) { return [] }
    return [.unused(name, in: list.file, at: text.location(text.keyPosition))]
  }

  /// Returns the languages in which an output writes a text that is not empty.
  private static func languages(_ text: TextView, _ output: ConversionOutput) -> [LanguageTag] {
    (0..<text.valueCount).compactMap { number in
      let value = text[number]
      guard !value.isEmpty, output.selection.includes(value.status) else { return nil }
      return LanguageTag(value.language)
    }
  }

  func finish(languages project: [LanguageTag], master: LanguageTag) -> [Diagnostic] {
    let expected = app.languages(on: .ios, among: project, master: master)
    return Self.declarations(in: list).compactMap { entry in
      guard entry.value.string != nil else {
        return list.mismatch("'\(entry.key)'", entry.value, expected: "a string")
      }
      let location = list.location(of: entry)
      if tables.isEmpty { return .withoutTable(entry.key, at: location) }
      guard let found = languages[entry.key] else {
        return .missing(entry.key, isInCatalog: catalogKeys.contains(entry.key), at: location)
      }
      let missing = expected.filter { language in
        !tables.contains { table in
          let isWritten = table.languages(of: expected, master: master).contains(language)
          let isFilled = table.selection.fallback == .master && found.contains(master)
          return isWritten && (isFilled || found.contains(language))
        }
      }
      return missing.isEmpty ? nil : .untranslated(entry.key, missing, at: location)
    }
  }
}

extension Diagnostic {
  /// Returns the finding for a usage description if the project writes no `InfoPlist` table.
  fileprivate static func withoutTable(_ key: String, at location: SourceLocation) -> Self {
    finding(
      "missing-usage-description",
      "no output has the table 'InfoPlist', so '\(key)' is not translated",
      about: key, at: location,
      hint: "add { \"format\": \"strings\", \"table\": \"InfoPlist\", \"keys\": "
        + "[\"*UsageDescription\"], … } to \"outputs\" in trema.json")
  }

  /// Returns the finding for a usage description that no `InfoPlist` table contains.
  fileprivate static func missing(
    _ key: String, isInCatalog: Bool, at location: SourceLocation
  ) -> Self {
    isInCatalog
      ? finding(
        "missing-usage-description", "no output with the table 'InfoPlist' contains '\(key)'",
        about: key, at: location,
        hint: "add the key to \"keys\" of the output in trema.json")
      : finding(
        "missing-usage-description", "the catalogue has no text for '\(key)'", about: key,
        at: location,
        hint: "add the text; without it, the system shows the text of this file in every language")
  }

  /// Returns the finding for a usage description that has no text in some languages.
  fileprivate static func untranslated(
    _ key: String, _ languages: [LanguageTag], at location: SourceLocation
  ) -> Self {
    finding(
      "missing-usage-description", "'\(key)' has no text in \(languages.quotedList())",
      about: key, at: location,
      hint: "translate it; without a translation, the system shows the text of this file")
  }

  /// Returns the finding for a usage description that the Info.plist does not declare.
  fileprivate static func unused(
    _ key: String, in file: String, at location: SourceLocation
  ) -> Self {
    finding(
      "unused-usage-description", "'\(file)' does not declare '\(key)'", about: key, at: location,
      hint: "add the key to the file, or remove the text; without the key, the system does not "
        + "show the text")
  }

  /// Returns a finding about a key.
  private static func finding(
    _ code: String, _ message: String, about key: String, at location: SourceLocation, hint: String
  ) -> Self {
    var diagnostic = Diagnostic(.warning, code, message, at: location, hint: hint, subject: key)
    diagnostic.key = key
    return diagnostic
  }
}
