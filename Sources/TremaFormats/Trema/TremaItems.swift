import TremaCatalog

/// What a decoder gives out: a text, or a plain one, which is read where it stands in
/// ``TremaDecoder/plainTexts`` until the next item is asked for.
public enum TremaItem {
  case text(Text)
  case plain(PlainText)
}

/// Texts that have been read and not yet been taken, in their order.
struct TremaItems {
  private enum Item {
    case text
    case plain(PlainText)
  }

  private var items: [Item] = []
  private var texts: [Text] = []
  var plain: PlainTexts
  private var taken = 0
  private var takenTexts = 0

  init(file: String) { plain = PlainTexts(file: file) }

  mutating func append(_ text: Text) {
    items.append(.text)
    texts.append(text)
  }

  mutating func append(_ text: PlainText) { items.append(.plain(text)) }

  mutating func take() -> TremaItem? {
    guard taken < items.count else {
      items.removeAll(keepingCapacity: true)
      texts.removeAll(keepingCapacity: true)
      plain.removeAll()
      (taken, takenTexts) = (0, 0)
      return nil
    }
    taken += 1
    if case .plain(let text) = items[taken - 1] { return .plain(text) }
    // Moved out of its place, where it is needed no more.
    var text = Text(key: "")
    swap(&texts[takenTexts], &text)
    takenTexts += 1
    return .text(text)
  }
}
