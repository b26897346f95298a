import TremaCatalog
import TremaDiagnostics
import TremaSupport

extension Findings {
  /// Notes a finding about some bytes of a reading, at their place where it can be told.
  ///
  /// - Parameters:
  ///   - range: of the reading's bytes; nil for the value as a whole.
  ///   - replacement: what should be there instead, when that is sure to be right. It is offered
  ///     as a fix where the bytes are in the file just so.
  ///   - edits: the same for some parts of it, all of them or none.
  mutating func report(
    _ rule: Rule, _ message: @autoclosure () -> String, of prose: Prose, reading: Int = 0,
    range: Range<Int>? = nil,
    in text: ExaminedText, hint: String? = nil, replacement: String? = nil,
    edits: @autoclosure () -> [(range: Range<Int>, replacement: String)] = []
  ) {
    let value = prose.value
    func place(_ range: Range<Int>) -> SourceLocation? {
      prose.sourceOffset(of: range, inReading: reading).map {
        value.location(ofSource: $0..<$0 + range.count, in: text.text)
      }
    }
    func fixes() -> [Diagnostic.Edit] {
      var wanted = edits()
      if let range, let replacement { wanted.append((range, replacement)) }
      var fixes: [Diagnostic.Edit] = []
      for edit in wanted {
        guard edit.replacement.utf8.allSatisfy({ !Self.marks.contains($0) }),
          let place = place(edit.range)
        else { return [] }
        fixes.append(Diagnostic.Edit(at: place, replacement: edit.replacement))
      }
      return fixes
    }
    report(
      rule, message(), in: text, value: value,
      at: range.flatMap(place) ?? text.text.location(value.textPosition, of: value), hint: hint,
      fixes: fixes())
  }

  /// The characters that are spelled otherwise in the file than in a reading.
  private static let marks = Array("<&\\%{}#'\n".utf8)
}

extension Prose {
  /// The place of some bytes of a reading in the source of the value, in bytes; nil where escapes or
  /// branches make that unclear.
  func sourceOffset(of range: Range<Int>, inReading number: Int) -> Int? {
    let reading = readings[number]
    let source = value.source.utf8
    if source.count == reading.count, source.elementsEqual(reading) { return range.lowerBound }
    // What is as often in both is the same thing, one by one; where branches or escapes make one
    // of them longer, only what is there once.
    let bytes = reading[range]
    if bytes.isEmpty { return nil }
    let search = ByteSearch(bytes)
    let own = search.places(in: reading)
    let places = search.places(in: source)
    let isPlain = readings.count == 1 && !source.contains(UInt8(ascii: "\\"))
    guard places.count == own.count, own.count == 1 || isPlain,
      let number = own.firstIndex(of: range.lowerBound)
    else { return nil }
    return places[number]
  }
}
