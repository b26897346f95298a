import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// References of values, such as `@string/app_name`, to other texts.
extension ConversionRun {
  /// Reads the catalogues again to find the texts that other texts refer to.
  mutating func readReferences() throws(Diagnostic) {
    guard references.isEmpty else { return }
    let variants = self.variants ?? TextVariants()
    let platforms = [nil] + variants.platforms.map(Optional.some)
    for platform in platforms { references[platform] = TextReferences(master: masterLanguage) }
    for catalog in plan.catalogs {
      var stream = try plan.stream(of: catalog)
      stream.slices = nil
      _ = try stream.header()
      while let text = try stream.next() {
        if !variants.isEmpty, text.annotations.isVariant { continue }
        for platform in platforms {
          references[platform]?.insert(
            platform.flatMap { variants.replaced(text, on: $0) } ?? Text(text))
        }
      }
    }
  }

  /// Returns the references of a text to texts that are not resources where the text is written.
  ///
  /// An output that resolves references finds every text except variants. An output with
  /// references needs the resource of an Android output, which may be another one because apps and
  /// libraries share their resources. A name that no text has may be a resource of the app.
  ///
  /// - Parameters:
  ///   - text: The text, whose context, or that of its base, contains `@reference`.
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  ///   - replacements: The variants that replace it in some outputs.
  /// - Throws: A diagnostic if a catalogue cannot be read.
  mutating func brokenReferences(
    in text: TextView, _ selected: Set<Int>?, replacedBy replacements: [TextReplacement] = []
  ) throws(Diagnostic) -> [BrokenReference] {
    let outputs = plan.outputs.indices.filter { selected?.contains($0) ?? true }
      .map { plan.outputs[$0] }.filter(\.reachesUsers)
    if outputs.isEmpty { return [] }
    try readReferences()
    return (0..<text.valueCount).compactMap { index in
      let value = text[index]
      let writing = outputs.filter { output in
        output.writes(value, master: checker.scope.master)
          && !replacements.contains { $0.replaces(value, in: output) }
      }
      guard !writing.isEmpty, let name = TextReferences.name(in: value.source) else { return nil }
      guard let target = references[nil]?.text(named: name) else {
        guard let variant = variants?.all.first(where: { Self.name(of: $0.text.key) == name })
        else { return nil }
        let base = variant.base.flatMap { _ in variant.annotations.variants.first }
          .map { String(decoding: Self.name(of: $0.base), as: UTF8.self) }
        return BrokenReference(value: index, key: variant.text.key, .variant(base: base))
      }
      // With a part of the outputs, it is unknown which resources exist.
      guard plan.slices == nil, writing.contains(where: \.isAndroid) else { return nil }
      let (key, annotations) = (Array(target.key.utf8), Annotations(target.context))
      // A variant may have a value although its base has none with the output's statuses.
      let values = [target, references[.android]?.text(named: name)].compactMap(\.self)
        .flatMap(\.values)
      let exists = plan.outputs.contains { output in
        output.isAndroid && output.slice.contains(key, annotations)
          && values.contains { output.selection.includes($0.status) }
      }
      return exists ? nil : BrokenReference(value: index, key: target.key, .omitted)
    }
  }

  /// Returns the resource name of a key in UTF-8.
  private static func name(of key: String) -> ArraySlice<UInt8> {
    Array(AndroidName.resource(for: key).name.utf8)[...]
  }
}

extension ConversionOutput {
  /// Whether the output contains Android's resources.
  var isAndroid: Bool {
    if case .resources(.android) = kind { true } else { false }
  }

  /// Returns whether the output contains a value of one of its texts.
  fileprivate func writes(_ value: ValueView, master: LanguageTag?) -> Bool {
    guard selection.includes(value.status), let tag = LanguageTag(value.language) else {
      return false
    }
    return tag == master || languages?.contains(tag) ?? true
  }
}
