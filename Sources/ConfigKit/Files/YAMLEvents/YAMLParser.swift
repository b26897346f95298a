internal import CTremaYAML
import TremaSupport

/// A parser of one YAML stream over libyaml, which reads the syntax of YAML 1.1 and, but for details,
/// of 1.2. Types are not resolved: see ``YAMLScalar``.
///
/// The caller limits depth and size: libyaml keeps open collections in a list, not on the stack.
package struct YAMLParser: ~Copyable {
  /// libyaml keeps pointers to the parser and to its input, so both have fixed addresses.
  private let raw: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let file: String
  private var marks: YAMLMarks

  /// - Parameters:
  ///   - bytes: the whole stream, UTF-8 with or without a byte order mark.
  ///   - file: the path to print in diagnostics; it is not opened.
  /// - Throws: ``Diagnostic`` `invalid-yaml` for bytes that are not UTF-8, NUL, and the line breaks
  ///   of YAML 1.1 that YAML 1.2 takes for letters (U+0085, U+2028, U+2029).
  package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    marks = YAMLMarks(bytes, start: start)
    self.file = file
    if let (offset, mistake) = YAMLMistake.inBytes(bytes) {
      throw mistake.diagnostic(at: marks.position(of: max(offset, start)), in: file)
    }
    input = .allocate(capacity: max(1, bytes.count - start))
    _ = input.initialize(from: bytes.dropFirst(start))
    raw = .allocate(capacity: 1)
    raw.initialize(to: yaml_parser_t())
    // It fails only where memory is missing, which ends the process anyway.
    yaml_parser_initialize(raw)
    yaml_parser_set_encoding(raw, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(raw, input.baseAddress, bytes.count - start)
  }

  deinit {
    yaml_parser_delete(raw)
    raw.deallocate()
    input.deallocate()
  }

  /// Returns the next event; after ``YAMLEvent/Content/streamEnd`` there is none.
  ///
  /// - Throws: ``Diagnostic`` `invalid-yaml`, kind `.unreadable`, at the first mistake.
  package mutating func next() throws(Diagnostic) -> YAMLEvent {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(raw, &event) == 1 else { throw mistake() }
      defer { yaml_event_delete(&event) }
      if event.type != YAML_STREAM_START_EVENT { return converted(event) }
    }
  }

  private mutating func converted(_ event: yaml_event_t) -> YAMLEvent {
    var (trimsEnd, isFlow) = (false, false)
    var (anchor, tag): (String?, String?)
    let content: YAMLEvent.Content
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      (anchor, tag) = (Self.text(scalar.anchor), Self.text(scalar.tag))
      trimsEnd =
        scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE
      let text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      content = .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      (anchor, tag) = (Self.text(sequence.anchor), Self.text(sequence.tag))
      isFlow = sequence.style == YAML_FLOW_SEQUENCE_STYLE
      content = .sequenceStart
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      (anchor, tag) = (Self.text(mapping.anchor), Self.text(mapping.tag))
      isFlow = mapping.style == YAML_FLOW_MAPPING_STYLE
      content = .mappingStart
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: content = .collectionEnd
    case YAML_ALIAS_EVENT: content = .alias(Self.text(event.data.alias.anchor) ?? "")
    case YAML_DOCUMENT_START_EVENT: content = .documentStart
    case YAML_DOCUMENT_END_EVENT: content = .documentEnd
    default: content = .streamEnd
    }
    let extent = marks.extent(event.start_mark.index, event.end_mark.index, trimsEnd: trimsEnd)
    return YAMLEvent(content: content, anchor: anchor, tag: tag, extent: extent, isFlow: isFlow)
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }

  private mutating func mistake() -> Diagnostic {
    let parser = raw.pointee
    let mistake = YAMLMistake(parser.problem.map { String(cString: $0) } ?? "")
    if parser.error == YAML_READER_ERROR {
      // Its offset counts bytes.
      let start = marks.offset(ofCharacter: 0)
      return mistake.diagnostic(
        at: marks.position(of: start + parser.problem_offset), in: file)
    }
    let context = marks.position(of: marks.offset(ofCharacter: parser.context_mark.index))
    if mistake.isAboutContext { return mistake.diagnostic(at: context, in: file) }
    let position = marks.position(of: marks.offset(ofCharacter: parser.problem_mark.index))
    var diagnostic = mistake.diagnostic(at: position, in: file)
    if parser.context != nil, context.line < position.line {
      diagnostic.related = [
        Diagnostic.Related("it begins here", at: SourceLocation(file: file, start: context))
      ]
    }
    return diagnostic
  }
}

/// Converts the marks of libyaml, which count characters, to byte offsets and positions.
struct YAMLMarks {
  private let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lines: [Int]
  private let isASCII: Bool
  // A character and its byte. Marks lie close to each other, so the next one is a few steps away.
  private var character = 0
  private var offset: Int

  /// - Parameter start: the offset of the first character, after a byte order mark.
  init(_ bytes: [UInt8], start: Int) {
    self.bytes = bytes
    offset = start
    isASCII = bytes.dropFirst(start).allSatisfy { $0 < 0x80 }
    lines =
      [start] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  mutating func offset(ofCharacter target: Int) -> Int {
    if isASCII { return min(lines[0] + target, bytes.count) }
    while character < target, offset < bytes.count {
      repeat { offset += 1 } while isInsideCharacter(offset)
      character += 1
    }
    while character > target, offset > lines[0] {
      repeat { offset -= 1 } while isInsideCharacter(offset)
      character -= 1
    }
    return offset
  }

  private func isInsideCharacter(_ offset: Int) -> Bool {
    offset < bytes.count && bytes[offset] & 0xC0 == 0x80
  }

  func position(of offset: Int) -> SourcePosition {
    var range = lines.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = lines[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return SourcePosition(line: range.lowerBound + 1, column: offset - lines[range.lowerBound] + 1)
  }

  /// - Parameter trimsEnd: whether white space at the end is left out: a block scalar ends with the
  ///   line break before the next token.
  mutating func extent(_ start: Int, _ end: Int, trimsEnd: Bool = false) -> YAMLExtent {
    let first = offset(ofCharacter: start)
    var last = max(first, offset(ofCharacter: end))
    while trimsEnd, last > first, bytes[last - 1] <= 0x20 { last -= 1 }
    return YAMLExtent(
      start: position(of: first), end: position(of: last), bytes: first..<last)
  }
}
