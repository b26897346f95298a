import TremaAccessors
import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// Writing a text to the outputs that contain it.
extension ConversionRun {
  /// Writes a text to the outputs that can contain it.
  ///
  /// - Parameters:
  ///   - text: The text to write.
  ///   - annotations: The annotations of the text's context.
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  ///   - signature: The arguments of the text, or `nil` to determine them again for the values that
  ///     are written.
  ///   - omittedParts: The outputs and values that the text is invalid for.
  mutating func write(
    _ text: TextView, _ annotations: Annotations, to selected: Set<Int>?,
    signature: OrderedSignature?, _ omittedParts: OmittedParts
  ) throws(Diagnostic) {
    let outputs = selected.map(self.outputs.selecting) ?? self.outputs
    if outputs.isEmpty { return }
    if omittedParts.isEmpty {
      return try write(text, annotations, to: outputs, signature: signature)
    }
    // A text that is invalid for all outputs is omitted as a whole.
    if omittedParts.isWholeText { return report.omitted.add(1, in: text.languages) }
    let groups = outputs.groups(without: omittedParts)
    let isEverywhere = groups.map(\.outputs.count).reduce(0, +) == outputs.count
    var missing = isEverywhere ? [] : Set(0..<text.valueCount)
    // Outputs with the same invalid values receive the same part of the text.
    for (outputs, values) in groups {
      missing.formUnion(values)
      let part = text.keeping((0..<text.valueCount).filter { !values.contains($0) })
      try write(part, annotations, to: outputs, signature: values.isEmpty ? signature : nil)
    }
    report.omitted.add(1, in: missing.sorted().map { text[$0].language })
  }

  /// Writes a text to some outputs.
  mutating func write(
    _ text: TextView, _ annotations: Annotations, to outputs: OpenOutputs,
    signature: OrderedSignature?
  ) throws(Diagnostic) {
    var (isValid, isComplete) = (true, true)
    // References are read on demand because few catalogues have any.
    if annotations.isReference { try readReferences() }
    let shown = simplified(text, annotations, for: Features(), on: nil) ?? text
    var found: [Diagnostic] = []
    for accessor in outputs.accessors where !annotations.isVariation {
      found += accessor.append(shown, annotations: annotations)
    }
    if !found.isEmpty {
      // A text that cannot have an accessor is incomplete, even if the finding is suppressed.
      if found.contains(where: { $0.severity == .error }) { isComplete = false }
      // Several outputs in the same language have the same findings.
      note(checker.configure(found.uniqued()))
      if checker.foundErrors { isValid = false }
    }
    if !isComplete { report.omitted.add(1, in: text.languages) }
    guard isValid else { return }
    if text.valueCount == 0, skipsEmptyTexts, annotations.isEmpty, replacements.isEmpty {
      for accessor in outputs.accessors { try accessor.flushIfNeeded() }
      return
    }
    var differences: [Diagnostic] = []
    let outline = TextOutline(
      text, annotations: annotations, master: masterLanguage, signature: signature)
    let features =
      outputs.resources.isEmpty && outputs.catalogs.isEmpty && outputs.listings.isEmpty
      ? [] : Feature.features(of: text, outline)
    let written = WrittenText(text, outline, features)
    // Most texts are the same in every output.
    let isAdapted =
      !replacements.isEmpty || annotations.isMarkup || annotations.isReference
      || features.contains(.textPlatforms)
    for catalog in outputs.catalogs {
      let written =
        isAdapted
        ? adapted(written, annotations, to: catalog.plan, supporting: catalog.supportedFeatures)
        : written
      try catalog.append(
        Text(written.text), outline: written.outline, features: written.features)
      note(checker.configure(catalog.takeProblems()))
    }
    for resource in outputs.resources {
      let written =
        isAdapted
        ? adapted(written, annotations, to: resource.plan, supporting: resource.supportedFeatures)
        : written
      if !written.features.isEmpty {
        resource.noteLosses(written.features, of: written.text, written.outline)
      }
      if annotations.isVariation, !resource.supportedFeatures.contains(.variation) { continue }
      differences += try resource.append(written.text, outline: written.outline)
      note(problems: resource.takeProblems())
    }
    for listing in outputs.listings where !annotations.isVariation {
      let written =
        isAdapted
        ? adapted(
          written, annotations, to: listing.plan, supporting: ListingOutput.supportedFeatures)
        : written
      try listing.append(written.text, features: written.features)
    }
    if !differences.isEmpty, annotations.ignored[WritingDifference.code] == nil {
      // Differences of keys are found once per language, and differences of values once per output.
      note(checker.configure(differences.uniqued()))
    }
    for accessor in outputs.accessors { try accessor.flushIfNeeded() }
  }

  /// Returns a text in the form in which an output contains it.
  ///
  /// - Parameters:
  ///   - text: The text to write.
  ///   - annotations: The annotations of the text's context.
  ///   - output: The output.
  ///   - supported: The features that the format supports.
  private func adapted(
    _ text: WrittenText, _ annotations: Annotations, to output: ConversionOutput,
    supporting supported: Features
  ) -> WrittenText {
    // A platform's output contains only texts for that platform, so nothing is lost.
    let impliesPlatform = text.features.contains(.textPlatforms) && output.slice.platform != nil
    var written = text
    if !replacements.isEmpty {
      written.replace(by: replacements, in: output, master: masterLanguage)
    }
    if let simple = simplified(
      written.text, annotations, for: supported, on: output.slice.platform)
    {
      written.setText(simple, numbers: text.outline.numbers, master: masterLanguage)
    }
    if impliesPlatform { written.omitPlatforms() }
    return written
  }

  /// Returns a text without features that a format does not support.
  ///
  /// - Parameters:
  ///   - text: The text to simplify.
  ///   - annotations: The annotations of the text's context.
  ///   - supported: The features that the format supports.
  ///   - platform: The platform of the output, or `nil` if it belongs to none.
  /// - Returns: `nil` if the text does not change.
  private func simplified(
    _ text: TextView, _ annotations: Annotations, for supported: Features, on platform: AppPlatform?
  ) -> TextView? {
    guard
      annotations.isMarkup && !supported.contains(.tags)
        || annotations.isReference && !supported.contains(.reference)
    else { return nil }
    let simple = Text(text).simplified(for: supported, annotations, backslash: text.batch.backslash)
    {
      references[platform] ?? references[nil] ?? TextReferences(master: masterLanguage)
    }
    return TextBatch.view(of: simple)
  }
}
