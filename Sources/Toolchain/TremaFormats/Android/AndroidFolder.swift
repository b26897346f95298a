import TremaMessages

/// The language of a resource folder, derived from its name.
package enum AndroidFolder: Hashable, Sendable {
  /// The `values` folder, whose language is the fallback if no other language matches.
  case standard
  /// A folder such as `values-de` or `values-b+zh+Hans`.
  case language(LanguageTag)
  /// A folder such as `values-night` or `values-mcc310-de-land`, whose strings are used only on
  /// some devices or in some situations. If its name has no language, its language is that of
  /// `values`.
  case variation(LanguageTag?)

  /// Parses the name of a folder, ignoring case.
  ///
  /// - Parameter name: The name, without a path.
  /// - Returns: `nil` if the folder does not contain values, or if its name has a qualifier that
  ///   Android does not define.
  ///
  /// See "App resources overview", table 2, developer.android.com; aapt2's `ConfigDescription`.
  package init?(_ name: String) {
    var parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .map { String(decoding: $0.map(Self.lower), as: UTF8.self) }[...]
    guard parts.popFirst() == "values" else { return nil }
    var isVariation = false
    // Mobile network qualifiers precede the language. All others follow it.
    while let part = parts.first, Self.isNetwork(part) {
      isVariation = true
      parts.removeFirst()
    }
    var tag: LanguageTag?
    if let part = parts.first, Self.isLanguage(part) {
      parts.removeFirst()
      if part.utf8.starts(with: "b+".utf8) {
        let subtags = part.utf8.dropFirst(2).split(
          separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        tag = LanguageTag(
          subtags.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-"))
      } else {
        var region: Substring?
        if let next = parts.first, Self.isRegion(next) {
          region = next.dropFirst()
          parts.removeFirst()
        }
        tag = LanguageTag(region.map { "\(part)-\($0)" } ?? part)
      }
      guard let found = tag else { return nil }
      tag = found.withCurrentCode
    }
    guard parts.allSatisfy(Self.isOtherQualifier) else { return nil }
    if isVariation || !parts.isEmpty {
      self = .variation(tag)
    } else {
      self = tag.map(AndroidFolder.language) ?? .standard
    }
  }

  /// Returns the lowercase form of an uppercase ASCII letter, and any other byte unchanged.
  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Returns whether a qualifier is a mobile network code: `mcc310`, `mnc04`.
  private static func isNetwork(_ part: String) -> Bool {
    isPrefixedNumber(part, after: "mcc", digits: 3...3)
      || isPrefixedNumber(part, after: "mnc", digits: 1...3)
  }

  /// Returns whether a qualifier is a language: `de`, or `b+` and a language tag.
  private static func isLanguage(_ part: String) -> Bool {
    if part.utf8.starts(with: "b+".utf8) { return true }
    // `car` is a UI mode, although it is also the code of the Carib language.
    return (2...3).contains(part.utf8.count) && part != "car" && part.utf8.allSatisfy(isLetter)
  }

  /// Returns whether a qualifier is a region: `rBR`, `r419`.
  private static func isRegion(_ part: String) -> Bool {
    let rest = part.utf8.dropFirst()
    return part.utf8.first == UInt8(ascii: "r")
      && (rest.count == 2 && rest.allSatisfy(isLetter)
        || rest.count == 3 && rest.allSatisfy(isDigit))
  }

  /// Returns whether a qualifier may follow the language.
  private static func isOtherQualifier(_ part: String) -> Bool {
    if words.contains(part) || isPrefixedNumber(part, after: "v", digits: 1...3) { return true }
    // Sizes in density-independent pixels: `sw600dp`, `w600dp`, `h600dp`.
    for prefix in ["sw", "w", "h"] {
      if part.utf8.reversed().starts(with: "pd".utf8),
        isPrefixedNumber(String(part.dropLast(2)), after: prefix, digits: 1...5)
      {
        return true
      }
    }
    // Screen density: `480dpi`.
    if part.utf8.reversed().starts(with: "ipd".utf8),
      isPrefixedNumber(String(part.dropLast(3)), after: "", digits: 1...5)
    {
      return true
    }
    // Screen size in pixels: `640x480`.
    let sides = part.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    return sides.count == 2
      && sides.allSatisfy { (1...5).contains($0.count) && $0.allSatisfy(isDigit) }
  }

  /// Returns whether a qualifier is a prefix followed by a number whose digit count is in a range.
  private static func isPrefixedNumber(
    _ part: String, after prefix: String, digits: ClosedRange<Int>
  ) -> Bool {
    guard part.utf8.starts(with: prefix.utf8) else { return false }
    let rest = part.utf8.dropFirst(prefix.utf8.count)
    return digits.contains(rest.count) && rest.allSatisfy(isDigit)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The qualifiers without a number.
  private static let words: Set<String> = [
    "neuter", "feminine", "masculine", "ldrtl", "ldltr", "small", "normal", "large", "xlarge",
    "long", "notlong", "round", "notround", "widecg", "nowidecg", "highdr", "lowdr", "port", "land",
    "square", "car", "desk", "television", "appliance", "watch", "vrheadset", "night", "notnight",
    "ldpi", "mdpi", "tvdpi", "hdpi", "xhdpi", "xxhdpi", "xxxhdpi", "nodpi", "anydpi", "notouch",
    "stylus", "finger", "keysexposed", "keyshidden", "keyssoft", "nokeys", "qwerty", "12key",
    "navexposed", "navhidden", "nonav", "dpad", "trackball", "wheel",
  ]
}

extension LanguageTag {
  /// The tag with an obsolete language code replaced by the current one, and with an explicit
  /// script if Android folders use a region instead.
  fileprivate var withCurrentCode: LanguageTag {
    let codes = ["iw": "he", "in": "id", "ji": "yi", "tl": "fil"]
    guard others.isEmpty else { return self }
    if language == "zh" { return withChineseScript }
    guard let code = codes[language] else { return self }
    let parts = [code, script, region].compactMap(\.self)
    return LanguageTag(parts.joined(separator: "-")) ?? self
  }
}
