import TremaMessages
import TremaPropertyLists
import TremaSupport

/// Compares `CFBundleLocalizations` and `CFBundleDevelopmentRegion` of the Info.plist with the
/// languages and the master language of the project.
///
/// Both keys are optional: without them, the folders of the bundle and the settings of Xcode
/// determine the languages.
///
/// Source: "Information Property List", developer.apple.com.
struct BundleLanguagesCheck: AppCheck {
  static let localizationsKey = "CFBundleLocalizations"
  static let regionKey = "CFBundleDevelopmentRegion"
  /// The keys whose values fixes change.
  static let fixedKeys = [localizationsKey, regionKey]

  let list: InfoPlist
  let app: AppFiles

  func finish(languages project: [LanguageTag], master: LanguageTag) -> [Diagnostic] {
    let languages = app.languages(on: .ios, among: project, master: master)
    return localizations(languages) + region(master)
  }

  /// Returns the findings about `CFBundleLocalizations`.
  private func localizations(_ languages: [LanguageTag]) -> [Diagnostic] {
    guard let value = list.contents[Self.localizationsKey] else { return [] }
    guard let elements = value.array else {
      return [list.mismatch("'\(Self.localizationsKey)'", value, expected: "an array")]
    }
    let invalid = elements.filter { $0.string == nil }
    if !invalid.isEmpty {
      return invalid.map {
        list.mismatch("a value of '\(Self.localizationsKey)'", $0, expected: "a string")
      }
    }
    let names = elements.compactMap(\.string)
    if names.contains(where: InfoPlist.isVariable) { return [] }
    let tags = names.map { AppleFolder.language($0) }
    // Regions that imply a Chinese script are another spelling of it.
    let known = Set(languages.map(\.withChineseScript))
    let missing = languages.filter { !tags.contains($0.withChineseScript) }
    let unknown = tags.map { $0.map(known.contains) != true }
    if missing.isEmpty, !unknown.contains(true) { return [] }
    var finding = Diagnostic.differentLocalizations(
      missing: missing, unknown: zip(names, unknown).filter(\.1).map(\.0),
      at: list.location(of: value), languages: languages)
    if let edit = edit(value, elements, isRemoved: unknown, adding: missing) {
      finding.fixes = [edit]
    }
    return [finding]
  }

  /// Returns the edit that removes and adds elements of an array. All other bytes are kept.
  ///
  /// - Returns: `nil` if the file is not XML in UTF-8.
  private func edit(
    _ array: PropertyList, _ elements: [PropertyList], isRemoved: [Bool], adding: [LanguageTag]
  ) -> Diagnostic.Edit? {
    guard let whole = list.xml(of: array),
      elements.allSatisfy({ list.xml(of: $0) != nil })
    else { return nil }
    let added = adding.map { "<string>\($0)</string>" }
    let location = list.location(of: array)
    guard let last = elements.last else {
      let indentation = list.indentation(before: whole.startIndex)
      let lineEnd = list.bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
      let lines = added.map { "\(indentation)\t\($0)\(lineEnd)" }.joined()
      return Diagnostic.Edit(
        at: location, replacement: "<array>\(lineEnd)\(lines)\(indentation)</array>")
    }
    var text: [UInt8] = []
    var end = whole.startIndex
    for (element, isRemoved) in zip(elements, isRemoved) {
      let range = element.extent.bytes
      if isRemoved {
        // A comment before the element is kept, and only the space before the element is removed.
        text += list.bytes[end..<range.lowerBound - list.space(before: range.lowerBound).count]
      } else {
        text += list.bytes[end..<range.upperBound]
      }
      end = range.upperBound
    }
    let space = String(
      decoding: list.space(before: last.extent.bytes.lowerBound), as: UTF8.self)
    for element in added { text += "\(space)\(element)".utf8 }
    text += list.bytes[end..<whole.endIndex]
    return Diagnostic.Edit(at: location, replacement: String(decoding: text, as: UTF8.self))
  }

  /// Returns the findings about `CFBundleDevelopmentRegion`.
  private func region(_ master: LanguageTag) -> [Diagnostic] {
    guard let value = list.contents[Self.regionKey] else { return [] }
    guard let name = value.string else {
      return [list.mismatch("'\(Self.regionKey)'", value, expected: "a string")]
    }
    if InfoPlist.isVariable(name) || AppleFolder.language(name) == master.withChineseScript {
      return []
    }
    var finding = Diagnostic.differentRegion(name, master, at: list.location(of: value))
    if list.xml(of: value) != nil {
      finding.fixes = [
        Diagnostic.Edit(
          at: list.location(of: value), replacement: "<string>\(master)</string>")
      ]
    }
    return [finding]
  }
}

extension InfoPlist {
  /// Returns the whitespace before an offset.
  fileprivate func space(before offset: Int) -> ArraySlice<UInt8> {
    let start = bytes[..<offset].lastIndex { !ASCII.isSpace($0) }.map { $0 + 1 } ?? 0
    return bytes[start..<offset]
  }

  /// Returns the whitespace at the beginning of the line of an offset.
  fileprivate func indentation(before offset: Int) -> String {
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start..<offset].prefix(while: ASCII.isSpace), as: UTF8.self)
  }
}

extension Diagnostic {
  /// Returns the finding for localizations that differ from the languages of the project.
  fileprivate static func differentLocalizations(
    missing: [LanguageTag], unknown: [String], at location: SourceLocation,
    languages: [LanguageTag]
  ) -> Self {
    let key = BundleLanguagesCheck.localizationsKey
    let (absent, extra) = (missing.quotedList(), unknown.quotedList())
    return Diagnostic(
      .warning, "bundle-localizations",
      unknown.isEmpty
        ? "'\(key)' does not contain \(absent)"
        : missing.isEmpty
          ? "'\(key)' contains \(extra), which the project does not have"
          : "'\(key)' does not contain \(absent) and contains \(extra), which the project does "
            + "not have",
      at: location,
      hint: "use \(languages.quotedList())", subject: key)
  }

  /// Returns the finding for a development region that is not the master language.
  fileprivate static func differentRegion(
    _ name: String, _ master: LanguageTag, at location: SourceLocation
  ) -> Self {
    let key = BundleLanguagesCheck.regionKey
    return Diagnostic(
      .warning, "development-region",
      "'\(key)' is '\(name)', but the master language is '\(master)'", at: location,
      hint: "use '\(master)'", subject: key)
  }
}
