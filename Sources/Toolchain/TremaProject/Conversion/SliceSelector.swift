import TremaCatalog
import TremaSupport

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
    /// The indices of the outputs in which accessors look up their texts; empty for other outputs.
    let sources: Set<Int>
    /// The key of the first accessor whose text is in none of the sources, or `nil` if there is none.
    var firstMissingKey: String?
    /// The number of such accessors.
    var missingCount = 0
    /// The part of its texts that the output writes, or `nil` if it writes all of them.
    let part: OutputPart?
  }

  fileprivate var outputs: [Output]
  /// The indices of the outputs with a ``Output/part`` of which nothing has been found.
  private var unfilled: [Int]
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
        matches: Array(repeating: false, count: count),
        sources: Set(outputs.indices.filter { outputs[$0].contains(textsOf: output) }),
        part: output.part)
    }
    unfilled = outputs.indices.filter { outputs[$0].part != nil }
    dependsOnKeys = outputs.contains { !$0.slice.dependsOnPlatformsOnly }
  }

  /// Returns the indices of the outputs that contain a text.
  ///
  /// - Returns: `nil` if all outputs contain the text.
  mutating func select(_ text: TextView, _ annotations: Annotations) -> Set<Int>? {
    let selected = outputs(containing: text, annotations)
    if !unfilled.isEmpty {
      unfilled.removeAll { [outputs] index in
        selected?.contains(index) ?? true && outputs[index].part.map(text.contains) ?? true
      }
    }
    return selected
  }

  /// Records a variant of a text, whose values some outputs contain.
  ///
  /// - Parameters:
  ///   - variant: The variant.
  ///   - selected: The indices of the outputs that contain its base, or `nil` for all outputs.
  ///   - platforms: The platforms on which it replaces its base.
  mutating func note(
    _ variant: TextView, replacing selected: Set<Int>?, on platforms: Set<AppPlatform>
  ) {
    unfilled.removeAll { [outputs] index in
      selected?.contains(index) ?? true
        && outputs[index].slice.platform.map(platforms.contains) ?? false
        && outputs[index].part.map(variant.contains) ?? true
    }
  }

  /// Returns the indices of the outputs that contain a text, or `nil` for all outputs.
  private mutating func outputs(
    containing text: TextView, _ annotations: Annotations
  ) -> Set<Int>? {
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
    for index in selected
    where !outputs[index].sources.isEmpty && outputs[index].sources.isDisjoint(with: selected) {
      outputs[index].missingCount += 1
      if outputs[index].firstMissingKey == nil {
        outputs[index].firstMissingKey = String(decoding: key, as: UTF8.self)
      }
    }
    return selected.count == outputs.count ? nil : selected
  }

  /// Returns the findings about patterns and tags without effect, outputs without texts, and
  /// accessors without texts.
  func diagnostics() -> [Diagnostic] {
    guard hasTexts else { return [] }
    return outputs.enumerated().flatMap { index, output in
      guard hasCommonText || output.hasTexts else {
        return [
          Diagnostic.emptyOutput(output.format, prefix: output.slice.prefix, at: output.location)
        ]
      }
      let empty =
        unfilled.contains(index)
        ? output.part.map { [$0.emptyFinding(output.format, at: output.location)] } : nil
      return output.unmatched() + output.missing() + (empty ?? [])
    }
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

extension SliceSelector.Output {
  /// Returns the finding about the accessors whose texts are in no output.
  fileprivate func missing() -> [Diagnostic] {
    guard let firstMissingKey else { return [] }
    let others = missingCount == 1 ? "" : " and \(missingCount - 1) more"
    return [
      Diagnostic(
        .warning, "missing-resource",
        "no output contains the text of the accessor for '\(firstMissingKey.shortened)'\(others)",
        at: location, hint: "select the same keys and tags in the '\(format)' output and its texts",
        subject: format)
    ]
  }
}

extension ConversionOutput {
  /// Returns whether accessors look up their texts in this output.
  fileprivate func contains(textsOf accessors: ConversionOutput) -> Bool {
    switch (accessors.kind, kind) {
    case (.swift, .resources(.strings)), (.swift, .resources(.stringsdict)),
      (.swift, .resources(.compiled)), (.swift, .catalog(.xcstrings)):
      table == accessors.table
    case (.kotlin(let options), .resources(.android)): options.resources == .android
    case (.kotlin(let options), .resources(.compose)): options.resources != .android
    default: false
    }
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
