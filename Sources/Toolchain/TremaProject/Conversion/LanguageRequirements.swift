import TremaCatalog
import TremaMessages

/// Determines the languages in which texts are needed. Missing translations, statistics and the
/// languages that ship share its result.
///
/// Only outputs for apps require languages. In a project without such outputs, every text is needed
/// in every language.
struct LanguageRequirements {
  /// The outputs for apps, by their index in the conversion.
  private let outputs: [Int: (languages: RequiredLanguages.Output, slice: Slice)]
  /// The languages by the outputs that contain a text. They are stored because all texts in the
  /// same outputs share them.
  private var known: [Set<Int>: RequiredLanguages?] = [:]
  /// The languages of a text that all outputs contain.
  private let ofAllOutputs: RequiredLanguages?

  /// Creates the requirements.
  ///
  /// - Parameter outputs: The outputs of the conversion, which are identified by index.
  init(_ outputs: [ConversionOutput]) {
    var found: [Int: (languages: RequiredLanguages.Output, slice: Slice)] = [:]
    for (index, output) in outputs.enumerated() where output.reachesUsers {
      found[index] = (
        RequiredLanguages.Output(output.languages, listing: output.listing), output.slice
      )
    }
    self.outputs = found
    ofAllOutputs = found.isEmpty ? nil : RequiredLanguages(found.values.map(\.languages))
  }

  /// Returns the languages in which a text is needed.
  ///
  /// - Parameters:
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  ///   - variants: The texts that replace it on some platforms.
  /// - Returns: `nil` for every language of the app.
  mutating func languages(
    ofOutputs selected: Set<Int>?, replacedBy variants: [(text: TextView, on: Set<AppPlatform>)]
  ) -> RequiredLanguages? {
    if outputs.isEmpty { return nil }
    if !variants.isEmpty {
      return RequiredLanguages(
        outputs.filter { selected?.contains($0.key) ?? true }.values.map { output in
          var languages = output.languages
          for variant in variants where output.slice.platform.map(variant.on.contains) ?? false {
            languages.replaced.formUnion(variant.text.nonemptyLanguages)
          }
          return languages
        })
    }
    guard let selected else { return ofAllOutputs }
    if let languages = known[selected] { return languages }
    let languages = RequiredLanguages(
      selected.compactMap { outputs[$0]?.languages })
    known[selected] = .some(languages)
    return languages
  }
}

extension ConversionOutput {
  /// Whether the output contains texts that users see, so that they need translations. Accessors
  /// contain no texts, and files for translators do not reach users.
  var reachesUsers: Bool { !hasNoTexts && !includesDrafts }
}

extension TextView {
  /// The languages in which the text has a nonempty value.
  fileprivate var nonemptyLanguages: [LanguageTag] {
    (0..<valueCount).filter { !self[$0].hasEmptyMessage }.compactMap {
      LanguageTag(self[$0].language)
    }
  }
}
