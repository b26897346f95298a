/// The annotation of a text that replaces another text on some platforms:
/// `@variant-of settings.title ios, web`.
package struct VariantDeclaration: Hashable, Sendable {
  /// The key of the text that is replaced; empty if it is missing.
  package var base: String
  /// The platforms on which the text is replaced; empty if they are missing.
  package var platforms: Set<AppPlatform> = []
  /// The names that are not platforms, in the order of the line.
  package var unknownPlatforms: [String] = []

  package init(base: String, platforms: Set<AppPlatform>) {
    (self.base, self.platforms) = (base, platforms)
  }

  /// Reads a line.
  ///
  /// The platforms are the last word, and the words that are connected with it by commas. All words
  /// before them are the key, because keys may contain spaces.
  ///
  /// - Parameter words: The words of the line, the name of the annotation first.
  init(_ words: [ArraySlice<UInt8>]) {
    let words = words.dropFirst()
    let comma = UInt8(ascii: ",")
    var start = max(words.startIndex + 1, words.endIndex - 1)
    while start > words.startIndex + 1, start < words.endIndex,
      words[start - 1].last == comma || words[start].first == comma
    {
      start -= 1
    }
    let key = words.prefix(upTo: min(start, words.endIndex))
    base = String(decoding: Array(key.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
    guard start < words.endIndex else { return }
    for name in Array(words[start...].joined(separator: [comma])).split(separator: comma) {
      let name = String(decoding: name, as: UTF8.self)
      if let platform = AppPlatform(rawValue: name) {
        platforms.insert(platform)
      } else {
        unknownPlatforms.append(name)
      }
    }
  }

  /// Whether the line names a key and only known platforms.
  package var isValid: Bool { !base.isEmpty && !platforms.isEmpty && unknownPlatforms.isEmpty }

  /// The declaration that was probably meant if the key ends with names of platforms, as in
  /// `@variant-of settings.title android ios`; otherwise `nil`.
  package var withSeparatedPlatforms: VariantDeclaration? {
    var words = base.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    var meant = self
    while words.count > 1, let platform = words.last.flatMap(AppPlatform.init) {
      meant.platforms.insert(platform)
      words.removeLast()
    }
    guard meant.platforms != platforms else { return nil }
    meant.base = words.joined(separator: " ")
    return meant
  }

  /// The line in canonical form.
  package var text: String {
    let names = AppPlatform.names(platforms) + unknownPlatforms
    return ["@variant-of", base, names.joined(separator: ", ")].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
