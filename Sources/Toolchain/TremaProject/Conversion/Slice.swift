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
  /// The prefixes of store listings, none of which a key may have.
  package var exceptPrefixes: [String] = []

  package init() {}

  /// Whether the output has its own selection of texts.
  var isExplicit: Bool { !keys.isEmpty || !tags.isEmpty }

  /// Returns whether the two slices select the same texts.
  func selectsSameTexts(as other: Slice) -> Bool {
    keys.map(\.keys) == other.keys.map(\.keys)
      && exceptKeys.map(\.keys) == other.exceptKeys.map(\.keys)
      && tags.map(\.value) == other.tags.map(\.value) && platform == other.platform
      && prefix == other.prefix && exceptPrefixes == other.exceptPrefixes
  }

  /// Whether only annotations determine the selection, so that most texts need not be examined.
  var dependsOnPlatformsOnly: Bool {
    keys.isEmpty && exceptKeys.isEmpty && tags.isEmpty && prefix == nil && exceptPrefixes.isEmpty
  }
}

/// Determines the outputs that contain a text, and records which parts of their slices have an
/// effect.
struct SliceSelector {
  /// The state of one output.
  fileprivate struct Output {
    let slice: Slice
    /// The name of the format, for messages.
    let format: String
    let location: SourceLocation?
    /// Whether each of the slice's patterns and tags, in the order of ``Slice``, has matched.
    var matches: [Bool]
    /// Whether any text is included.
    var hasTexts = false
  }

  fileprivate var outputs: [Output]
  /// Whether a text without annotations may be missing in an output.
  private let dependsOnKeys: Bool
  /// Whether any text has been examined.
  private var hasTexts = false
  /// Whether a text has been found that all outputs contain.
  private var hasCommonText = false

  /// Creates a selector.
  ///
  /// - Parameter outputs: The outputs of the conversion, which are identified by index.
  init(_ outputs: [ConversionOutput]) {
    self.outputs = outputs.map { output in
      let slice = output.slice
      let count = slice.keys.count + slice.exceptKeys.count + slice.tags.count
      return Output(
        slice: slice, format: output.formatName, location: output.location,
        matches: Array(repeating: false, count: count))
    }
    dependsOnKeys = outputs.contains { !$0.slice.dependsOnPlatformsOnly }
  }

  /// Returns the indices of the outputs that contain a text.
  ///
  /// - Returns: `nil` if all outputs contain the text.
  mutating func select(_ text: TextView, _ annotations: Annotations) -> Set<Int>? {
    hasTexts = true
    guard dependsOnKeys || !annotations.platforms.isEmpty else {
      hasCommonText = true
      return nil
    }
    let key = text.withKey(Array.init)
    var selected: Set<Int> = []
    for index in outputs.indices {
      let slice = outputs[index].slice
      guard slice.contains(key, annotations, onMatch: { outputs[index].matches[$0] = true }) else {
        continue
      }
      outputs[index].hasTexts = true
      selected.insert(index)
    }
    return selected.count == outputs.count ? nil : selected
  }

  /// Returns the findings about patterns and tags without effect, and outputs without texts.
  func diagnostics() -> [Diagnostic] {
    guard hasTexts else { return [] }
    return outputs.flatMap { output in
      hasCommonText || output.hasTexts
        ? output.unmatched()
        : [.emptyOutput(output.format, prefix: output.slice.prefix, at: output.location)]
    }
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
    return (keys.isEmpty || isListed) && !isExcluded && (tags.isEmpty || isTagged)
      && (platforms.isEmpty || platform.map(platforms.contains) ?? true)
  }
}

extension SliceSelector.Output {
  /// Returns the findings about the patterns and tags that match no text.
  fileprivate func unmatched() -> [Diagnostic] {
    let patterns = (slice.keys + slice.exceptKeys).map {
      Diagnostic.unmatchedPattern($0.keys.spelling, at: $0.location)
    }
    let tags = slice.tags.map { Diagnostic.unmatchedTag($0.value, at: $0.location) }
    return zip(patterns + tags, matches).filter { !$0.1 }.map(\.0)
  }
}

extension Diagnostic {
  /// Returns the finding for a key pattern that matches no text.
  fileprivate static func unmatchedPattern(_ pattern: String, at location: SourceLocation?) -> Self
  {
    Diagnostic(
      .warning, "unmatched-pattern", "no key matches the pattern '\(pattern.shortened)'",
      at: location, hint: "correct or remove the pattern", subject: pattern)
  }

  /// Returns the finding for a tag that no text has.
  fileprivate static func unmatchedTag(_ tag: String, at location: SourceLocation?) -> Self {
    Diagnostic(
      .warning, "unmatched-tag", "no text has the tag '\(tag.shortened)'", at: location,
      hint: "correct or remove it, or add '@tags \(tag.shortened)' to a context", subject: tag)
  }

  /// Returns the error for an output that contains no text.
  ///
  /// - Parameter prefix: The prefix of a store listing; `nil` for another output.
  fileprivate static func emptyOutput(
    _ format: String, prefix: String?, at location: SourceLocation?
  ) -> Self {
    Diagnostic(
      .error, "empty-output", "the '\(format)' output does not contain any texts",
      at: location,
      hint: prefix.map { "add texts whose keys start with '\($0)', or correct its prefix" }
        ?? "correct its keys, exceptKeys, tags or platform", subject: format)
  }
}
