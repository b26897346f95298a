import TremaHTTP
import TremaSupport

/// The single range of bytes that a request asks for.
///
/// Source: RFC 9110, section 14.1.2.
enum ByteRange: Equatable {
  /// `bytes=2-5`, whose last byte is included, or `bytes=2-`.
  case from(Int, through: Int?)
  /// `bytes=-5`: the last five bytes.
  case suffix(Int)

  /// - Returns: `nil` where the request asks for the whole, for several ranges, for another unit, or
  ///   under a condition.
  init?(of request: HTTPRequest) {
    let conditions: [HTTPFields.Name] = [
      .ifNoneMatch, .ifModifiedSince, "If-Match", "If-Unmodified-Since", .ifRange,
    ]
    guard request.method == .get, request.fields[values: .range].count == 1,
      let value = request.fields[.range], !conditions.contains(where: request.fields.contains)
    else { return nil }
    self.init(value)
  }

  init?(_ value: String) {
    let unit = "bytes="
    guard value.hasPrefix(unit) else { return nil }
    let ends = value.dropFirst(unit.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (DeltaLength.read(String(ends[0])), DeltaLength.read(String(ends[1]))) {
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
    case (nil, let count?) where ends[0].isEmpty: self = .suffix(count)
    default: return nil
    }
  }

  /// The part of a content that has a number of bytes, or `nil` where it has none of the range.
  func part(of length: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      first < length ? first..<(min(length - 1, last ?? length - 1) + 1) : nil
    case .suffix(let count): count > 0 && length > 0 ? max(0, length - count)..<length : nil
    }
  }
}

/// Which bytes of a content a response holds.
///
/// Source: RFC 9110, section 14.4.
enum ContentRange: Equatable {
  /// `bytes 5-9/20`; the last byte is part of it. The total is nil for `*`.
  case part(first: Int64, last: Int64, total: Int64?)
  /// `bytes */20`: of a content of so many bytes there is none that was asked for.
  case unsatisfied(total: Int64)

  /// - Returns: nil for what is none, has another unit, or is not possible: a last byte before the
  ///   first, or behind the end.
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

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
