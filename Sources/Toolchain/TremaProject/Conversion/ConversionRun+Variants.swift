import TremaCatalog
import TremaChecks
import TremaSupport

/// Variants of texts, which are checked and written together with their bases.
extension ConversionRun {
  /// Notes a variant at its place in the catalogue.
  mutating func takeVariant(_ text: TextView, _ annotations: Annotations) {
    report.textCount += 1
    if plan.depth == .languages {
      variants = variants ?? TextVariants()
      variants?.insert(text, annotations)
      let text = requestedLanguages.map { narrowed(text, to: $0) } ?? text
      note(checker.examine(text, annotations: annotations))
    } else if variants == nil {
      needsVariants = true
    }
  }

  /// Checks the variants of a text.
  ///
  /// - Parameters:
  ///   - text: The text that the variants replace.
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  /// - Returns: The variants that can be written.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  mutating func examineVariants(
    of text: TextView, _ selected: Set<Int>?
  ) throws(Diagnostic) -> [TextReplacement] {
    // The pass that determines the languages keeps the variants for the conversion.
    guard plan.depth != .languages else { return [] }
    var examined: [TextReplacement] = []
    for variant in variants?.takeVariants(of: text) ?? [] {
      let outputs = plan.outputs.indices.filter { index in
        selected?.contains(index) ?? true
          && plan.outputs[index].slice.platform.map(variant.platforms.contains) ?? false
      }
      var relation = VariantRelation()
      (relation.base, relation.earlier) = (text, variant.earlier)
      examined.append(try examine(variant, relation, outputs: Set(outputs)))
    }
    return examined
  }

  /// Checks a variant.
  ///
  /// - Parameters:
  ///   - variant: The variant to check.
  ///   - relation: The texts that it is compared with.
  ///   - outputs: The indices of the outputs that contain it.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  mutating func examine(
    _ variant: TextVariants.Variant, _ relation: VariantRelation, outputs: Set<Int>
  ) throws(Diagnostic) -> TextReplacement {
    let text = requestedLanguages.map { narrowed(variant.text, to: $0) } ?? variant.text
    let base = relation.base?.annotations
    var annotations = variant.annotations
    annotations.maximumLength = annotations.maximumLength ?? base?.maximumLength
    // Its values are references if those of its base are.
    var shown = annotations
    shown.isReference = annotations.isReference || base?.isReference ?? false
    let found = checker.examine(
      text, annotations: shown, targets: targets(ofOutputs: outputs), variant: relation,
      brokenReferences: shown.isReference ? try brokenReferences(in: text, outputs) : [])
    note(found)
    var replacement = TextReplacement(
      text, annotations, variant.platforms, findings: found, checker.omittedParts)
    guard checker.foundErrors else { return replacement }
    if let refused = checker.languagesWithErrors, !refused.contains(masterLanguage) {
      replacement.omit(refused)
    } else {
      replacement.isRefused = true
    }
    return replacement
  }

  /// Returns a text as apps on a platform show it: with the values of its variant, if it has one.
  func shown(_ text: TextView, on platform: AppPlatform) -> TextView {
    guard let replaced = variants?.replaced(text, on: platform) else { return text }
    return TextBatch.copy(of: replaced, backslash: text.batch.backslash)
  }

  /// Writes the variants of the current text to outputs for translators.
  ///
  /// - Parameters:
  ///   - base: The text that the variants replace, or `nil` if it is not known.
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  mutating func writeVariants(
    of base: TextView?, selected: Set<Int>?
  ) throws(Diagnostic) {
    if replacements.isEmpty { return }
    let variants = replacements
    replacements = []
    for variant in variants {
      let outputs = plan.outputs.indices.filter {
        selected?.contains($0) ?? true && variant.isListed(in: plan.outputs[$0])
      }
      let bilingual = Set(outputs.filter { plan.outputs[$0].isBilingual })
      if !bilingual.isEmpty {
        try write(
          variant.withOriginal(of: base, master: masterLanguage), variant.annotations,
          to: bilingual, signature: nil, variant.omittedParts)
      }
      let others = Set(outputs).subtracting(bilingual)
      if others.isEmpty { continue }
      try write(
        variant.text, variant.annotations, to: others, signature: nil, variant.omittedParts)
    }
  }

  /// Checks the variants whose bases have not been read.
  mutating func takeOtherVariants() throws(Diagnostic) {
    // Texts outside the slices have not been read, so a base may be one of them.
    if plan.slices != nil { return }
    for (variant, chained) in variants?.takeOthers() ?? [] {
      var relation = VariantRelation()
      (relation.chained, relation.earlier) = (chained, variant.earlier)
      let replacement = try examine(variant, relation, outputs: [])
      plan.onText?(Text(variant.text), variant.annotations, replacement.findings)
      if replacement.isRefused {
        report.omitted.add(1, in: variant.text.languages)
      } else if plan.continuesOnErrors || !hasErrors {
        // The base is in a catalogue that is exported separately, or the finding is suppressed.
        replacements = [replacement]
        try writeVariants(of: nil, selected: nil)
      }
    }
  }
}
