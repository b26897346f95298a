import TremaCatalog
import TremaMessages

/// Writes the files of a store listing, each of which contains one text.
package enum StoreListingWriter {
  /// The features of texts that listings support.
  package static let supportedFeatures: Features = [.tags]

  /// Returns the contents of a file.
  ///
  /// fastlane removes white space at the ends of a text for the App
  /// Store, and sends the whole file to Google Play, where a line feed at the end would be a part of
  /// the text.
  ///
  /// - Returns: `nil` if the text is empty or takes arguments, which a check reports.
  ///
  /// Source: fastlane, `deliver/lib/deliver/upload_metadata.rb` and
  /// `supply/lib/supply/uploader.rb`.
  package static func contents(_ message: Message, for store: Store) -> [UInt8]? {
    guard let text = message.plainText.map(Store.normalized), !text.isEmpty else { return nil }
    return Array((store == .appStore ? text + "\n" : text).utf8)
  }
}
