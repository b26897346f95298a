import TremaDiagnostics
import TremaXML

/// A property list in XML, as Xcode and `plutil` write it.
enum XMLPropertyList {
  static func decode(
    _ bytes: [UInt8], file: String, limits: PropertyList.Limits
  ) throws(Diagnostic) -> PropertyList {
    var xml = limits.xml
    // The root, the value inside and whatever stands in that where nothing may.
    xml.depth = limits.depth + 3
    let handler = XMLPropertyListHandler(file: file, limits: limits)
    let reader = XMLReader(file: file, limits: xml, handler: handler)
    try reader.feed(bytes)
    try reader.finish()
    return try handler.result()
  }
}

/// Makes values of the events of a file. What is open stands in a list, so that depth costs no
/// stack.
final class XMLPropertyListHandler: XMLHandler {
  /// A key that waits for its value.
  struct Key {
    var text: String
    var position: SourcePosition
    var comments: [PropertyList.Comment]
  }

  /// A dictionary or an array, whose parts stand apart so that they can grow in place.
  private struct Container {
    let isDictionary: Bool
    let position: SourcePosition
    var entries: [PropertyList.Entry] = []
    var key: Key?
    var values: [PropertyList] = []
  }

  let file: String
  private let limits: PropertyList.Limits
  private var hasRoot = false
  private var root: PropertyList?
  private var open: [Container] = []
  /// The element that is open and holds text alone.
  private var leaf: (name: String, position: SourcePosition)?
  private var buffer: [UInt8] = []
  private var comments: [PropertyList.Comment] = []
  private var count = 0
  private var rootPosition = SourcePosition.start

  init(file: String, limits: PropertyList.Limits) {
    self.file = file
    self.limits = limits
  }

  func result() throws(Diagnostic) -> PropertyList {
    guard let root else { throw noValue(at: rootPosition) }
    return root
  }

  func startElement(_ tag: XMLTag, in reader: XMLReader) throws(Diagnostic) {
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
      leaf = (tag.name, tag.contentPosition)
    case "dict", "array":
      try checkPlaceOfValue(tag.name, tag.position)
      guard open.count < limits.depth else {
        throw .tooDeep(limits, file: file, at: tag.position)
      }
      if open.last?.key != nil {
        // They stand before the value, not before the first key in it.
        open[open.count - 1].key?.comments += takeComments()
      }
      open.append(Container(isDictionary: tag.name == "dict", position: tag.position))
    case "true", "false":
      try checkPlaceOfValue(tag.name, tag.position)
      leaf = (tag.name, tag.position)
    case "string", "integer", "real", "date", "data":
      try checkPlaceOfValue(tag.name, tag.position)
      leaf = (tag.name, tag.isEmpty ? tag.position : tag.contentPosition)
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
    let source = reader.source(range)
    guard source.starts(with: "<!--".utf8), source.count >= 7 else { return }
    let text = source.dropFirst(4).dropLast(3)
    comments.append(PropertyList.Comment(String(decoding: text, as: UTF8.self), at: position))
  }

  func endElement(_ name: String, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    if let leaf {
      self.leaf = nil
      if name == "key" {
        open[open.count - 1].key = Key(
          text: text, position: leaf.position, comments: takeComments())
      } else {
        add(PropertyList(try value(of: leaf.name, at: leaf.position), at: leaf.position))
      }
      return
    }
    guard let container = open.popLast() else { return }
    if let key = container.key { throw keyWithoutValue(key) }
    if container.isDictionary {
      // Those after the last entry belong to none.
      comments.removeAll()
      add(PropertyList(.dictionary(container.entries), at: container.position))
    } else {
      add(PropertyList(.array(container.values), at: container.position))
    }
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
          key.text, at: key.position, value, comments: key.comments + takeComments()))
    } else {
      open[open.count - 1].values.append(value)
    }
  }

  private func value(
    of element: String, at position: SourcePosition
  ) throws(Diagnostic) -> PropertyList.Value {
    switch element {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "integer":
      guard let number = XMLScalars.integer(buffer) else {
        throw invalid("integer", text, at: position)
      }
      return .integer(number)
    case "real":
      guard let number = XMLScalars.real(buffer) else { throw invalid("real", text, at: position) }
      return .real(number)
    case "date":
      guard let date = PropertyList.Timestamp(parsing: buffer) else {
        throw invalid("date", text, at: position)
      }
      return .date(date)
    case "data":
      switch XMLScalars.base64(buffer) {
      case .success(let bytes): return .data(bytes)
      case .failure(let fault):
        throw invalidData(fault.reason, at: position.advanced(over: buffer[..<fault.index]))
      }
    default: return .string(text)
    }
  }
}
