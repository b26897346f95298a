import TremaSupport

extension XMLScanner {
  /// Reads a start tag or an empty-element tag at the cursor.
  mutating func startTag(_ names: inout XMLNames) -> Part {
    cursor.index += 1
    attributeCount = 0
    nameIndex = names.read(bytes, &cursor.index)
    guard nameIndex >= 0 else { return nameIndex == XMLNames.unfinished ? .unfinished : .unknown }
    let part = attributes(&names)
    let rest = slots.count - attributeCount
    if attributeCount > 0, rest > 0 { slots.removeLast(rest) }
    return part
  }

  /// Reads the rest of a start tag after the name.
  private mutating func attributes(_ names: inout XMLNames) -> Part {
    var seen = XMLNames.NameSet()
    while true {
      guard let next = byte(0) else { return .unfinished }
      if next == UInt8(ascii: ">") {
        cursor.index += 1
        return .startTag
      }
      if next == UInt8(ascii: "/") {
        guard let end = byte(1) else { return .unfinished }
        guard end == UInt8(ascii: ">") else { return .unknown }
        cursor.index += 2
        return .emptyTag
      }
      guard skipSpace() else { return .unknown }
      guard let next = byte(0) else { return .unfinished }
      if next == UInt8(ascii: ">") || next == UInt8(ascii: "/") { continue }
      if let fault = attribute(&names, &seen) { return fault }
    }
  }

  /// Reads an attribute.
  ///
  /// - Returns: `nil` if the attribute is complete and not a duplicate; otherwise, the part to
  ///   return.
  private mutating func attribute(
    _ names: inout XMLNames, _ seen: inout XMLNames.NameSet
  ) -> Part? {
    let position = cursor.position
    let start = cursor.index
    let number = names.read(bytes, &cursor.index)
    guard number >= 0 else { return number == XMLNames.unfinished ? .unfinished : .unknown }
    guard seen.insert(number) else { return .unknown }
    let name = XMLName(local: UnsafeBufferPointer(rebasing: bytes[start..<cursor.index]))
    let isNamespace = names.isNamespace(number)
    if cursor.index + 1 < bytes.count, bytes[cursor.index] == UInt8(ascii: "="),
      bytes[cursor.index + 1] == UInt8(ascii: "\"")
    {
      return value(of: name, isNamespace: isNamespace, at: position)
    }
    skipSpace()
    guard let next = byte(0) else { return .unfinished }
    guard next == UInt8(ascii: "=") else { return .unknown }
    cursor.index += 1
    skipSpace()
    guard let quote = byte(0) else { return .unfinished }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .unknown }
    cursor.index -= 1
    return value(of: name, isNamespace: isNamespace, at: position)
  }

  /// Reads the byte after an attribute name, which should be an equals sign, and the quoted value
  /// after it.
  ///
  /// - Parameter isNamespace: Whether the attribute declares a namespace.
  /// - Returns: `nil` if the value is complete; otherwise, the part to return.
  private mutating func value(
    of name: XMLName, isNamespace: Bool, at position: SourcePosition
  ) -> Part? {
    let quote = bytes[cursor.index + 1]
    cursor.index += 2
    let valuePosition = cursor.position
    let start = cursor.index
    var isPlain = true
    while true {
      skipPlain(to: quote)
      guard let byte = byte(0) else { return .unfinished }
      if byte == quote { break }
      if byte == UInt8(ascii: "&") {
        isPlain = false
        if let fault = reference().fault { return fault }
      } else if byte < 0x20 {
        isPlain = false
        if let fault = skipControl() { return fault }
      } else {
        guard byte != UInt8(ascii: "<") else { return .unknown }
        if let fault = skipCharacterStartingWithEF() { return fault }
      }
    }
    let value = UnsafeBufferPointer(rebasing: bytes[start..<cursor.index])
    if isNamespace, !isPlain || isReserved(value) { return .unknown }
    let attribute = XMLStartTag.Attribute(
      name: name, bytes: value, isSource: !isPlain, position: position, valuePosition: valuePosition
    )
    if attributeCount < slots.count {
      slots[attributeCount] = attribute
    } else {
      slots.append(attribute)
    }
    attributeCount += 1
    cursor.index += 1
    return nil
  }

  /// Returns whether libxml2 has special rules for a namespace name.
  private func isReserved(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.isEmpty || value.starts(with: "http://www.w3.org/XML/".utf8)
      || value.elementsEqual("http://www.w3.org/2000/xmlns/".utf8)
  }

  /// Returns the value of an attribute for its source, with references resolved and whitespace
  /// replaced with spaces.
  static func resolvedValue(ofSource source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    var rest = XMLScanner(bytes: source)
    while let byte = rest.byte(0) {
      if byte == UInt8(ascii: "&"), let scalar = rest.reference().character {
        value += Array(scalar.utf8)
        continue
      }
      rest.cursor.index += 1
      // A line break becomes one space, even if it consists of two bytes.
      if byte == UInt8(ascii: "\r") { continue }
      value.append(byte < 0x20 ? 0x20 : byte)
    }
    return value
  }

  /// Reads an end tag at the cursor.
  ///
  /// - Parameter open: The name of the innermost open element, which is compared first.
  mutating func endTag(_ names: inout XMLNames, _ open: Int?) -> Part {
    cursor.index += 2
    if let open, names.isName(open, bytes, at: cursor.index) {
      let end = cursor.index + names.length(open)
      if bytes[end] == UInt8(ascii: ">") {
        cursor.index = end + 1
        nameIndex = open
        return .endTag
      }
    }
    nameIndex = names.read(bytes, &cursor.index)
    guard nameIndex >= 0 else { return nameIndex == XMLNames.unfinished ? .unfinished : .unknown }
    skipSpace()
    guard let end = byte(0) else { return .unfinished }
    guard end == UInt8(ascii: ">") else { return .unknown }
    cursor.index += 1
    return .endTag
  }
}
