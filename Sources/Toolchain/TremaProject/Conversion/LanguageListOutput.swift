import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// An output of the list of an Android app's languages. It contains no texts, so it is written at
/// the end, when the languages are known.
struct LanguageListOutput {
  /// The requested output.
  private let plan: ConversionOutput
  /// The name of the catalogue, for the header.
  private let source: String
  /// The master language, which the list always contains.
  private let master: LanguageTag
  /// The file.
  private let file: OutputFile

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - plan: The requested output.
  ///   - source: The name of the catalogue, for the header.
  ///   - master: The master language.
  ///   - transaction: The transaction that receives the file.
  /// - Throws: A diagnostic if another output has the same path.
  init(
    _ plan: ConversionOutput, source: String, master: LanguageTag, transaction: OutputTransaction
  ) throws(Diagnostic) {
    (self.plan, self.source, self.master) = (plan, source, master)
    file = try plan.open(LocaleConfig.path, transaction)
  }

  /// Writes the list.
  ///
  /// - Parameter languages: The languages of the app, in order.
  func finish(languages: [LanguageTag]) {
    let languages = languages.filter { plan.resourceLanguages?.contains($0) ?? true }
    file.bytes += LocaleConfig.bytes(
      languages: plan.languages(of: languages, master: master),
      defaultLanguage: plan.selection.defaultLanguage ?? master, source: source)
  }
}
