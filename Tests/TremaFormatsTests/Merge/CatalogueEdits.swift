import TremaCatalog
import TremaTestSupport

/// Edits a catalogue as people do between two commits.
struct CatalogueEdits {
  var random: SeededGenerator
  /// A name that distinguishes the edits of the two sides.
  let name: String
  private var count = 0

  init(seed: UInt64, name: String) {
    random = SeededGenerator(seed: seed)
    self.name = name
  }

  mutating func edited(_ catalog: Catalog, edits: Int) -> Catalog {
    var catalog = catalog
    for _ in 0..<edits { edit(&catalog) }
    return catalog
  }

  /// A word that both sides may choose, or that is this side's own.
  private mutating func word() -> String {
    count += 1
    return random.pick(["same", "--", "<b>&\"", "\(name) \(count)", "é", "e\u{301}"])
  }

  private mutating func edit(_ catalog: inout Catalog) {
    switch random.number(0...6) {
    case 0:
      let place = random.number(0...catalog.texts.count)
      var text = Text(
        key: random.pick(["new", "new 2", "\(name) \(count)"]), context: Context(word()))
      text.values = [Value(language: "de", source: word()), Value(language: "en", source: word())]
      catalog.texts.insert(text, at: place)
    case 1 where !catalog.texts.isEmpty: catalog.texts.remove(at: place(catalog.texts))
    case 2 where catalog.texts.count > 1 && random.once(in: 3):
      catalog.texts.swapAt(place(catalog.texts), place(catalog.texts))
    case 3 where random.once(in: 4):
      catalog.header.attributes.removeAll { $0.name == "new" }
      catalog.header.attributes.append(Attribute("new", word()))
      catalog.footer.trailingTrivia.append(Trivia("<!-- \(name) -->"))
    default:
      guard !catalog.texts.isEmpty else { return }
      edit(&catalog.texts[place(catalog.texts)])
    }
  }

  private mutating func place<T>(_ list: [T]) -> Int { random.number(0...list.count - 1) }

  private mutating func edit(_ text: inout Text) {
    switch random.number(0...8) {
    case 0: text.key = random.pick(["renamed", "\(name) \(count)"])
    case 1: text.context = random.once(in: 3) ? nil : Context(word())
    case 2: text.leadingTrivia.append(Trivia("<!-- \(name) \(random.number(0...3)) -->"))
    case 3:
      text.attributes.removeAll { $0.name == "new" }
      if !random.once(in: 3) { text.attributes.append(Attribute("new", word())) }
    case 4:
      text.values.append(
        Value(language: random.pick(["fr", "zh-Hans", "it"]), source: word()))
    case 5 where !text.values.isEmpty: text.values.remove(at: place(text.values))
    default:
      guard !text.values.isEmpty else { return }
      let index = place(text.values)
      if random.once(in: 3) {
        text.values[index].status = random.pick([.initial, .verified, .undefined(nil)])
      } else {
        text.values[index].setSource(word(), backslash: .escape)
      }
    }
  }
}
