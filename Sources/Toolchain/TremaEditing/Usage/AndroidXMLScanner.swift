/// A scanner for Android XML files.
///
/// It finds references to resources such as `@string/x`, `@plurals/x` and `@array/x` in attribute
/// values, in data binding expressions, and as the entire text of an element. It also finds the
/// resources that a file defines itself.
struct AndroidXMLScanner {
  /// The names of keys in source code.
  private let names: UsageNames
  /// The bytes of the file.
  private let bytes: [UInt8]
  /// The offset of the next byte to read.
  private var index = 0
  /// The findings so far.
  private var findings = SourceFindings()

  /// Scans a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file, which need not be well-formed.
  ///   - names: The names of keys in source code.
  static func findings(_ bytes: [UInt8], _ names: UsageNames) -> SourceFindings {
    var xml = AndroidXMLScanner(names: names, bytes: bytes)
    xml.read()
    xml.findings.resolvePositions(in: bytes)
    return xml.findings
  }

  private init(names: UsageNames, bytes: [UInt8]) {
    self.names = names
    self.bytes = bytes
  }

  /// Reads the file to its end.
  private mutating func read() {
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        readText(to: bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count)
      } else if hasPrefix("<!--") {
        skip(past: "-->", from: index + 4)
      } else if hasPrefix("<![CDATA[") {
        let start = index + 9
        skip(past: "]]>", from: start)
        readReference(start, max(start, index - 3))
      } else if hasPrefix("<?") {
        skip(past: "?>", from: index + 2)
      } else {
        readTag()
      }
    }
  }

  /// Returns whether the given string starts at the current offset.
  private func hasPrefix(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in
      index + buffer.count <= bytes.count
        && bytes[index..<index + buffer.count].elementsEqual(buffer)
    }
  }

  /// Advances past the next occurrence of a string, or to the file's end.
  private mutating func skip(past end: StaticString, from start: Int) {
    index = min(start, bytes.count)
    while index < bytes.count {
      if hasPrefix(end) {
        index += end.utf8CodeUnitCount
        return
      }
      index += 1
    }
  }

  /// Reads character data up to an offset.
  private mutating func readText(to end: Int) {
    readReference(index, end)
    index = end
  }

  /// Reads character data, which is a reference only if nothing but whitespace surrounds it.
  private mutating func readReference(_ start: Int, _ end: Int) {
    var (start, end) = (min(start, bytes.count), min(end, bytes.count))
    while start < end, Self.isSpace(bytes[start]) { start += 1 }
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    if start < end, bytes[start] == UInt8(ascii: "@") { _ = recordReference(at: start, end: end) }
  }

  /// Reads a tag with its attributes, and records the resource that it defines.
  private mutating func readTag() {
    index += 1
    let start = index
    while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
    let element = start..<index
    var name: Range<Int>?
    var type: Range<Int>?
    while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<")
    {
      guard !Self.endsName(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
      let attribute = bytes[start..<index]
      guard let value = readValue() else { continue }
      if attribute.elementsEqual("name".utf8) { name = value }
      if attribute.elementsEqual("type".utf8) { type = value }
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ">") { index += 1 }
    if let name { recordDefinition(bytes[element], bytes[name], type.map { bytes[$0] }) }
  }

  /// Reads `= "value"` and the references in the value.
  ///
  /// Data binding expressions, `@{…}` and `@={…}`, may contain multiple references.
  ///
  /// - Returns: The value's range without its quotes, or `nil` if there is none.
  private mutating func readValue() -> Range<Int>? {
    var offset = index
    while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { return nil }
    offset += 1
    while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
    guard offset < bytes.count,
      bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'")
    else {
      index = offset
      return nil
    }
    let quote = bytes[offset]
    let start = offset + 1
    var end = start
    while end < bytes.count, bytes[end] != quote { end += 1 }
    index = min(end + 1, bytes.count)
    guard start < end, bytes[start] == UInt8(ascii: "@") else { return start..<end }
    let isExpression = end - start > 1 && Array("{=".utf8).contains(bytes[start + 1])
    var reference = start
    while reference < end {
      if bytes[reference] == UInt8(ascii: "@") {
        reference = max(reference, recordReference(at: reference, end: end) - 1)
      }
      reference += 1
      if !isExpression { break }
    }
    return start..<end
  }

  /// Records a reference such as `@string/x` or `@com.example:string/x`, except references to
  /// Android's own resources.
  ///
  /// - Parameters:
  ///   - start: The offset of `@`.
  ///   - end: The end of the bytes that may contain the reference.
  /// - Returns: The offset of the first unread byte.
  private mutating func recordReference(at start: Int, end: Int) -> Int {
    var offset = start + 1
    if offset < end, bytes[offset] == UInt8(ascii: "*") { offset += 1 }
    var type = offset
    var package: [UInt8] = []
    while offset < end, Self.isName(bytes[offset]) || bytes[offset] == UInt8(ascii: ".") {
      offset += 1
    }
    if offset < end, bytes[offset] == UInt8(ascii: ":") {
      guard !bytes[type..<offset].elementsEqual("android".utf8) else { return offset }
      package = Array(bytes[type..<offset].prefix(200))
      offset += 1
      type = offset
      while offset < end, Self.isName(bytes[offset]) { offset += 1 }
    }
    guard offset < end, bytes[offset] == UInt8(ascii: "/") else { return offset }
    let kind = bytes[type..<offset]
    guard SourceFindings.resourceTypes.contains(where: { kind.elementsEqual($0) }) else {
      return offset
    }
    let name = offset + 1
    offset = name
    // References use an underscore for each dot in the name of a resource.
    while offset < end, Self.isName(bytes[offset]) || bytes[offset] == UInt8(ascii: ".") {
      offset += 1
    }
    let plain = bytes[name..<offset].map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 }
    if offset > name {
      findings.recordUse(
        ofResource: plain[...], type: kind, names, spelling: bytes[start..<offset].prefix(1 << 10),
        package: package, at: start)
    }
    return offset
  }

  /// Records the definition of a resource, such as `<string name="app_id">`.
  ///
  /// - Parameters:
  ///   - element: The name of the element.
  ///   - name: The value of its `name` attribute.
  ///   - type: The value of its `type` attribute, which specifies an `item`'s resource type.
  private mutating func recordDefinition(
    _ element: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, _ type: ArraySlice<UInt8>?
  ) {
    let element = element.elementsEqual("item".utf8) ? type ?? element : element
    let isArray = ["array", "string-array", "integer-array"].contains {
      element.elementsEqual($0.utf8)
    }
    guard isArray || SourceFindings.resourceTypes.contains(where: { element.elementsEqual($0) })
    else { return }
    let plain = name.map {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0
    }
    findings.resources.insert(Array((isArray ? "array/" : "text/").utf8) + plain)
  }

  /// Returns whether a byte is XML whitespace.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  /// Returns whether a byte ends the name of an element or attribute.
  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
      || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"")
      || byte == UInt8(ascii: "'")
  }

  /// Returns whether a byte can be part of a resource name.
  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
