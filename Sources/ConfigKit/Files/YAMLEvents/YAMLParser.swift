internal import CTremaYAML
import TremaSupport

/// A parser of a YAML stream, based on libyaml, which supports YAML 1.1 and, except for details,
/// YAML 1.2. It does not resolve types; see ``YAMLScalar``.
///
/// The caller must limit depth and size. Deep nesting does not exhaust the stack, because libyaml
/// stores open collections in a list.
package struct YAMLParser: ~Copyable {
  /// The state of libyaml. It contains pointers to itself and its input, so both need fixed
  /// addresses.
  private let raw: UnsafeMutablePointer<yaml_parser_t>
  /// The bytes without a byte order mark. The parser owns the buffer until it is deinitialized.
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// The path for diagnostics.
  private let file: String
  /// The conversion of character indices to positions.
  private var marks: YAMLMarks

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - bytes: The whole stream in UTF-8, with or without a byte order mark.
  ///   - file: The path for diagnostics. It is not opened.
  /// - Throws: A ``Diagnostic`` `invalid-yaml` if the bytes are not UTF-8, or contain NUL or a
  ///   character that is a line break in YAML 1.1 but an ordinary character in YAML 1.2 (U+0085,
  ///   U+2028, U+2029).
  package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    marks = YAMLMarks(bytes, start: start)
    self.file = file
    if let (offset, error) = YAMLSyntaxError.firstInvalidByte(bytes) {
      throw error.diagnostic(at: marks.position(of: max(offset, start)), in: file)
    }
    input = .allocate(capacity: max(1, bytes.count - start))
    _ = input.initialize(from: bytes.dropFirst(start))
    raw = .allocate(capacity: 1)
    raw.initialize(to: yaml_parser_t())
    // This fails only if memory cannot be allocated, which ends the process anyway.
    yaml_parser_initialize(raw)
    yaml_parser_set_encoding(raw, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(raw, input.baseAddress, bytes.count - start)
  }

  deinit {
    yaml_parser_delete(raw)
    raw.deallocate()
    input.deallocate()
  }

  /// Returns the next event. Do not call this function after ``YAMLEvent/Content/streamEnd``.
  ///
  /// - Throws: A ``Diagnostic`` `invalid-yaml` of kind `.unreadable` for the first syntax error.
  package mutating func next() throws(Diagnostic) -> YAMLEvent {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(raw, &event) == 1 else { throw syntaxError() }
      defer { yaml_event_delete(&event) }
      if event.type != YAML_STREAM_START_EVENT { return converted(event) }
    }
  }

  /// Converts a libyaml event. Strings are copied, because the event is deleted afterward.
  private mutating func converted(_ event: yaml_event_t) -> YAMLEvent {
    var (trimsEnd, isFlow) = (false, false)
    var (anchor, tag): (String?, String?)
    let content: YAMLEvent.Content
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      (anchor, tag) = (Self.text(scalar.anchor), Self.text(scalar.tag))
      // libyaml ends a block scalar after its last line break, which is excluded from the location.
      trimsEnd =
        scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE
      let text = String(
        // The length is passed because the scalar may contain NUL.
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
      // libyaml marks count characters, not bytes.
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

  /// Returns a copy of a C string, or `nil` if there is none.
  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }

  /// Returns the diagnostic for a libyaml error, at the location where the file has to be
  /// corrected.
  private mutating func syntaxError() -> Diagnostic {
    let parser = raw.pointee
    let error = YAMLSyntaxError(parser.problem.map { String(cString: $0) } ?? "")
    if parser.error == YAML_READER_ERROR {
      // The offset of a reader error counts bytes, but marks count characters.
      let start = marks.offset(ofCharacter: 0)
      return error.diagnostic(
        at: marks.position(of: start + parser.problem_offset), in: file)
    }
    let context = marks.position(of: marks.offset(ofCharacter: parser.context_mark.index))
    if error.isAboutContext { return error.diagnostic(at: context, in: file) }
    let position = marks.position(of: marks.offset(ofCharacter: parser.problem_mark.index))
    // The start of the construct is added as a related location if it is on an earlier line.
    var diagnostic = error.diagnostic(at: position, in: file)
    if parser.context != nil, context.line < position.line {
      diagnostic.related = [
        Diagnostic.Related("it begins here", at: SourceLocation(file: file, start: context))
      ]
    }
    return diagnostic
  }
}

/// A conversion of libyaml marks, which count characters, to byte offsets and positions.
struct YAMLMarks {
  /// The bytes of the file.
  private let bytes: [UInt8]
  /// The offset of each line's first byte.
  private let lines: [Int]
  /// Whether all bytes are ASCII, so character and byte indices are equal.
  private let isASCII: Bool
  // The last converted character and its byte offset. Consecutive marks are close to each other, so
  // the next one is a few steps away.
  private var character = 0
  private var offset: Int

  /// Creates a conversion.
  ///
  /// - Parameter start: The offset of the first character after a byte order mark.
  init(_ bytes: [UInt8], start: Int) {
    self.bytes = bytes
    offset = start
    isASCII = bytes.dropFirst(start).allSatisfy { $0 < 0x80 }
    lines =
      [start] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Returns the byte offset of a character by stepping from the last converted one.
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

  /// Returns whether the byte at an offset is a UTF-8 continuation byte (`10xxxxxx`).
  private func isInsideCharacter(_ offset: Int) -> Bool {
    offset < bytes.count && bytes[offset] & 0xC0 == 0x80
  }

  /// Returns the line and column of a byte offset, found by binary search.
  func position(of offset: Int) -> SourcePosition {
    var range = lines.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = lines[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return SourcePosition(line: range.lowerBound + 1, column: offset - lines[range.lowerBound] + 1)
  }

  /// Returns the extent between two marks.
  ///
  /// - Parameters:
  ///   - start: The index of the first character.
  ///   - end: The index after the last character.
  ///   - trimsEnd: Whether trailing whitespace is excluded. libyaml ends a block scalar with the
  ///     line break before the next token.
  mutating func extent(_ start: Int, _ end: Int, trimsEnd: Bool = false) -> YAMLExtent {
    let first = offset(ofCharacter: start)
    var last = max(first, offset(ofCharacter: end))
    while trimsEnd, last > first, bytes[last - 1] <= 0x20 { last -= 1 }
    return YAMLExtent(
      start: position(of: first), end: position(of: last), bytes: first..<last)
  }
}
