import TremaCatalog
import TremaDiagnostics
import TremaSupport

extension Findings {
  /// Reports a finding about a range of a reading, at its location in the file if it is known.
  ///
  /// - Parameters:
  ///   - reading: The index of the reading.
  ///   - range: The range of bytes in the reading, or `nil` for the whole value.
  ///   - replacement: The correct text for the range, if it is unambiguous. It is offered as a fix
  ///     if the file contains these bytes unchanged.
  ///   - edits: Replacements for multiple ranges, which are offered together or not at all.
  mutating func report(
    _ rule: Rule, _ message: @autoclosure () -> String, of prose: Prose, reading: Int = 0,
    range: Range<Int>? = nil,
    in text: ExaminedText, hint: String? = nil, replacement: String? = nil,
    edits: @autoclosure () -> [(range: Range<Int>, replacement: String)] = []
  ) {
    let value = prose.value
    /// Returns the location of a range, or `nil` if its offset in the source is unclear.
    func location(_ range: Range<Int>) -> SourceLocation? {
      prose.sourceOffset(of: range, inReading: reading).map {
        value.location(ofSource: $0..<$0 + range.count, in: text.text)
      }
    }
    /// Returns the edits, or none if one of them cannot be applied.
    func fixes() -> [Diagnostic.Edit] {
      var wanted = edits()
      if let range, let replacement { wanted.append((range, replacement)) }
      var fixes: [Diagnostic.Edit] = []
      for edit in wanted {
        guard edit.replacement.utf8.allSatisfy({ !Self.escapedCharacters.contains($0) }),
          let location = location(edit.range)
        else { return [] }
        fixes.append(Diagnostic.Edit(at: location, replacement: edit.replacement))
      }
      return fixes
    }
    report(
      rule, message(), in: text, value: value,
      at: range.flatMap(location) ?? text.text.location(value.textPosition, of: value), hint: hint,
      fixes: fixes())
  }

  /// The characters that are escaped in a file, so a replacement that contains them cannot be
  /// inserted unchanged.
  private static let escapedCharacters = Array("<&\\%{}#'\n".utf8)
}

extension Prose {
  /// Returns the byte offset, in the value's source, of a range in a reading, or `nil` if escapes
  /// or branches make it ambiguous.
  func sourceOffset(of range: Range<Int>, inReading number: Int) -> Int? {
    let reading = readings[number]
    let source = value.source.utf8
    if source.count == reading.count, source.elementsEqual(reading) { return range.lowerBound }
    // If the bytes occur equally often in both, the occurrences correspond one by one. If branches
    // or escapes make one of them longer, the location is unambiguous only if the bytes occur once.
    let bytes = reading[range]
    if bytes.isEmpty { return nil }
    let search = ByteSearch(bytes)
    let offsets = search.offsets(in: reading)
    let sourceOffsets = search.offsets(in: source)
    let isPlain = readings.count == 1 && !source.contains(UInt8(ascii: "\\"))
    guard sourceOffsets.count == offsets.count, offsets.count == 1 || isPlain,
      let number = offsets.firstIndex(of: range.lowerBound)
    else { return nil }
    return sourceOffsets[number]
  }
}
