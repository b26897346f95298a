/// A text of a listing: its key, its file and its maximum length.
package struct StoreField: Hashable, Sendable {
  /// The key without the prefix of the listing: `name`, `changelogs.42`.
  package let key: String
  /// The path of the file in the folder of a locale: `name.txt`, `changelogs/42.txt`.
  package let path: String
  /// The maximum length, counted by ``Store/length(_:)``; `nil` if none is documented.
  package let limit: Int?

  /// Returns the field with a key, or `nil` if the store has none.
  ///
  /// - Parameter key: The key without the prefix of the listing.
  package init?(key: String, in store: Store) {
    if let entry = Self.entries(of: store).first(where: { $0.key == key }) {
      self.init(entry.key, entry.path, entry.limit)
    } else if store == .googlePlay, let code = Self.versionCode(key, after: "changelogs.") {
      self.init(key, "changelogs/\(code).txt", Self.changelogLimit)
    } else {
      return nil
    }
  }

  /// Returns the field with a file, or `nil` if the store has none.
  ///
  /// If multiple keys have the same file, this returns the key that other stores share.
  ///
  /// - Parameter path: The path of the file in the folder of a locale.
  package init?(path: String, in store: Store) {
    if let entry = Self.entries(of: store).first(where: { $0.path == path }) {
      self.init(entry.key, path, entry.limit)
    } else if store == .googlePlay, path.hasSuffix(".txt"),
      let code = Self.versionCode(String(path.dropLast(".txt".count)), after: "changelogs/")
    {
      self.init("changelogs.\(code)", path, Self.changelogLimit)
    } else {
      return nil
    }
  }

  private init(_ key: String, _ path: String, _ limit: Int?) {
    (self.key, self.path, self.limit) = (key, path, limit)
  }

  /// The keys of all fields of all stores, except changelogs of versions, in the order of the
  /// documentation.
  package static let keys: [String] = {
    var known: Set<String> = []
    return (appStore + googlePlay).map(\.key).filter { known.insert($0).inserted }
  }()

  /// Returns whether any store has a field with a key.
  package static func isKnown(_ key: String) -> Bool {
    Store.allCases.contains { StoreField(key: key, in: $0) != nil }
  }

  /// A row of a store's table.
  private typealias Entry = (key: String, path: String, limit: Int?)

  /// The maximum length of a changelog on Google Play.
  private static let changelogLimit = 500

  private static func entries(of store: Store) -> [Entry] {
    switch store {
    case .appStore: appStore
    case .googlePlay: googlePlay
    }
  }

  /// The fields of the App Store.
  ///
  /// Sources: App Store Connect Help, "App information" and "Platform version information";
  /// fastlane, `deliver/lib/deliver/upload_metadata.rb`.
  private static let appStore: [Entry] = [
    ("name", "name.txt", 30), ("subtitle", "subtitle.txt", 30),
    ("keywords", "keywords.txt", 100), ("promotional_text", "promotional_text.txt", 170),
    ("description", "description.txt", 4000), ("release_notes", "release_notes.txt", 4000),
    ("support_url", "support_url.txt", nil), ("marketing_url", "marketing_url.txt", nil),
    ("privacy_url", "privacy_url.txt", nil),
    ("apple_tv_privacy_policy", "apple_tv_privacy_policy.txt", nil),
  ]

  /// The fields of Google Play. The keys that the App Store shares come first.
  ///
  /// Sources: `Documentation/Formats/StoreListings.md`, "Source"; fastlane, `supply/lib/supply.rb`.
  private static let googlePlay: [Entry] = [
    ("name", "title.txt", 30), ("description", "full_description.txt", 4000),
    ("release_notes", "changelogs/default.txt", changelogLimit),
    ("short_description", "short_description.txt", 80), ("video", "video.txt", nil),
    ("title", "title.txt", 30), ("full_description", "full_description.txt", 4000),
    ("changelogs.default", "changelogs/default.txt", changelogLimit),
  ]

  /// Returns the version code after a prefix, or `nil` if there is none. Android's version codes
  /// are positive and have no leading zero.
  private static func versionCode(_ text: String, after prefix: String) -> String? {
    guard text.hasPrefix(prefix) else { return nil }
    let code = text.dropFirst(prefix.count)
    guard let first = code.utf8.first, first != UInt8(ascii: "0"), code.utf8.count <= 10,
      code.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(code)
  }
}
