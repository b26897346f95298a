import TremaMessages

/// The identifier of a unit that is part of a text, as Xcode exports plurals and variations.
///
/// | from | identifier |
/// |---|---|
/// | `.xcstrings` | `key\|==\|plural.one`, `key\|==\|device.iphone`, `key\|==\|device.iphone.plural.one`, `key\|==\|substitutions.name.plural.one` |
/// | `.stringsdict` | `/key:dict/NSStringLocalizedFormatKey:dict/:string`, `/key:dict/name:dict/one:dict/:string`, `/key:dict/NSStringVariableWidthRuleType:dict/20:dict/:string` |
///
/// Source: files that `xcodebuild -exportLocalizations` wrote.
struct XcodeUnit: Hashable {
  enum Part: Hashable {
    /// The text itself, or the format around variables.
    case format
    case plural(PluralCategory)
    case variable(String, PluralCategory)
  }

  var key: String
  var part = Part.format
  /// The device or the width that the text is for.
  var variation: String?
  /// In a string catalogue `%arg` is the number of a variable.
  var isStringCatalogue: Bool

  init?(_ identifier: String) {
    if let unit = Self.ofStringCatalogue(identifier) ?? Self.ofStringsdict(identifier) {
      self = unit
    } else {
      return nil
    }
  }

  private init(key: String, isStringCatalogue: Bool) {
    self.key = key
    self.isStringCatalogue = isStringCatalogue
  }

  private static func ofStringCatalogue(_ identifier: String) -> XcodeUnit? {
    let bytes = Array(identifier.utf8)
    let mark = Array("|==|".utf8)
    guard bytes.count > mark.count,
      let place = (0...(bytes.count - mark.count)).last(where: { bytes[$0...].starts(with: mark) })
    else { return nil }
    var unit = XcodeUnit(
      key: String(decoding: bytes[..<place], as: UTF8.self), isStringCatalogue: true)
    var words = bytes[(place + mark.count)...].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }[...]
    if words.first == "substitutions" { return variable(words.dropFirst(), of: unit) }
    while let word = words.popFirst() {
      guard let name = words.popFirst(), !name.isEmpty else { return nil }
      switch word {
      case "device" where unit.variation == nil: unit.variation = name
      case "plural":
        guard words.isEmpty, let category = PluralCategory(rawValue: name) else { return nil }
        unit.part = .plural(category)
        return unit
      default: return nil
      }
    }
    return unit
  }

  /// `name.plural.one`; a name with dots in it is between two `@`.
  private static func variable(_ words: ArraySlice<String>, of unit: XcodeUnit) -> XcodeUnit? {
    guard words.count >= 3, words[words.endIndex - 2] == "plural",
      let category = words.last.flatMap(PluralCategory.init)
    else { return nil }
    var name = words.dropLast(2).joined(separator: ".").utf8[...]
    if name.count > 2, name.first == UInt8(ascii: "@"), name.last == UInt8(ascii: "@") {
      name = name.dropFirst().dropLast()
    }
    var unit = unit
    unit.part = .variable(String(Substring(name)), category)
    return unit
  }

  private static func ofStringsdict(_ identifier: String) -> XcodeUnit? {
    let bytes = Array(identifier.utf8)
    let end = Array(":dict/:string".utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count > end.count,
      bytes[(bytes.count - end.count)...].elementsEqual(end)
    else { return nil }
    let parts = split(bytes[1..<(bytes.count - end.count)], at: Array(":dict/".utf8))
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var unit = XcodeUnit(key: parts[0], isStringCatalogue: false)
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
