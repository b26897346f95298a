import TremaCatalog
import TremaSupport

/// The annotations of a variant that determine how its values are written. A variant has those of
/// its base, so different ones would have no effect.
enum VariantAnnotations {
  /// Reports the first annotation that the base does not have.
  ///
  /// - Parameters:
  ///   - text: The variant.
  ///   - annotations: The annotations of the base.
  ///   - base: The key of the base, as it is shown in messages.
  static func report(
    _ text: ExaminedText, _ annotations: Annotations, _ base: String, into findings: inout Findings
  ) {
    guard let context = text.text.context, !isShared(Annotations(context), annotations) else {
      return
    }
    let bytes = Array(context.text.utf8)
    for line in ContextLine.All(bytes) where line.mayBeAnnotation {
      let words = line.words
      let written = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      if isShared(Annotations(written), annotations) { continue }
      var locator = ContextLocator(context, bytes, of: text.text)
      return findings.report(
        VariantMismatchCheck.rule,
        "'\(text.shownKey)' has the annotation '\(written.shortened)', which '\(base)' does not have",
        in: text, at: locator.location(of: ContextLine.range(of: words)),
        hint: "remove it here, or add it to '\(base)'")
    }
  }

  /// Returns whether a base has all annotations of its variant that determine how values are
  /// written. The documentation of an argument may differ.
  private static func isShared(_ variant: Annotations, _ base: Annotations) -> Bool {
    variant.parameters.allSatisfy { base.parameters[$0.key]?.name == $0.value.name }
      && (variant.maximumLength ?? base.maximumLength) == base.maximumLength
      && variant.conversions.allSatisfy { base.conversions[$0.key] == $0.value }
      && (variant.isTranslatable || !base.isTranslatable)
      && (!variant.isArray || base.isArray) && (!variant.isMarkup || base.isMarkup)
      && (!variant.isReference || base.isReference)
      && (!variant.isVariation || base.isVariation)
      && (!variant.isMessageFormat || base.isMessageFormat)
  }
}
