/// A dish of the menu. Texts are looked up on each access because the language can change while the
/// app runs.
enum Dish: String, CaseIterable {
  case soup, dumplings, tart

  var name: String {
    switch self {
    case .soup: Texts.soupName
    case .dumplings: Texts.dumplingsName
    case .tart: Texts.tartName
    }
  }

  var description: String {
    switch self {
    case .soup: Texts.soupDescription
    case .dumplings: Texts.dumplingsDescription
    case .tart: Texts.tartDescription
    }
  }

  /// The price, in euros.
  var price: Double {
    switch self {
    case .soup: 6.5
    case .dumplings: 12.9
    case .tart: 4.8
    }
  }
}
