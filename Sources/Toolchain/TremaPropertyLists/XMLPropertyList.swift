import TremaSupport
import TremaXML

/// A property list in XML, as Xcode and `plutil` write it.
enum XMLPropertyList {
  static func read(
    _ bytes: [UInt8], file: String, limits: PropertyList.Limits
  ) throws(Diagnostic) -> PropertyList.Reading {
    var xml = limits.xml
    // The root, the value inside and the elements in that where none are allowed.
    xml.depth = limits.depth + 3
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let handler = XMLPropertyListHandler(
      file: file, limits: limits, markLength: bytes.starts(with: mark) ? mark.count : 0)
    if let encoding = EncodingDetector.unusualEncoding(of: bytes) {
      handler.problems.append(handler.unusualEncoding(encoding))
    }
    let reader = XMLReader(file: file, limits: xml, handler: handler)
    try reader.feed(bytes)
    try reader.finish()
    return try handler.result()
  }
}

/// Makes values of the events of a file. What is open is in a list, so that depth costs no
/// stack.
final class XMLPropertyListHandler: XMLHandler {
  /// A key that waits for its value.
  struct Key {
    var text: String
    var position: SourcePosition
    var extent: PropertyList.Extent
    var comments: [PropertyList.Comment]
  }

  /// The element that is open and holds text alone.
  struct Leaf {
    let tag: XMLTag
    /// The start of its text; of a Boolean, and of one that is empty, the tag.
    let position: SourcePosition

    var name: String { tag.name }
  }

  /// A dictionary or an array, whose parts are apart so that they can grow in place.
  private struct Container {
    let isDictionary: Bool
    let tag: XMLTag
    var entries: [PropertyList.Entry] = []
    var key: Key?
    var values: [PropertyList] = []
  }

  let file: String
  private let limits: PropertyList.Limits
  /// The length of the byte order mark, which the offsets of the reader leave out.
  private let markLength: Int
  var problems: [Diagnostic] = []
  private var hasRoot = false
  private var root: PropertyList?
  private var open: [Container] = []
  private var leaf: Leaf?
  private(set) var buffer: [UInt8] = []
  private var comments: [PropertyList.Comment] = []
  private var count = 0
  private var rootPosition = SourcePosition.start

  init(file: String, limits: PropertyList.Limits, markLength: Int) {
    self.file = file
    self.limits = limits
    self.markLength = markLength
  }

  func result() throws(Diagnostic) -> PropertyList.Reading {
    guard let root else { throw noValue(at: rootPosition) }
    return PropertyList.Reading(value: root, problems: problems)
  }

  func startElement(_ start: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    let tag = XMLTag(start)
    if let leaf { throw markup(tag.name, in: leaf.name, at: tag.position) }
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
      try checkPlaceOfKey(tag.position)
      leaf = Leaf(tag: tag, position: tag.contentPosition)
    case "dict", "array":
      try checkPlaceOfValue(tag.name, tag.position)
      guard open.count < limits.depth else {
        throw .tooDeep(limits, file: file, at: tag.position)
      }
      if open.last?.key != nil {
        // They are before the value, not before the first key in it.
        open[open.count - 1].key?.comments += takeComments()
      }
      open.append(Container(isDictionary: tag.name == "dict", tag: tag))
    case "true", "false":
      try checkPlaceOfValue(tag.name, tag.position)
      leaf = Leaf(tag: tag, position: tag.position)
    case "string", "integer", "real", "date", "data":
      try checkPlaceOfValue(tag.name, tag.position)
      leaf = Leaf(tag: tag, position: tag.isEmpty ? tag.position : tag.contentPosition)
    default: throw unknownElement(tag.name, at: tag.position)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func checkPlaceOfKey(_ position: SourcePosition) throws(Diagnostic) {
    guard let container = open.last, container.isDictionary else { throw strayKey(at: position) }
    if let key = container.key { throw keyWithoutValue(key) }
  }

  private func checkPlaceOfValue(
    _ element: String, _ position: SourcePosition
  ) throws(Diagnostic) {
    if let container = open.last {
      if container.isDictionary, container.key == nil {
        throw valueWithoutKey(element, at: position)
      }
    } else if let root {
      throw secondValue(at: position, first: root.position)
    }
  }

  func internalSubset(at position: SourcePosition, in reader: XMLReader) throws(Diagnostic) {
    throw declarations(at: position)
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    let isBlank = utf8.withUnsafeBufferPointer { $0.allSatisfy { $0 <= 0x20 } }
    switch leaf?.name {
    case nil, "true", "false":
      if !isBlank { throw strayText(at: reader.textPosition()) }
    default: utf8.withUnsafeBufferPointer { buffer += $0 }
    }
  }

  func aside(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) throws(Diagnostic) {
    if let leaf {
      let end = reader.position(at: range.upperBound)
      problems.append(commentInside(leaf.name, at: position, end: end))
    }
    let source = reader.source(range)
    guard source.starts(with: "<!--".utf8), source.count >= 7 else { return }
    let text = source.dropFirst(4).dropLast(3)
    comments.append(PropertyList.Comment(String(decoding: text, as: UTF8.self), at: position))
  }

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
      // Those after the last entry belong to none.
      comments.removeAll()
      add(PropertyList(.dictionary(container.entries), at: position, extent))
    } else {
      add(PropertyList(.array(container.values), at: position, extent))
    }
  }

  /// - Parameter end: the end tag.
  private func extent(
    from tag: XMLTag, to end: Range<Int>, _ reader: XMLReader
  ) -> PropertyList.Extent {
    let start = tag.range.lowerBound
    return PropertyList.Extent(
      start: tag.position, end: reader.position(at: end.upperBound),
      bytes: start + markLength..<max(start, end.upperBound) + markLength)
  }

  private var text: String { String(decoding: buffer, as: UTF8.self) }

  private func takeComments() -> [PropertyList.Comment] {
    if comments.isEmpty { return [] }
    defer { comments.removeAll() }
    return comments
  }

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
