import TremaCatalog
import TremaFormats
import TremaMessages
import TremaSupport

/// The listing of the app in a store, with one file for each text and language.
final class ListingOutput {
  /// The features of texts that listings support.
  static let supportedFeatures = StoreListingWriter.supportedFeatures

  /// The requested output.
  let plan: ConversionOutput
  private let listing: StoreListing
  /// The languages to write, or `nil` for the languages of the texts.
  private let languages: Set<LanguageTag>?
  /// The transaction that receives the files.
  private let transaction: OutputTransaction
  /// The files of each language.
  private var files: [LanguageTag: [OutputFile]] = [:]
  /// The first language of each locale. Others with the same locale are not written.
  private var owners: [String: LanguageTag] = [:]
  /// The languages by spelling.
  private var table = LanguageTable()
  /// The features of texts that the format does not support, with the affected texts.
  private(set) var losses = UnsupportedFeatures()

  /// Creates the output. Its files are opened when their texts are appended.
  ///
  /// - Parameters:
  ///   - plan: The requested output.
  ///   - listing: The listing that the output is.
  ///   - languages: The languages to write, or `nil` for the languages of the texts.
  ///   - transaction: The transaction that receives the files.
  init(
    _ plan: ConversionOutput, _ listing: StoreListing, languages: [LanguageTag]?,
    transaction: OutputTransaction
  ) {
    self.plan = plan
    self.listing = listing
    self.languages = languages.map(Set.init)
    self.transaction = transaction
  }

  /// Writes the files of a text. Values that the store cannot show are not written; checks report
  /// them.
  ///
  /// - Parameter features: The features that the text uses. Unsupported features are recorded as
  ///   losses.
  /// - Throws: A diagnostic if a file cannot be written, or another output has the same path.
  func append(_ text: TextView, features: Features) throws(Diagnostic) {
    guard let field = listing.field(ofKey: text.key) else { return }
    for feature in features.subtracting(Self.supportedFeatures).all {
      losses.note(feature, key: text.key, at: text.location(text.keyPosition))
    }
    var written: Set<LanguageTag> = []
    for index in 0..<text.valueCount {
      let value = text[index]
      guard plan.selection.includes(value.status),
        let tag = table.language(of: value.language).tag, languages?.contains(tag) ?? true,
        let locale = listing.locale(of: tag), owners[locale, default: tag] == tag,
        let contents = StoreListingWriter.contents(value.message, for: listing.store),
        written.insert(tag).inserted
      else { continue }
      owners[locale] = tag
      let file = try plan.open("\(locale)/\(field.path)", transaction)
      file.bytes = contents
      files[tag, default: []].append(file)
    }
  }

  /// Discards the files in languages that the app does not have.
  ///
  /// - Parameter languages: The languages of the app.
  func finish(languages: [LanguageTag]) {
    guard self.languages == nil else { return }
    let supported = Set(languages)
    transaction.discard(files.filter { !supported.contains($0.key) }.flatMap(\.value))
  }
}
