import TremaMessages

/// The identifier for a unit that is part of a text, as Xcode exports plurals and variations.
///
/// | from | identifier |
/// |---|---|
/// | `.xcstrings` | `key\|==\|plural.one`, `key\|==\|device.iphone`, `key\|==\|device.iphone.plural.one`, `key\|==\|substitutions.name.plural.one` |
/// | `.stringsdict` | `/key:dict/NSStringLocalizedFormatKey:dict/:string`, `/key:dict/name:dict/one:dict/:string`, `/key:dict/NSStringVariableWidthRuleType:dict/20:dict/:string` |
///
/// Based on files written by `xcodebuild -exportLocalizations`.
struct XcodeUnit: Hashable {
  /// The part of a text that a unit contains.
  enum Part: Hashable {
    /// The text itself, or the format with variables.
    case format
    /// A form in a plural that is the whole text.
    case plural(PluralCategory)
    /// A form of a variable, with the variable's name.
    case variable(String, PluralCategory)
  }

  /// The key of the text.
  var key: String
  var part = Part.format
  /// The device or width of the variant.
  var variation: String?
  /// Whether the unit is from a string catalog, in which `%arg` is the value of a variable.
  var isStringCatalog: Bool

  /// Parses an identifier.
  ///
  /// - Returns: The parsed identifier, or `nil` if the unit is a complete text.
  init?(_ identifier: String) {
    if let unit = Self.stringCatalogUnit(identifier) ?? Self.stringsdictUnit(identifier) {
      self = unit
    } else {
      return nil
    }
  }

  private init(key: String, isStringCatalog: Bool) {
    self.key = key
    self.isStringCatalog = isStringCatalog
  }

  /// Parses an identifier from a string catalog, or returns `nil`.
  private static func stringCatalogUnit(_ identifier: String) -> XcodeUnit? {
    let bytes = Array(identifier.utf8)
    let mark = Array("|==|".utf8)
    guard bytes.count > mark.count,
      // A key may contain the delimiter, so the last occurrence is used.
      let index = (0...(bytes.count - mark.count)).last(where: { bytes[$0...].starts(with: mark) })
    else { return nil }
    var unit = XcodeUnit(
      key: String(decoding: bytes[..<index], as: UTF8.self), isStringCatalog: true)
    var components = bytes[(index + mark.count)...].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }[...]
    if components.first == "substitutions" { return variable(components.dropFirst(), of: unit) }
    // The components are pairs of a kind and a name. A plural must come last.
    while let kind = components.popFirst() {
      guard let name = components.popFirst(), !name.isEmpty else { return nil }
      switch kind {
      case "device" where unit.variation == nil: unit.variation = name
      case "plural":
        guard components.isEmpty, let category = PluralCategory(rawValue: name) else { return nil }
        unit.part = .plural(category)
        return unit
      default: return nil
      }
    }
    return unit
  }

  /// Parses a variable such as `name.plural.one`, or returns `nil`. A name that contains dots is
  /// enclosed in `@`.
  private static func variable(_ components: ArraySlice<String>, of unit: XcodeUnit) -> XcodeUnit? {
    guard components.count >= 3, components[components.endIndex - 2] == "plural",
      let category = components.last.flatMap(PluralCategory.init)
    else { return nil }
    var name = components.dropLast(2).joined(separator: ".").utf8[...]
    if name.count > 2, name.first == UInt8(ascii: "@"), name.last == UInt8(ascii: "@") {
      name = name.dropFirst().dropLast()
    }
    var unit = unit
    unit.part = .variable(String(Substring(name)), category)
    return unit
  }

  /// Parses an identifier from a `.stringsdict` file, or returns `nil`.
  private static func stringsdictUnit(_ identifier: String) -> XcodeUnit? {
    let bytes = Array(identifier.utf8)
    let end = Array(":dict/:string".utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count > end.count,
      bytes[(bytes.count - end.count)...].elementsEqual(end)
    else { return nil }
    let parts = split(bytes[1..<(bytes.count - end.count)], at: Array(":dict/".utf8))
    // The identifier of a format has two components; the others have three.
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var unit = XcodeUnit(key: parts[0], isStringCatalog: false)
    if parts.count == 2 { return parts[1] == "NSStringLocalizedFormatKey" ? unit : nil }
    if parts[1] == "NSStringVariableWidthRuleType" {
      unit.variation = parts[2]
    } else if let category = PluralCategory(rawValue: parts[2]) {
      unit.part = .variable(parts[1], category)
    } else {
      return nil
    }
    return unit
  }

  /// Splits bytes at each occurrence of a delimiter.
  private static func split(_ bytes: ArraySlice<UInt8>, at mark: [UInt8]) -> [String] {
    var parts: [String] = []
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      if bytes[index] == mark[0], bytes[index..<bytes.endIndex].starts(with: mark) {
        parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += mark.count
        start = index
      } else {
        index += 1
      }
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
