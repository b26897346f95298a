import TremaCatalog
import TremaXML

/// What a decoder gives out: a text, or as many plain ones as follow each other, which are read where
/// they stand in ``TremaDecoder/plainTexts`` until the next item is asked for.
public enum TremaItem {
  case text(Text)
  case plain(PlainTextRun)
}

/// Texts that have been read and not yet been taken, in their order.
struct TremaItems {
  private enum Item {
    case text
    /// Those of a group, as the reader numbers it.
    case plain(Range<Int>, group: Int)
  }

  private static let noText = Text(key: "")

  private var items: [Item] = []
  private var texts: [Text] = []
  private var plainTexts: [PlainText] = []
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

  /// Reads the next texts as plain ones, as far as they are. The scanner is behind the last of them.
  ///
  /// - Returns: whether there were any; nil where the end of the first one is still to come.
  mutating func read(_ scanner: inout XMLScanner, limit: Int) -> Bool? {
    let start = plainTexts.count
    var behind = scanner.place
    defer { scanner.place = behind }
    while true {
      switch plainReader?.read(&scanner, limit: limit, into: &plain) {
      case .plain(let text, let group):
        append(text, of: group)
        behind = scanner.place
      case .unfinished where plainTexts.count == start: return nil
      default: return plainTexts.count > start
      }
    }
  }

  private mutating func append(_ text: PlainText, of group: Int) {
    plainTexts.append(text)
    if case .plain(let run, group)? = items.last {
      items[items.count - 1] = .plain(run.lowerBound..<plainTexts.count, group: group)
    } else {
      items.append(.plain(plainTexts.count - 1..<plainTexts.count, group: group))
    }
  }

  mutating func take() -> TremaItem? {
    guard taken < items.count else {
      items.removeAll(keepingCapacity: true)
      texts.removeAll(keepingCapacity: true)
      plainTexts.removeAll(keepingCapacity: true)
      plain.removeAll()
      (taken, takenTexts) = (0, 0)
      return nil
    }
    taken += 1
    if case .plain(let run, let group) = items[taken - 1] {
      return .plain(
        PlainTextRun(texts: plainTexts[run], languages: plainReader?.languages(of: group) ?? []))
    }
    // Moved out of its place, where it is needed no more.
    var text = Self.noText
    swap(&texts[takenTexts], &text)
    takenTexts += 1
    return .text(text)
  }
}
