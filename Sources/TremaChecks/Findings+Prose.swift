import TremaCatalog
import TremaDiagnostics

extension Findings {
  /// Notes a finding about some bytes of a reading, at their place where it can be told.
  ///
  /// - Parameters:
  ///   - range: of the reading's bytes; nil for the value as a whole.
  ///   - replacement: what should stand there instead, when that is sure to be right. It is offered
  ///     as a fix where the bytes stand in the file just so.
  mutating func report(
    _ rule: Rule, _ message: String, of prose: Prose, reading: Int = 0, range: Range<Int>? = nil,
    in text: ExaminedText, hint: String? = nil, replacement: String? = nil
  ) {
    let value = prose.value
    var location = text.text.location(value.textPosition, of: value)
    var fixes: [Diagnostic.Edit] = []
    if let range, let offset = prose.sourceOffset(of: range, inReading: reading) {
      location = value.location(ofSource: offset..<offset + range.count, in: text.text)
      let isPlain = replacement?.utf8.allSatisfy { !Self.marks.contains($0) } ?? false
      if let replacement, isPlain {
        fixes = [Diagnostic.Edit(at: location, replacement: replacement)]
      }
    }
    report(rule, message, in: text, value: value, at: location, hint: hint, fixes: fixes)
  }

  /// What means something else in the file than in a reading.
  private static let marks = Array("<&\\%{}#'\n".utf8)
}

extension Prose {
  /// Where some bytes of a reading stand in the source of the value, in bytes; nil where escapes or
  /// branches make that unclear.
  func sourceOffset(of range: Range<Int>, inReading number: Int) -> Int? {
    let reading = readings[number]
    let source = value.source.utf8
    if source.count == reading.count, source.elementsEqual(reading) { return range.lowerBound }
    // What stands once in both is the same thing.
    let bytes = reading[range]
    guard !bytes.isEmpty, Self.places(of: bytes, in: reading).count == 1 else { return nil }
    let places = Self.places(of: bytes, in: Array(source))
    return places.count == 1 ? places[0] : nil
  }

  /// The first two places of some bytes.
  private static func places(of bytes: ArraySlice<UInt8>, in text: [UInt8]) -> [Int] {
    var found: [Int] = []
    var start = 0
    while start + bytes.count <= text.count, found.count < 2 {
      if text[start..<start + bytes.count].elementsEqual(bytes) { found.append(start) }
      start += 1
    }
    return found
  }
}
