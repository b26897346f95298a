import TremaCatalog

extension Text {
  /// Adds the information from another text's context that this text's context lacks. If both have
  /// it, this text's information is kept.
  ///
  /// - Parameters:
  ///   - other: The text with the other context.
  ///   - isNew: Whether this text is new, so that its platforms are not known. A known text without
  ///     platforms is for all of them.
  mutating func mergeContext(of other: Text, isNew: Bool) {
    guard let theirs = other.context, !theirs.text.isEmpty else { return }
    guard let ours = context, !ours.text.isEmpty else {
      let empty = context
      context = theirs
      if !isNew {
        var annotations = Annotations(theirs)
        annotations.platforms = []
        setAnnotations(annotations)
      }
      if context?.text.isEmpty ?? true { return context = empty }
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
    if isNew, annotations.platforms.isEmpty { annotations.platforms = added.platforms }
    if annotations.variants.isEmpty { annotations.variants = added.variants }
    annotations.isTranslatable = annotations.isTranslatable && added.isTranslatable
    annotations.isArray = annotations.isArray || added.isArray
    annotations.isMarkup = annotations.isMarkup || added.isMarkup
    annotations.isReference = annotations.isReference || added.isReference
    annotations.isVariation = annotations.isVariation || added.isVariation
    annotations.isMessageFormat = annotations.isMessageFormat || added.isMessageFormat
    annotations.conversions.merge(added.conversions) { current, _ in current }
    setAnnotations(annotations)
  }

  /// Adds the tags of another text if this text has none, and its platforms if this text is new.
  mutating func mergeSelection(of other: Annotations, isNew: Bool) {
    var annotations = Annotations(context)
    if annotations.tags.isEmpty { annotations.tags = other.tags }
    if isNew, annotations.platforms.isEmpty, !annotations.hasInvalidPlatforms {
      annotations.platforms = other.platforms
    }
    setAnnotations(annotations)
  }

  /// Replaces the context unless it already contains exactly the annotations, in which case it keeps
  /// its spelling.
  private mutating func setAnnotations(_ annotations: Annotations) {
    guard annotations != Annotations(context) else { return }
    let before = context
    context = Context(annotations.text)
    context?.attributes = before?.attributes ?? []
    context?.leadingTrivia = before?.leadingTrivia ?? []
  }
}
