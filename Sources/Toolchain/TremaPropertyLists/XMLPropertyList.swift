import TremaSupport
import TremaXML

/// A reader for XML property lists, as written by Xcode and `plutil`.
enum XMLPropertyList {
  /// Reads a whole file.
  ///
  /// - Throws: An `.unreadable` diagnostic for malformed XML, an invalid structure or an exceeded
  ///   limit. Other problems are returned with the value.
  static func read(
    _ bytes: [UInt8], file: String, limits: PropertyList.Limits
  ) throws(Diagnostic) -> PropertyList.DecodingResult {
    var xml = limits.xml
    // The three additional levels are the root element, a scalar in the innermost container, and an
    // element inside the scalar, for which the handler has a better message than the parser.
    xml.depth = limits.depth + 3
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let handler = XMLPropertyListHandler(
      file: file, limits: limits, markLength: bytes.starts(with: mark) ? mark.count : 0)
    if let encoding = EncodingDetector.unusualEncoding(of: bytes) {
      handler.problems.append(handler.nonportableEncoding(encoding))
    }
    let reader = XMLReader(file: file, limits: xml, handler: handler)
    try reader.feed(bytes)
    try reader.finish()
    return try handler.result()
  }
}

/// An XML handler that builds values. Open elements are stored in an array instead of on the call
/// stack, so nested input cannot exhaust the stack.
final class XMLPropertyListHandler: XMLHandler {
  /// A key whose value has not been read yet.
  struct Key {
    var text: String
    var position: SourcePosition
    var extent: PropertyList.Extent
    /// The comments before the key.
    var comments: [PropertyList.Comment]
  }

  /// An open element that contains only text.
  struct Leaf {
    let tag: XMLTag
    /// The start of the element's text, or of its tag if the element is a Boolean or empty.
    let position: SourcePosition

    var name: String { tag.name }
  }

  /// An open dictionary or array. Its parts are separate properties so that the arrays grow in
  /// place instead of being copied.
  private struct Container {
    let isDictionary: Bool
    /// The start tag.
    let tag: XMLTag
    var entries: [PropertyList.Entry] = []
    /// The key whose value has not been read yet, in a dictionary.
    var key: Key?
    var values: [PropertyList] = []
  }

  let file: String
  private let limits: PropertyList.Limits
  /// The byte order mark's length, which the XML reader's offsets don't include.
  private let markLength: Int
  /// The problems that do not make the meaning ambiguous, in file order.
  var problems: [Diagnostic] = []
  /// Whether the `<plist>` element has begun.
  private var hasRoot = false
  /// The value of the file, once complete.
  private var root: PropertyList?
  /// The open containers, outermost first.
  private var open: [Container] = []
  /// The open element that contains text, if any.
  private var leaf: Leaf?
  /// The text of the open element so far, as UTF-8 with references resolved.
  private(set) var buffer: [UInt8] = []
  /// The comments since the last entry.
  private var comments: [PropertyList.Comment] = []
  /// The number of elements inside the root so far.
  private var count = 0
  /// The position of the `<plist>` tag.
  private var rootPosition = SourcePosition.start

  init(file: String, limits: PropertyList.Limits, markLength: Int) {
    self.file = file
    self.limits = limits
    self.markLength = markLength
  }

  /// Returns the value and its problems after the end of the file.
  ///
  /// - Throws: A diagnostic if the root element is empty.
  func result() throws(Diagnostic) -> PropertyList.DecodingResult {
    guard let root else { throw missingValue(at: rootPosition) }
    return PropertyList.DecodingResult(value: root, problems: problems)
  }

