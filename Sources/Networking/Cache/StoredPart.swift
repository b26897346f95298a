import TremaHTTP
import TremaSupport

/// The range of a content that a stored `206` holds, and the content that it is a range of.
///
/// Without a strong validator, bytes of two contents could not be told apart; without the length of the
/// whole, neither `bytes=5-` nor `bytes=-5` could be answered. Such responses are no stored parts, and
/// neither are those with a `Content-Encoding`: the rest of the content would be decoded on its way.
///
/// Source: RFC 9111, sections 3.3 and 3.4; RFC 9110, sections 14.4 and 15.3.7.
struct StoredPart: Hashable, Sendable {
  let range: Range<Int>
  /// The length of the whole content, in bytes.
  let total: Int
  /// The value for `If-Range`: a strong entity tag, or a strong date.
  let validator: String

  /// Whether no byte is missing.
  var isWhole: Bool { range == 0..<total }

  /// - Parameter now: the time by which years of two digits are read in dates.
  init?(_ status: HTTPStatus, _ fields: HTTPFields, now: Int64) {
    guard status == .partialContent else { return nil }
    let ranges = fields[values: .contentRange]
    guard ranges.count == 1,
      case .part(let first, let last, let total?) = ContentRange(ranges[0]),
      let first = Int(exactly: first), let last = Int(exactly: last),
      let total = Int(exactly: total),
      !fields.contains(.contentEncoding), !Self.hasSeveralRanges(fields),
      let validator = DownloadRecord.validator(of: fields, now: now)
    else { return nil }
    range = first..<last + 1
    let count = range.count
    guard fields[values: .contentLength].allSatisfy({ DeltaLength.read($0) == count }) else {
      return nil
    }
    self.total = total
    self.validator = validator
  }

  init?(_ stored: StoredResponse) {
    self.init(stored.status, stored.fields, now: stored.responseTime)
  }

  /// - Returns: `nil` also if the body does not have the bytes that the head describes.
  init?(_ entry: CacheEntry) {
    self.init(entry.response)
    if range.count != entry.length { return nil }
  }

  private static func hasSeveralRanges(_ fields: HTTPFields) -> Bool {
    fields[values: .contentType].contains { value in
      value.utf8.map(ASCII.lowercased).starts(with: "multipart/byteranges".utf8)
    }
  }

  /// Whether a part has the bytes that follow on this one, of the same content.
  func isContinued(by next: StoredPart, through end: Int) -> Bool {
    next.range == range.upperBound..<end && next.total == total
      && next.validator.utf8.elementsEqual(validator.utf8)
  }

  /// The field `Content-Range` for a range of a content.
  static func contentRange(_ range: Range<Int>, of total: Int) -> String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"
  }
}
