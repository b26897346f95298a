import TremaCatalog
import TremaMessages

extension CheckTarget {
  /// The listing that the target is, or `nil` for another target.
  var listing: StoreListing? {
    if case .store(let listing) = self { listing } else { nil }
  }
}

extension CheckScope {
  /// Whether a target is the listing of a store.
  var hasListings: Bool { targets.contains { $0.listing != nil } }
}

extension ExaminedText {
  /// A listing that contains the text.
  struct ListingEntry {
    let listing: StoreListing
    /// The field that the text is written to.
    let field: StoreField
    /// The target of ``listing``.
    var target: CheckTarget { .store(listing) }
  }

  /// The listings that contain the text. A variant is in the field of its base.
  var listingEntries: [ListingEntry] {
    let key = variant?.base?.key ?? view.key
    return targets.compactMap { target in
      guard let listing = target.listing, let field = listing.field(ofKey: key) else {
        return nil
      }
      return ListingEntry(listing: listing, field: field)
    }
  }

  /// Returns whether a listing contains the value with an index.
  func isListed(valueAt index: Int, in listing: StoreListing) -> Bool {
    guard let tag = languages[index].tag else { return false }
    guard listing.statuses?.contains(view[index].status.name) ?? true else { return false }
    if tag == scope.master { return true }
    return (scope.languages?.contains(tag) ?? true) && (listing.languages?.contains(tag) ?? true)
  }
}