  /// Starts an element. The order of keys and values is checked here so that problems are reported
  /// where they start.
  func startElement(_ start: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    let tag = XMLTag(start)
    if let leaf { throw unexpectedElement(tag.name, in: leaf.name, at: tag.position) }
    guard hasRoot else {
      guard tag.name == "plist" else { throw wrongRoot(tag.name, at: tag.position) }
      hasRoot = true
      rootPosition = tag.position
      return
    }
    count += 1
    if count > limits.values { throw .tooManyValues(limits, file: file, at: tag.position) }
    switch tag.name {
    case "key":
      try checkKeyPosition(tag.position)
      leaf = Leaf(tag: tag, position: tag.contentPosition)
    case "dict", "array":
      try checkValuePosition(tag.name, tag.position)
      guard open.count < limits.depth else {
        throw .excessiveDepth(limits, file: file, at: tag.position)
      }
      if open.last?.key != nil {
        // These comments precede the value, not the first key inside it.
        open[open.count - 1].key?.comments += takeComments()
      }
      open.append(Container(isDictionary: tag.name == "dict", tag: tag))
    case "true", "false":
      try checkValuePosition(tag.name, tag.position)
      leaf = Leaf(tag: tag, position: tag.position)
    case "string", "integer", "real", "date", "data":
      try checkValuePosition(tag.name, tag.position)
      leaf = Leaf(tag: tag, position: tag.isEmpty ? tag.position : tag.contentPosition)
    default: throw unknownElement(tag.name, at: tag.position)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Checks that a key is inside a dictionary, and that the previous key has a value.
  private func checkKeyPosition(_ position: SourcePosition) throws(Diagnostic) {
    guard let container = open.last, container.isDictionary else { throw strayKey(at: position) }
    if let key = container.key { throw keyWithoutValue(key) }
  }

  /// Checks that a value in a dictionary follows a key, or that it is the only value in the file.
  private func checkValuePosition(
    _ element: String, _ position: SourcePosition
  ) throws(Diagnostic) {
    if let container = open.last {
      if container.isDictionary, container.key == nil {
        throw valueWithoutKey(element, at: position)
      }
    } else if let root {
      throw extraValue(at: position, first: root.position)
    }
  }

  /// Reports declarations inside a document type declaration, which Apple's readers reject.
  func internalSubset(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    throw internalSubset(at: position)
  }

  /// Collects the text of a scalar. Elsewhere, only whitespace is allowed.
  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    // Characters up to U+0020 that XML allows are whitespace.
    let isBlank = utf8.withUnsafeBufferPointer { $0.allSatisfy { $0 <= 0x20 } }
    switch leaf?.name {
    case nil, "true", "false":
      if !isBlank { throw strayText(at: reader.textPosition()) }
    default: utf8.withUnsafeBufferPointer { buffer += $0 }
    }
  }

  /// Stores a comment, and reports comments inside scalars. Processing instructions are ignored.
  func commentOrInstruction(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) throws(Diagnostic) {
    if let leaf {
      let end = reader.position(at: range.upperBound)
      problems.append(embeddedComment(leaf.name, at: position, end: end))
    }
    let source = reader.source(range)
    // The shortest comment is `<!---->`.
    guard source.starts(with: "<!--".utf8), source.count >= 7 else { return }
    let text = source.dropFirst(4).dropLast(3)
    comments.append(PropertyList.Comment(String(decoding: text, as: UTF8.self), at: position))
  }

  /// Ends an element: a scalar, a key or a container.
  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    if let leaf {
      self.leaf = nil
      if name == "key" {
        open[open.count - 1].key = Key(
          text: text, position: leaf.position, extent: extent(from: leaf.tag, to: range, reader),
          comments: takeComments())
      } else {
        let scalar = XMLScalar(element: leaf, bytes: buffer, endTag: range, reader: reader)
        let value = try value(of: scalar)
        add(PropertyList(value, at: leaf.position, extent(from: leaf.tag, to: range, reader)))
      }
      return
    }
    guard let container = open.popLast() else { return }
    if let key = container.key { throw keyWithoutValue(key) }
    let position = container.tag.position
    let extent = extent(from: container.tag, to: range, reader)
    if container.isDictionary {
      // Comments after the last entry do not belong to an entry and are dropped.
      comments.removeAll()
      add(PropertyList(.dictionary(container.entries), at: position, extent))
    } else {
      add(PropertyList(.array(container.values), at: position, extent))
    }
  }

  /// Returns the extent of an element.
  ///
  /// - Parameters:
  ///   - tag: The start tag of the element.
  ///   - end: The byte range of the end tag.
  ///   - reader: The reader, which provides positions.
  private func extent(
    from tag: XMLTag, to end: Range<Int>, _ reader: XMLReader
  ) -> PropertyList.Extent {
    let start = tag.range.lowerBound
    return PropertyList.Extent(
      start: tag.position, end: reader.position(at: end.upperBound),
      bytes: start + markLength..<max(start, end.upperBound) + markLength)
  }

  /// The text of the open element.
  private var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Returns and clears the comments since the last entry.
  private func takeComments() -> [PropertyList.Comment] {
    if comments.isEmpty { return [] }
    defer { comments.removeAll() }
    return comments
  }

  /// Adds a value to the innermost container, or makes it the file's value.
  private func add(_ value: PropertyList) {
    if open.isEmpty {
      root = value
    } else if let key = open[open.count - 1].key {
      open[open.count - 1].key = nil
      open[open.count - 1].entries.append(
        PropertyList.Entry(
          key.text, at: key.position, key.extent, value, comments: key.comments + takeComments()))
    } else {
      open[open.count - 1].values.append(value)
    }
  }
}
