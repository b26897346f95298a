import TremaCatalog
import TremaMessages
import TremaXML

/// What a decoder gives out: as many texts as follow each other, or plain ones, which are read where
/// they stand in ``TremaDecoder/plainTexts`` until the next item is asked for.
package enum TremaItem {
  case texts(ArraySlice<Text>)
  case plain(PlainTextRun)
}

/// Texts that have been read and not yet been taken, in their order.
struct TremaItems {
  private enum Item {
    case texts(Range<Int>)
    /// Those of a group, as the reader numbers it.
    case plain(Range<Int>, group: Int)
  }

  /// Made anew, which takes less than to copy one.
  static var noText: Text { Text(key: "") }

  private var items: [Item] = []
  private var texts: [Text] = []
  private var plainTexts: [PlainText] = []
  var plain: PlainTexts
  /// Where plain texts are asked for.
  var plainReader: PlainTextReader?
  private var taken = 0

  private var commonReader: CommonTextReader
  /// Gets the texts, where none of them is to be taken by itself.
  private(set) var sources: TextSources?

  init(file: String, options: TremaDecoder.Options) {
    plain = PlainTexts(file: file)
    commonReader = CommonTextReader(file: file, backslash: options.backslash)
    sources =
      options.keepsSources
      ? TextSources(file: file, backslash: options.backslash, after: options.firstState) : nil
  }

  /// Appends a text that events told of, and leaves ``noText`` in its place: a text is large to copy.
  mutating func append(taking text: inout Text) {
    if sources == nil { add(taking: &text) } else { sources?.append(taking: &text) }
  }

  private mutating func add(taking text: inout Text) {
    texts.append(Self.noText)
    swap(&texts[texts.count - 1], &text)
    if case .texts(let run)? = items.last {
      items[items.count - 1] = .texts(run.lowerBound..<texts.count)
    } else {
      items.append(.texts(texts.count - 1..<texts.count))
    }
  }

  /// Reads the next texts, as plain ones where they may be, as far as they have the common shape. The
  /// scanner is behind the last of them.
  ///
  /// - Parameter languages: those of the texts before.
  /// - Returns: whether there were any; nil where the end of the first one is still to come.
  mutating func read(
    _ scanner: inout XMLScanner, limit: Int, languages: Set<String>
  ) -> Bool? {
    let start = scanner.place.index
    var behind = scanner.place
    defer { scanner.place = behind }
    while true {
      if let read = plainReader?.read(&scanner, limit: limit, into: &plain) {
        append(read.text, of: read.group)
      } else {
        scanner.place = behind
        guard readText(&scanner, limit, languages) else {
          scanner.place = behind
          return behind.index > start ? true : isUnfinished(scanner) ? nil : false
        }
      }
      behind = scanner.place
    }
  }

  private mutating func readText(
    _ scanner: inout XMLScanner, _ limit: Int, _ languages: Set<String>
  ) -> Bool {
    scanner.skipSpace()
    if let isRead = sources?.read(&scanner, limit: limit, languages: languages) { return isRead }
    guard var text = commonReader.read(&scanner, limit: limit, languages: languages) else {
      return false
    }
    add(taking: &text)
    return true
  }

  /// Whether a text is there whose end is not: the next piece has the rest.
  private func isUnfinished(_ scanner: XMLScanner) -> Bool {
    var scanner = scanner
    scanner.skipSpace()
    let rest = scanner.part(scanner.place.index..<scanner.bytes.count)
    return !rest.isEmpty && rest.count < Self.usualLength
      && zip(rest, "<text".utf8).allSatisfy { $0 == $1 }
      && !scanner.contains("</text>", from: scanner.place.index)
  }

  /// More than most texts have. Where one goes on for longer, nobody waits for its end.
  private static let usualLength = 1 << 13

  private mutating func append(_ text: PlainText, of group: Int) {
    plainTexts.append(text)
    if case .plain(let run, group)? = items.last {
      items[items.count - 1] = .plain(run.lowerBound..<plainTexts.count, group: group)
    } else {
      items.append(.plain(plainTexts.count - 1..<plainTexts.count, group: group))
    }
  }

  mutating func take() -> TremaItem? {
    while taken < items.count {
      taken += 1
      switch items[taken - 1] {
      case .texts(let run) where run.isEmpty: break
      case .texts(let run): return .texts(texts[run])
      case .plain(let run, let group):
        return .plain(
          PlainTextRun(texts: plainTexts[run], languages: plainReader?.languages(of: group) ?? []))
      }
    }
    removeAll()
    return nil
  }

  /// Takes a text alone, and passes over plain ones.
  mutating func takeText() -> Text? {
    while taken < items.count {
      guard case .texts(let run) = items[taken], let first = run.first else {
        taken += 1
        continue
      }
      items[taken] = .texts(first + 1..<run.upperBound)
      // Moved out of its place, where it is needed no more.
      var text = Self.noText
      swap(&texts[first], &text)
      return text
    }
    removeAll()
    return nil
  }

  private mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    plainTexts.removeAll(keepingCapacity: true)
    plain.removeAll()
    taken = 0
  }
}
