import TremaCatalog

extension Text {
  /// Adds the information from another text's context that this text's context lacks. If both have
  /// it, this text's information is kept.
  mutating func mergeContext(of other: Text) {
    guard let theirs = other.context, !theirs.text.isEmpty else { return }
    guard let ours = context, !ours.text.isEmpty else {
      context = theirs
      if other.file != file { context?.file = other.file }
      return
    }
    var annotations = Annotations(ours)
    let added = Annotations(theirs)
    if annotations.prose.isEmpty { annotations.prose = added.prose }
    annotations.parameters.merge(added.parameters) { current, _ in current }
    annotations.maximumLength = annotations.maximumLength ?? added.maximumLength
    annotations.ignored.merge(added.ignored) { current, _ in current }
    annotations.tags = Annotations.unique(annotations.tags + added.tags)
    if annotations.platforms.isEmpty { annotations.platforms = added.platforms }
    if annotations.variants.isEmpty { annotations.variants = added.variants }
    annotations.isTranslatable = annotations.isTranslatable && added.isTranslatable
    annotations.isArray = annotations.isArray || added.isArray
    annotations.isMarkup = annotations.isMarkup || added.isMarkup
    annotations.isReference = annotations.isReference || added.isReference
    annotations.isVariation = annotations.isVariation || added.isVariation
    annotations.isMessageFormat = annotations.isMessageFormat || added.isMessageFormat
    annotations.conversions.merge(added.conversions) { current, _ in current }
    // A context that already contains all information keeps its spelling.
    if annotations != Annotations(ours) {
      context = Context(annotations.text)
      context?.attributes = ours.attributes
      context?.leadingTrivia = ours.leadingTrivia
    }
  }
}
