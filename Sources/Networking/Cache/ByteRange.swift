import TremaHTTP
import TremaSupport

/// The single byte range of a request.
///
/// See RFC 9110, section 14.1.2.
enum ByteRange: Equatable {
  /// `bytes=2-5`, which includes the last byte, or `bytes=2-`.
  case from(Int, through: Int?)
  /// `bytes=-5`: the last five bytes.
  case suffix(Int)

  /// Creates the range of a request, or returns `nil` if the request has no range, more than one, a
  /// unit other than bytes, or a condition.
  init?(of request: HTTPRequest) {
    let conditions: [HTTPFields.Name] = [
      .ifNoneMatch, .ifModifiedSince, "If-Match", "If-Unmodified-Since", .ifRange,
    ]
    guard request.method == .get, request.fields[values: .range].count == 1,
      let value = request.fields[.range], !conditions.contains(where: request.fields.contains)
    else { return nil }
    self.init(value)
  }

  /// Creates the range of a field value, or returns `nil` if the value is invalid.
  init?(_ value: String) {
    let unit = "bytes="
    guard value.hasPrefix(unit) else { return nil }
    let ends = value.dropFirst(unit.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (ContentLengthField.read(String(ends[0])), ContentLengthField.read(String(ends[1]))) {
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
    case (nil, let count?) where ends[0].isEmpty: self = .suffix(count)
    default: return nil
    }
  }

  /// Returns the range within content of the given length, or `nil` if none of its bytes exist.
  func part(of length: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      first < length ? first..<(min(length - 1, last ?? length - 1) + 1) : nil
    case .suffix(let count): count > 0 && length > 0 ? max(0, length - count)..<length : nil
    }
  }
}

/// The bytes of the content that a response contains.
///
/// See RFC 9110, section 14.4.
enum ContentRange: Equatable {
  /// `bytes 5-9/20`, which includes the last byte. The total is `nil` for `*`.
  case part(first: Int64, last: Int64, total: Int64?)
  /// `bytes */20`: none of the requested bytes exist in content of this length.
  case unsatisfied(total: Int64)

  /// Creates the range of a field value, or returns `nil` for an invalid value, a unit other than
  /// bytes, or impossible numbers such as a last byte before the first byte or beyond the end.
  init?(_ value: String) {
    var rest = Array(value.utf8)[...]
    let unit = rest.prefix { $0 != 0x20 }
    guard unit.map(ASCII.lowercased).elementsEqual("bytes".utf8) else { return nil }
    rest = rest[unit.endIndex...].drop { $0 == 0x20 }
    let halves = rest.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let isOpen = halves[1].elementsEqual("*".utf8)
    let total = Self.number(halves[1])
    guard isOpen || total != nil else { return nil }
    if halves[0].elementsEqual("*".utf8) {
      guard let total else { return nil }
      self = .unsatisfied(total: total)
      return
    }
    let ends = halves[0].split(
      separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
      first <= last, total.map({ last < $0 }) ?? (last < .max)
    else { return nil }
    self = .part(first: first, last: last, total: total)
  }

  /// Returns a decimal number, or `nil` if the digits are empty or the number is too large.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
