import TremaSupport

/// JSON pointers and UUIDs.
enum PointerText {
  /// Source: RFC 6901, 3.
  static func isPointer(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.isEmpty || text.first == UInt8(ascii: "/") else { return false }
    return text.indices.allSatisfy { index in
      guard text[index] == UInt8(ascii: "~") else { return true }
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      return next == UInt8(ascii: "0") || next == UInt8(ascii: "1")
    }
  }

  /// Source: draft-bhutton-relative-json-pointer-00, 3.
  static func isRelativePointer(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    let digits = rest.takeDigits()
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return false
    }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      let shift = rest.takeDigits()
      guard !shift.isEmpty, shift.first != UInt8(ascii: "0") else { return false }
    }
    return rest.elementsEqual("#".utf8) || isPointer(rest)
  }

  /// Source: RFC 4122, 3.
  static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(ASCII.isHexadecimal) }
  }
}
