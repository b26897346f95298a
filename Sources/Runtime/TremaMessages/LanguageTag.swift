/// A BCP 47 language tag, in its canonical case: `de`, `pt-BR`, `zh-Hant-HK`, `es-419`.
///
/// Source: RFC 5646, section 2.1 (language, script, region, variants, extensions, private use);
/// grandfathered tags and extended language subtags are not read.
public struct LanguageTag: Hashable, Sendable {
  /// The language, in lower case: `zh`.
  public let language: String
  /// The script: `Hant`.
  public let script: String?
  /// The region, in upper case: `TW`, or a number: `419`.
  public let region: String?
  /// Variants, extensions and private use, lower case, each as one subtag.
  public let others: [String]

  /// Reads a tag in any case, its parts joined by `-` or, as older files have it, by `_`.
  ///
  /// - Returns: nil when `text` is not a well-formed tag; such a thing must not become part of a
  ///   path.
  public init?(_ text: String) {
    var parts = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }[...]
    guard parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(Self.isAlphanumeric) }),
      let first = parts.popFirst(), first.count >= 2, first.allSatisfy(Self.isLetter)
    else { return nil }
    language = Self.lower(first)
    if let part = parts.first, part.count == 4, part.allSatisfy(Self.isLetter) {
      script = Self.upper(part.prefix(1)) + Self.lower(part.dropFirst())
      parts.removeFirst()
    } else {
      script = nil
    }
    if let part = parts.first, Self.isRegion(part) {
      region = Self.upper(part)
      parts.removeFirst()
    } else {
      region = nil
    }
    guard Self.areOthers(parts) else { return nil }
    others = parts.map(Self.lower)
  }

  /// Variants of 4 to 8 characters (those of 4 begin with a digit), then single letters or digits
  /// each followed by at least one longer part.
  private static func areOthers(_ parts: ArraySlice<Substring.UTF8View>) -> Bool {
    guard let last = parts.last else { return true }
    var inExtension = false
    var needsMore = false
    for part in parts {
      if lower(part) == "x" { return !needsMore && part.endIndex != last.endIndex }
      if part.count == 1 {
        if needsMore { return false }
        (inExtension, needsMore) = (true, true)
      } else if inExtension {
        needsMore = false
      } else if part.count < 4 || part.count == 4 && isLetter(part[part.startIndex]) {
        return false
      }
    }
    return !needsMore
  }

  private static func isRegion(_ part: Substring.UTF8View) -> Bool {
    part.count == 2 && part.allSatisfy(isLetter)
      || part.count == 3 && part.allSatisfy { !isLetter($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func lower(_ part: Substring.UTF8View) -> String {
    String(decoding: part.map { isLetter($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func upper(_ part: Substring.UTF8View) -> String {
    String(decoding: part.map { isLetter($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  /// The tag without its last part, or nil when only the language is left: `zh-Hant-HK`,
  /// `zh-Hant`, `zh`.
  public var parent: LanguageTag? {
    if !others.isEmpty {
      var rest = others.dropLast()
      // RFC 4647, 3.4: a single letter is not at the end.
      if rest.last?.utf8.count == 1 { rest.removeLast() }
      return LanguageTag(language, script, region, Array(rest))
    }
    if region != nil { return LanguageTag(language, script, nil, []) }
    if script != nil { return LanguageTag(language, nil, nil, []) }
    return nil
  }

  /// Returns the value of a table for the language: an entry for `pt` applies to `pt-BR`, unless that has
  /// its own.
  public func value<Value>(in table: [LanguageTag: Value]) -> Value? {
    var next: LanguageTag? = self
    while let tag = next {
      if let value = table[tag] { return value }
      next = tag.parent
    }
    return nil
  }

  /// Whether the language is made up, to show what in an app is not translated: `en-XA`, `ar-XB`.
  ///
  /// Source: CLDR, "Unicode Language and Locale Identifiers", pseudo-locales.
  public var isPseudo: Bool { region == "XA" || region == "XB" }

  private init(_ language: String, _ script: String?, _ region: String?, _ others: [String]) {
    self.language = language
    self.script = script
    self.region = region
    self.others = others
  }
}

extension LanguageTag {
  /// The tag with the script where an older platform's folder names a country for it: `zh-Hans` for
  /// `zh-CN`, `zh-Hant-HK` for `zh-HK`.
  ///
  /// Source: CLDR, likely subtags of Chinese.
  public var withChineseScript: LanguageTag {
    let scripts = ["CN": "Hans", "TW": "Hant", "HK": "Hant-HK", "MO": "Hant-MO", "SG": "Hans-SG"]
    guard language == "zh", script == nil, others.isEmpty, let region, let rest = scripts[region]
    else { return self }
    return LanguageTag("zh-\(rest)") ?? self
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The tag in its canonical form: `zh-Hant-TW`.
  public var description: String {
    // Not joined: that looks types up by their names, in a command that may have little else to do.
    ([script, region].compactMap(\.self) + others).reduce(into: language) { $0 += "-\($1)" }
  }
}

extension LanguageTag: Comparable {
  /// Orders by the canonical form.
  public static func < (a: LanguageTag, b: LanguageTag) -> Bool { a.description < b.description }
}
