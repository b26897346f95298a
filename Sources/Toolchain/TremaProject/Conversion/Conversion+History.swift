import TremaCatalog
import TremaChecks
import TremaFormats
import TremaSupport

extension Conversion {
  /// What the history of the catalogues says of their translations; nil when nobody asks, or there
  /// is no history.
  func staleTranslations() throws(Diagnostic) -> StaleTranslations? {
    guard asksHistory, Checker.finds("stale-translation", under: policy) else { return nil }
    var stale: StaleTranslations?
    for catalogue in catalogues {
      let options = decoding(of: catalogue)
      for path in catalogue.paths {
        guard let found = try CatalogueHistory(of: path).staleTranslations(options) else {
          continue
        }
        stale = (stale ?? [:]).merging(found) { $0.merging($1) { first, _ in first } }
      }
    }
    return stale
  }
}
