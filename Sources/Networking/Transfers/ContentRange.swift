import TremaHTTP
import TremaSupport

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
