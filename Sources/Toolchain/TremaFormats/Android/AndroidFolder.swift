import TremaMessages

/// The language of the texts in a folder of resources, by its name.
package enum AndroidFolder: Hashable, Sendable {
  /// `values`: the language that is used where no other fits.
  case standard
  /// `values-de`, `values-b+zh+Hans`.
  case language(LanguageTag)
  /// `values-night`, `values-mcc310-de-land`: texts for some devices or moments only, in a language
  /// or, without one, in that of `values`.
  case variation(LanguageTag?)

  /// - Parameter name: one folder, without a path.
  /// - Returns: nil for what is no folder of values, or has a qualifier that Android does not know.
  ///
  /// Source: "App resources overview", table 2, developer.android.com; `ConfigDescription` of aapt2.
  package init?(_ name: String) {
    var parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .map { String(decoding: $0.map(Self.lower), as: UTF8.self) }[...]
    guard parts.popFirst() == "values" else { return nil }
    var isVariation = false
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
      tag = found.namedAnew
    }
    guard parts.allSatisfy(Self.isOther) else { return nil }
    if isVariation || !parts.isEmpty {
      self = .variation(tag)
    } else {
      self = tag.map(AndroidFolder.language) ?? .standard
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// `mcc310`, `mnc04`.
  private static func isNetwork(_ part: String) -> Bool {
    isNumber(part, after: "mcc", digits: 3...3) || isNumber(part, after: "mnc", digits: 1...3)
  }

  private static func isLanguage(_ part: String) -> Bool {
    if part.utf8.starts(with: "b+".utf8) { return true }
    // `car` is a place to show things in, though the Caribs have a language of that name.
    return (2...3).contains(part.utf8.count) && part != "car" && part.utf8.allSatisfy(isLetter)
  }

  /// `rBR`, `r419`.
  private static func isRegion(_ part: String) -> Bool {
    let rest = part.utf8.dropFirst()
    return part.utf8.first == UInt8(ascii: "r")
      && (rest.count == 2 && rest.allSatisfy(isLetter)
        || rest.count == 3 && rest.allSatisfy(isDigit))
  }

  private static func isOther(_ part: String) -> Bool {
    if words.contains(part) || isNumber(part, after: "v", digits: 1...3) { return true }
    for prefix in ["sw", "w", "h"] {
      if part.utf8.reversed().starts(with: "pd".utf8),
        isNumber(String(part.dropLast(2)), after: prefix, digits: 1...5)
      {
        return true
      }
    }
    if part.utf8.reversed().starts(with: "ipd".utf8),
      isNumber(String(part.dropLast(3)), after: "", digits: 1...5)
    {
      return true
    }
    // `640x480`
    let sides = part.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    return sides.count == 2
      && sides.allSatisfy { (1...5).contains($0.count) && $0.allSatisfy(isDigit) }
  }

  private static func isNumber(
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
  /// The tag with the code of today for an old one, and with the script where Android's folders name
  /// a country for it.
  fileprivate var namedAnew: LanguageTag {
    let codes = ["iw": "he", "in": "id", "ji": "yi", "tl": "fil"]
    guard others.isEmpty else { return self }
    if language == "zh" { return withChineseScript }
    guard let code = codes[language] else { return self }
    let parts = [code, script, region].compactMap(\.self)
    return LanguageTag(parts.joined(separator: "-")) ?? self
  }
}
