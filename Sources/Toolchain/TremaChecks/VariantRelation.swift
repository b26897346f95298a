import TremaCatalog
import TremaSupport

/// The relation of a variant to other texts of the catalog, which ``Checker`` receives because it
/// examines one text at a time.
package struct VariantRelation {
  /// The text that the variant replaces, or `nil` if no text has its key.
  package var base: TextView?
  /// The location of the other variant whose key the variant names as its base, or `nil` if it
  /// names no variant.
  package var chained: SourceLocation?
  /// An earlier variant of the same text for the same platform, or `nil` if there is none.
  package var earlier: Earlier?

  /// An earlier variant of the same text.
  package struct Earlier {
    /// The key of the earlier variant.
    package var key: String
    /// The location of the earlier variant.
    package var location: SourceLocation
    /// The platform that both variants name.
    package var platform: AppPlatform

    package init(key: String, location: SourceLocation, platform: AppPlatform) {
      (self.key, self.location, self.platform) = (key, location, platform)
    }
  }

  package init() {}
}

extension ExaminedText {
  /// The location of the first `@variant-of` line, or of the context if it is written differently
  /// in the file.
  var variantLocation: SourceLocation? {
    guard let context = text.context else { return nil }
    let bytes = Array(context.text.utf8)
    for line in ContextLine.All(bytes) where line.mayBeAnnotation {
      let words = line.words
      guard words[0].elementsEqual("@variant-of".utf8) else { continue }
      var locator = ContextLocator(context, bytes, of: text)
      return locator.location(of: ContextLine.range(of: words))
    }
    return nil
  }
}

/// The keys of variants, with the locations of the texts. There are few of them.
struct VariantKeys: Sendable {
  private var locations: [ExactKey: SourceLocation] = [:]

  /// Returns the location of the variant with the key of a text, or `nil` if there is none.
  func location(of text: TextView) -> SourceLocation? {
    locations.isEmpty ? nil : locations[ExactKey(text.key)]
  }

  /// Inserts a variant.
  ///
  /// - Parameter index: The texts that are not variants.
  /// - Returns: The location of an earlier text with the same key, in which case nothing is
  ///   inserted; otherwise `nil`.
  mutating func insert(_ text: TextView, unlessIn index: TextIndex) -> SourceLocation? {
    let key = ExactKey(text.key)
    if let first = text.withKey(index.location(ofKey:)) ?? locations[key] { return first }
    locations[key] = text.location(text.position)
    return nil
  }
}
