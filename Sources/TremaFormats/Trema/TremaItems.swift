import TremaCatalog
import TremaXML

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
  /// Where plain texts are asked for.
  var plainReader: PlainTextReader?
  private var taken = 0
  private var takenTexts = 0

  init(file: String) { plain = PlainTexts(file: file) }

  mutating func append(_ text: Text) {
    items.append(.text)
    texts.append(text)
  }

  /// Reads the next text as a plain one.
  ///
  /// - Returns: false when it is none, nil when its end is still to come.
  mutating func read(_ scanner: inout XMLScanner, limit: Int) -> Bool? {
    guard plainReader != nil else { return false }
    switch plainReader?.read(&scanner, limit: limit, into: &plain) {
    case .plain(let text):
      items.append(.plain(text))
      return true
    case .unfinished: return nil
    case .other, nil: return false
    }
  }

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
