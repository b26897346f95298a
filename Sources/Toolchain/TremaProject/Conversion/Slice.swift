import TremaCatalog
import TremaSupport

/// The part of the texts that an output contains.
///
/// A text is included if its key matches one of ``keys`` and none of ``exceptKeys``, if it has one
/// of ``tags``, and if it is for ``platform``. An empty list selects all texts. The keys of a store
/// listing have its ``prefix``, which other outputs for apps leave out (``exceptPrefixes``).
package struct Slice: Hashable, Sendable {
  /// A key pattern, and its location in the project file.
  package struct Pattern: Hashable, Sendable {
    let keys: KeyPattern
    let location: SourceLocation?

    package init(_ pattern: Located<String>) {
      (keys, location) = (KeyPattern(pattern.value), pattern.location)
    }
  }

  /// The patterns, one of which a key must match.
  package var keys: [Pattern] = []
  /// The patterns, none of which a key may match.
  package var exceptKeys: [Pattern] = []
  /// The tags, one of which a text must have in its `@tags` annotation.
  package var tags: [Located<String>] = []
  /// The platform that the `@platforms` annotation of a text must name, if the text has one. `nil`
  /// for an output that does not belong to a platform, which contains the texts of all platforms.
  package var platform: AppPlatform?
  /// The prefix that a key must have, or `nil` for an output that is not a store listing.
  package var prefix: String?
  /// The store whose fields the texts are, or `nil` for an output that is not a store listing.
  package var store: Store?
  /// The prefixes of store listings, none of which a key may have.
  package var exceptPrefixes: [String] = []

  package init() {}

  /// Whether the output has its own selection of texts.
  var isExplicit: Bool { !keys.isEmpty || !tags.isEmpty }

  /// Whether the output's keys or tags restrict its texts.
  var selectsKeysOrTags: Bool { isExplicit || !exceptKeys.isEmpty }

  /// Returns whether the two slices select the same texts.
  func selectsSameTexts(as other: Slice) -> Bool {
    requiredKeys == other.requiredKeys
      && Set(exceptKeys.map(\.keys)) == Set(other.exceptKeys.map(\.keys))
      && Set(tags.map(\.value)) == Set(other.tags.map(\.value)) && platform == other.platform
      && prefix == other.prefix && store == other.store && exceptPrefixes == other.exceptPrefixes
  }

  /// The patterns, one of which a key must match, or an empty set if one of them matches every key.
  private var requiredKeys: Set<KeyPattern> {
    let patterns = Set(keys.map(\.keys))
    return patterns.contains { !$0.hasConstantPart && $0.parts.count > 1 } ? [] : patterns
  }

  /// Whether only annotations determine the selection, so that most texts need not be examined.
  var dependsOnPlatformsOnly: Bool {
    keys.isEmpty && exceptKeys.isEmpty && tags.isEmpty && prefix == nil && exceptPrefixes.isEmpty
  }
}

extension Slice {
  /// Returns whether a text is included.
  ///
  /// - Parameters:
  ///   - key: The key in UTF-8.
  ///   - annotations: The annotations of the context.
  ///   - onMatch: A closure that is called with the index of each pattern and tag that matches, in
  ///     the order of the properties.
  func contains(
    _ key: [UInt8], _ annotations: Annotations, onMatch: (Int) -> Void = { _ in }
  ) -> Bool {
    // All patterns are evaluated, so that each matching pattern is reported.
    func matchesAny<Element>(
      _ selectors: [Element], from offset: Int, _ matches: (Element) -> Bool
    ) -> Bool {
      var isMatched = false
      for (index, selector) in selectors.enumerated() where matches(selector) {
        isMatched = true
        onMatch(offset + index)
      }
      return isMatched
    }
    let isListed = matchesAny(keys, from: 0) { $0.keys.matches(key) }
    let isExcluded = matchesAny(exceptKeys, from: keys.count) { $0.keys.matches(key) }
    let isTagged = matchesAny(tags, from: keys.count + exceptKeys.count) {
      annotations.tags.contains($0.value)
    }
    let platforms = annotations.platforms
    guard prefix.map({ key.starts(with: $0.utf8) }) ?? true,
      !exceptPrefixes.contains(where: { key.starts(with: $0.utf8) })
    else { return false }
    if let store, let prefix, isMissing(key, after: prefix, in: store) { return false }
    return (keys.isEmpty || isListed) && !isExcluded && (tags.isEmpty || isTagged)
      && (platforms.isEmpty || platform.map(platforms.contains) ?? true)
  }
  /// Returns whether a text belongs to a listing, but the store does not have its field. Keys that no
  /// store knows are included, so that a check reports them.
  private func isMissing(_ key: [UInt8], after prefix: String, in store: Store) -> Bool {
    let field = String(decoding: key.dropFirst(prefix.utf8.count), as: UTF8.self)
    return StoreField(key: field, in: store) == nil && StoreField.isKnown(field)
  }
}
