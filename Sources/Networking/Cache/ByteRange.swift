import TremaHTTP

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
