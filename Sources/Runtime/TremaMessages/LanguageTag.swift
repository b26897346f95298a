/// A BCP 47 language tag in its canonical case: `de`, `pt-BR`, `zh-Hant-HK`, `es-419`.
///
/// See RFC 5646, section 2.1 (language, script, region, variants, extensions, private use).
/// Grandfathered tags and extended language subtags are not supported.
public struct LanguageTag: Hashable, Sendable {
  /// The language, in lowercase: `zh`.
  public let language: String
  /// The script in title case, such as `Hant`, or `nil` if the tag has none.
  public let script: String?
  /// The region, in uppercase (`TW`) or as a number (`419`), or `nil` if the tag has none.
  public let region: String?
  /// The variant, extension and private-use subtags, in lowercase.
  public let others: [String]

  /// Creates a tag from a case-insensitive string whose subtags are separated by `-` or, as in
  /// older files, by `_`.
  ///
  /// - Returns: The tag, or `nil` if the string is not well-formed. Untrusted strings must be
  ///   checked this way before they become part of a path.
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
    guard Self.areValidSubtags(parts) else { return nil }
    others = parts.map(Self.lower)
  }

  /// Returns whether subtags are valid variants, extensions and private-use subtags. Variants have
  /// 4 to 8 characters; those with 4 start with a digit. An extension is a single letter or digit
  /// followed by at least one longer subtag.
  private static func areValidSubtags(_ parts: ArraySlice<Substring.UTF8View>) -> Bool {
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

  /// Returns whether a subtag is a region, which is two letters or three digits.
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

  /// The tag without its last part, or `nil` if it consists only of a language. The parents of
  /// `zh-Hant-HK` are `zh-Hant` and `zh`.
  public var parent: LanguageTag? {
    if !others.isEmpty {
      var rest = others.dropLast()
      // RFC 4647, section 3.4: a single letter must not remain at the end.
      if rest.last?.utf8.count == 1 { rest.removeLast() }
      return LanguageTag(language, script, region, Array(rest))
    }
    if region != nil { return LanguageTag(language, script, nil, []) }
    if script != nil { return LanguageTag(language, nil, nil, []) }
    return nil
  }

  /// Returns the value for the language or its closest parent in a table. An entry for `pt` applies
  /// to `pt-BR` unless `pt-BR` has its own entry.
  public func value<Value>(in table: [LanguageTag: Value]) -> Value? {
    var next: LanguageTag? = self
    while let tag = next {
      if let value = table[tag] { return value }
      next = tag.parent
    }
    return nil
  }

  /// Whether the language is a pseudo-language (`en-XA`, `ar-XB`), which reveals untranslated parts
  /// of an app.
  ///
  /// See CLDR, "Unicode Language and Locale Identifiers", pseudo-locales.
  public var isPseudo: Bool { region == "XA" || region == "XB" }

  /// Creates a tag from canonical parts.
  private init(_ language: String, _ script: String?, _ region: String?, _ others: [String]) {
    self.language = language
    self.script = script
    self.region = region
    self.others = others
  }
}

extension LanguageTag {
  /// The tag with an explicit script if it is a Chinese tag whose script is implied by its region,
  /// as on older platforms: `zh-Hans` for `zh-CN`, `zh-Hant-HK` for `zh-HK`. Other tags are
  /// unchanged.
  ///
  /// See CLDR's likely subtags for Chinese.
  public var withChineseScript: LanguageTag {
    let scripts = ["CN": "Hans", "TW": "Hant", "HK": "Hant-HK", "MO": "Hant-MO", "SG": "Hans-SG"]
    guard language == "zh", script == nil, others.isEmpty, let region, let rest = scripts[region]
    else { return self }
    return LanguageTag("zh-\(rest)") ?? self
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The canonical tag, such as `zh-Hant-TW`.
  public var description: String {
    // `joined(separator:)` looks up types by name at run time, which is noticeable in short-running
    // commands.
    ([script, region].compactMap(\.self) + others).reduce(into: language) { $0 += "-\($1)" }
  }
}

extension LanguageTag: Comparable {
  /// Returns whether the first tag precedes the second one. Compares the canonical forms.
  public static func < (a: LanguageTag, b: LanguageTag) -> Bool { a.description < b.description }
}
