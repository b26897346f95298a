import TremaCatalog
import TremaSupport

extension TextFormat {
  /// The listing in the App Store, in the folders of fastlane.
  static let appStore = TextFormat(.appStore)
  /// The listing in Google Play, in the folders of fastlane.
  static let googlePlay = TextFormat(.googlePlay)

  private init(_ store: Store) {
    self.init(
      store.rawValue, ReadableFormat(store), .listing(store),
      fields: [.statuses, .languageNames, .prefix])
  }
}

extension ReadableFormat {
  /// The reader of a file of a listing in the App Store.
  package static let appStore = ReadableFormat(.appStore)
  /// The reader of a file of a listing in Google Play.
  package static let googlePlay = ReadableFormat(.googlePlay)

  /// Creates the reader for a store. Its files are only read on request, because names such as
  /// `name.txt` do not identify them.
  fileprivate init(_ store: Store) {
    self.init(store.rawValue, extensions: [], store: store) {
      (bytes, options) throws(Diagnostic) in
      try StoreListingReader.read(bytes, of: store, options)
    }
  }
}
