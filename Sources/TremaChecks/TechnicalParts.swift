/// What stands in prose and is none: tags, addresses of pages and of people.
enum TechnicalPart {
  case tag(MarkupTag)
  /// `https://example.com/a`, `www.example.com`
  case url
  /// `a@example.com`
  case email

  struct Place {
    let part: TechnicalPart
    let range: Range<Int>
  }

  /// All of a reading, in order.
  static func all(in bytes: [UInt8]) -> [Place] {
    var places: [Place] = []
    var index = 0
    while index < bytes.count {
      var end = index
      switch bytes[index] {
      case UInt8(ascii: "<"):
        if let tag = MarkupTag(in: bytes, at: index) {
          places.append(Place(part: .tag(tag), range: tag.range))
          end = tag.range.upperBound
        }
      case UInt8(ascii: ":"):
        if let range = url(in: bytes, colon: index, behind: places.last?.range.upperBound ?? 0) {
          places.append(Place(part: .url, range: range))
          end = range.upperBound
        }
      case UInt8(ascii: "w"):
        if bytes[index...].starts(with: "www.".utf8),
          !bytes.scalar(before: index).isWordPart, bytes.scalar(before: index) != "/",
          bytes.scalar(at: index + 4).isLetter
        {
          end = Self.end(of: bytes, from: index)
          places.append(Place(part: .url, range: index..<end))
        }
      case UInt8(ascii: "@"):
        if let range = email(in: bytes, at: index),
          range.lowerBound >= places.last?.range.upperBound ?? 0
        {
          places.append(Place(part: .email, range: range))
          end = range.upperBound
        }
      default: break
      }
      index = max(end, index + 1)
    }
    return places
  }

  /// An address whose scheme ends at a colon.
  ///
  /// - Parameter behind: where it may begin.
  private static func url(in bytes: [UInt8], colon: Int, behind: Int) -> Range<Int>? {
    guard bytes[colon...].starts(with: "://".utf8), colon + 3 < bytes.count else { return nil }
    var start = colon
    while start > 0, Unicode.Scalar(bytes[start - 1]).isLetter { start -= 1 }
    let first = bytes.scalar(at: colon + 3)
    guard start < colon, start >= behind,
      first.isLetter || first.isASCIIDigit || first == "\u{FFFC}"
    else {
      return nil
    }
    return start..<end(of: bytes, from: colon)
  }

  /// Where an address ends: at a space, a quote, a bracket or a tag, or before the punctuation of
  /// its sentence.
  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte < 0x80 {
        if isBehindAddress(byte) { break }
        end += 1
      } else {
        let scalar = bytes.scalar(at: end)
        if isBehindAddress(scalar) { break }
        end += scalar.width
      }
    }
    while end > start, isPunctuation(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The ASCII ones, of which most addresses are, without a look at any table.
  private static func isBehindAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "]"),
      UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "!"), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  private static func isBehindAddress(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "»", "”", "“", "「", "」", "）", "，", "。", "、": true
    default: scalar.isSpace || scalar.isIdeographic
    }
  }

  private static func email(in bytes: [UInt8], at: Int) -> Range<Int>? {
    var start = at
    while start > 0, isMailbox(bytes[start - 1]) { start -= 1 }
    var end = at + 1
    while end < bytes.count, isHost(bytes[end]) { end += 1 }
    while end > at + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard start < at, end > at + 3, bytes[at + 1..<end].contains(UInt8(ascii: ".")) else {
      return nil
    }
    return start..<end
  }

  private static func isHost(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return byte < 0x80 && (scalar.isLetter || scalar.isASCIIDigit) || ".-".utf8.contains(byte)
  }

  private static func isMailbox(_ byte: UInt8) -> Bool { isHost(byte) || "_+%".utf8.contains(byte) }
}

extension Prose {
  /// A reading in which zeros stand for the bytes of tags and addresses.
  func maskedParts(of reading: [UInt8]) -> [UInt8] {
    var reading = reading
    if signs.isDisjoint(with: [.markup, .slash, .at, .fullStop]) { return reading }
    for place in TechnicalPart.all(in: reading) {
      for index in place.range { reading[index] = 0 }
    }
    return reading
  }
}
