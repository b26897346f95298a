import TremaMessages
import TremaSupport

/// A part of a text that is not prose: a tag or an address.
enum TechnicalPart {
  case tag
  /// A web address: `https://example.com/a`, `www.example.com`.
  case url
  /// An email address: `a@example.com`.
  case email

  /// A technical part and its byte range in the reading.
  struct Occurrence {
    let part: TechnicalPart
    let range: Range<Int>
  }

  /// Returns all technical parts of a reading, in order. They do not overlap.
  static func all(in bytes: [UInt8]) -> [Occurrence] {
    var occurrences: [Occurrence] = []
    var index = 0
    while index < bytes.count {
      var end = index
      switch bytes[index] {
      case UInt8(ascii: "<"):
        if let tag = MarkupTag.Extent.of(bytes, at: index) {
          occurrences.append(Occurrence(part: .tag, range: tag.range))
          end = tag.range.upperBound
        }
      case UInt8(ascii: ":"):
        if let range = url(
          in: bytes, colon: index, notBefore: occurrences.last?.range.upperBound ?? 0)
        {
          occurrences.append(Occurrence(part: .url, range: range))
          end = range.upperBound
        }
      case UInt8(ascii: "w"):
        if bytes.has("www.", at: index), !bytes.scalar(before: index).isWordPart,
          bytes.scalar(before: index) != "/",
          bytes.scalar(at: index + 4).isLetter
        {
          end = Self.end(of: bytes, from: index)
          occurrences.append(Occurrence(part: .url, range: index..<end))
        }
      case UInt8(ascii: "@"):
        if let range = email(in: bytes, at: index),
          range.lowerBound >= occurrences.last?.range.upperBound ?? 0
        {
          occurrences.append(Occurrence(part: .email, range: range))
          end = range.upperBound
        }
      default: break
      }
      index = max(end, index + 1)
    }
    return occurrences
  }

  /// Returns the range of an address with a scheme.
  ///
  /// - Parameters:
  ///   - colon: The offset of the colon after the scheme.
  ///   - lowerBound: The lowest offset at which the address may start.
  private static func url(in bytes: [UInt8], colon: Int, notBefore lowerBound: Int) -> Range<Int>? {
    guard bytes.has("://", at: colon), colon + 3 < bytes.count else { return nil }
    var start = colon
    while start > 0, Unicode.Scalar(bytes[start - 1]).isLetter { start -= 1 }
    let first = bytes.scalar(at: colon + 3)
    guard start < colon, start >= lowerBound,
      first.isLetter || first.isASCIIDigit || first == "\u{FFFC}"
    else {
      return nil
    }
    return start..<end(of: bytes, from: colon)
  }

  /// Returns the end of an address: a space, a quotation mark, a bracket or a tag. Punctuation at
  /// its end belongs to the sentence.
  ///
  /// - Parameter start: An offset in the address.
  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte < 0x80 {
        if endsAddress(byte) { break }
        end += 1
      } else {
        let scalar = bytes.scalar(at: end)
        if endsAddress(scalar) { break }
        end += scalar.width
      }
    }
    while end > start, isPunctuation(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Returns whether an ASCII byte ends an address. Most addresses contain only ASCII bytes, for
  /// which no Unicode properties are needed.
  private static func endsAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "]"),
      UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// Returns whether a byte at the end of an address belongs to the sentence.
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "!"), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  /// Returns whether a non-ASCII character ends an address.
  private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "»", "”", "“", "「", "」", "）", "，", "。", "、": true
    default: scalar.isSpace || scalar.isIdeographic
    }
  }

  /// Returns the range of an email address.
  ///
  /// - Parameter atSign: The offset of the `@`.
  private static func email(in bytes: [UInt8], at atSign: Int) -> Range<Int>? {
    var start = atSign
    while start > 0, isMailbox(bytes[start - 1]) { start -= 1 }
    var end = atSign + 1
    while end < bytes.count, isHost(bytes[end]) { end += 1 }
    while end > atSign + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard start < atSign, end > atSign + 3, bytes[atSign + 1..<end].contains(UInt8(ascii: "."))
    else {
      return nil
    }
    return start..<end
  }

  /// Returns whether a byte may be part of a host name.
  private static func isHost(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  /// Returns whether a byte may be part of a mailbox name.
  private static func isMailbox(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "%"): true
    default: isHost(byte)
    }
  }
}

extension Prose {
  /// Returns the tags and addresses of a reading, in order.
  func parts(of reading: [UInt8]) -> [TechnicalPart.Occurrence] {
    flags.isDisjoint(with: [.markup, .slash, .at, .fullStop]) ? [] : TechnicalPart.all(in: reading)
  }

  /// Returns the addresses of a reading, including those in tags.
  ///
  /// - Parameter parts: The technical parts of the reading.
  func addresses(of reading: [UInt8], _ parts: [TechnicalPart.Occurrence]) -> [TechnicalPart
    .Occurrence]
  {
    // Without tags, no address is hidden. Otherwise, each `<` is replaced with a space, which also
    // ends an address but does not start a tag.
    guard parts.contains(where: { $0.part == .tag }) else { return parts }
    return TechnicalPart.all(in: reading.map { $0 == UInt8(ascii: "<") ? 0x20 : $0 })
  }

  /// Returns whether a reading has the same tags as the previous reading, byte for byte.
  ///
  /// - Parameter number: The index of the reading.
  func repeatsTags(_ number: Int) -> Bool {
    guard number > 0 else { return false }
    let before = parts[number - 1]
    var index = 0
    for occurrence in parts[number] where occurrence.part == .tag {
      while index < before.count, before[index].part != .tag { index += 1 }
      guard index < before.count,
        readings[number][occurrence.range].elementsEqual(readings[number - 1][before[index].range])
      else { return false }
      index += 1
    }
    return !before[index...].contains { $0.part == .tag }
  }

  /// Returns a reading in which the bytes of the given parts are replaced with zeros.
  static func masked(_ reading: [UInt8], without parts: [TechnicalPart.Occurrence]) -> [UInt8] {
    if parts.isEmpty { return reading }
    var masked = reading
    for occurrence in parts {
      for index in occurrence.range { masked[index] = 0 }
    }
    return masked
  }
}
