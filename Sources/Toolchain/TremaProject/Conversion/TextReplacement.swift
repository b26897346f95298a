import TremaCatalog
import TremaChecks
import TremaFormats
import TremaMessages
import TremaSupport

/// A checked variant of the text that is being written.
struct TextReplacement {
  /// The variant, in the requested languages.
  let text: TextView
  /// The annotations of its context.
  let annotations: Annotations
  /// The platforms on which it replaces the text.
  let platforms: Set<AppPlatform>
  /// The findings about it.
  let findings: [Diagnostic]
  /// The values that it is invalid in.
  private(set) var omittedParts: OmittedParts
  /// Whether it has an error, so that no output contains it.
  var isRefused: Bool

  init(
    _ text: TextView, _ annotations: Annotations, _ platforms: Set<AppPlatform>,
    findings: [Diagnostic], _ omittedParts: OmittedParts
  ) {
    (self.text, self.annotations, self.platforms) = (text, annotations, platforms)
    (self.findings, self.omittedParts) = (findings, omittedParts)
    isRefused = omittedParts.isWholeText
  }

  /// Omits the values in some languages, as they are spelled in the file.
  mutating func omit(_ languages: Set<String>) {
    omittedParts.values.formUnion(
      (0..<text.valueCount).filter { languages.contains(text[$0].language) })
  }

  /// Returns whether an output contains the variant as a text of its own, because it is for
  /// translators.
  func isListed(in output: ConversionOutput) -> Bool {
    output.includesDrafts && output.slice.platform.map(platforms.contains) ?? true
  }

  /// Returns whether an output contains a value of the variant in place of a value of its base.
  func replaces(_ value: ValueView, in output: ConversionOutput) -> Bool {
    guard output.slice.platform.map(platforms.contains) ?? false else { return false }
    let language = LanguageTag(value.language)
    return (0..<text.valueCount).contains {
      LanguageTag(text[$0].language) == language && !text[$0].hasEmptyMessage
        && output.selection.includes(text[$0].status)
    }
  }

  /// Returns the variant with the master value of its base, if it has none of its own, for
  /// translators who see each value beside its original.
  func withOriginal(of base: TextView?, master: String) -> TextView {
    let index = text.index(ofLanguage: master)
    guard let base, let original = base.index(ofLanguage: master),
      index.map({ text[$0].hasEmptyMessage }) ?? true
    else { return text }
    var copy = Text(text)
    var value = Value(base[original])
    value.file = value.file ?? base.file
    if let index { copy.values[index] = value } else { copy.values.append(value) }
    return TextBatch.copy(of: copy, backslash: text.batch.backslash)
  }

  /// Returns the values that an output can contain.
  fileprivate func values(for output: ConversionOutput) -> Text {
    let omitted = omittedParts.values(for: output.checkTargets, hasDrafts: false)
    let values = (0..<text.valueCount).filter { !omitted.contains($0) }
    return Text(omitted.isEmpty ? text : text.keeping(values))
  }
}

/// A text in the form in which an output contains it.
struct WrittenText {
  /// The text.
  private(set) var text: TextView
  /// The structure of its arguments.
  private(set) var outline: TextOutline
  /// The features that it uses.
  private(set) var features: Features

  init(_ text: TextView, _ outline: TextOutline, _ features: Features) {
    (self.text, self.outline, self.features) = (text, outline, features)
  }

  /// Replaces the text, keeping the annotations.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the arguments, which accessors use.
  ///   - master: The master language.
  mutating func setText(_ text: TextView, numbers: ArgumentNumbers, master: String) {
    self.text = text
    var signature: OrderedSignature?
    if !numbers.isEmpty, text.hasBranches {
      let order = text.order(master: text.index(ofLanguage: master))
      let names = Dictionary(
        numbers.names.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
      signature = OrderedSignature(
        TextSignature(order.map { text[$0].message }, parameters: names), order: order)
    }
    outline = TextOutline(
      text, annotations: outline.annotations, master: master, signature: signature)
  }

  /// Removes the platforms from the features that the output must support.
  mutating func omitPlatforms() { features.remove(.textPlatforms) }

  /// Replaces the values for which an output has a variant.
  ///
  /// - Parameters:
  ///   - replacements: The variants of the text.
  ///   - output: The output.
  ///   - master: The master language.
  mutating func replace(
    by replacements: [TextReplacement], in output: ConversionOutput, master: String
  ) {
    if output.includesDrafts { return }
    guard let platform = output.slice.platform else {
      // The output is for the apps of all platforms, which share one wording.
      features.insert(.variant)
      return
    }
    guard let variant = replacements.first(where: { $0.platforms.contains(platform) }) else {
      return
    }
    let replaced = Text(text).replacing(by: variant.values(for: output)) {
      output.selection.includes($0.status)
    }
    setText(
      TextBatch.copy(of: replaced, backslash: text.batch.backslash), numbers: outline.numbers,
      master: master)
    features = Feature.features(of: text, outline)
  }
}

extension TextBatch {
  /// Returns a view of an editable text in a batch of its own.
  ///
  /// - Parameter backslash: The meaning of backslashes in the values.
  static func copy(of text: Text, backslash: BackslashRule) -> TextView {
    let batch = TextBatch(file: text.file, backslash: backslash)
    batch.append(text)
    return batch[0]
  }
}
