import TremaHTTP
import TremaSupport

/// The range of a content that a stored `206` contains, and the identity of that content.
///
/// Without a strong validator, bytes of two contents could not be distinguished; without the length
/// of the whole, neither `bytes=5-` nor `bytes=-5` could be answered. Such responses are not stored
/// as parts. Neither are those with a `Content-Encoding`, as the rest of the content would be
/// decoded while it is received.
///
/// Source: RFC 9111, sections 3.3 and 3.4; RFC 9110, sections 14.4 and 15.3.7.
struct StoredPart: Hashable, Sendable {
  /// The range of the content, in bytes.
  let range: Range<Int>
  /// The length of the whole content, in bytes.
  let total: Int
  /// The value for `If-Range`: a strong entity tag, or a strong date.
  let validator: String

  /// Whether no byte of the content is missing.
  var isComplete: Bool { range == 0..<total }

  /// Creates the part that the head of a response describes; `nil` if it cannot be stored as a
  /// part.
  ///
  /// - Parameter now: the current time, by which two-digit years in dates are interpreted.
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
    guard fields[values: .contentLength].allSatisfy({ ContentLengthField.read($0) == count }) else {
      return nil
    }
    self.total = total
    self.validator = validator
  }

  /// Creates the part of a stored response.
  init?(_ stored: StoredResponse) {
    self.init(stored.status, stored.fields, now: stored.responseTime)
  }

  /// Creates the part of an entry.
  ///
  /// - Returns: `nil` also if the body has not the length that the head describes.
  init?(_ entry: CacheEntry) {
    self.init(entry.response)
    if range.count != entry.length { return nil }
  }

  /// Whether the response contains several ranges, each with a head of its own.
  private static func hasSeveralRanges(_ fields: HTTPFields) -> Bool {
    fields[values: .contentType].contains { value in
      value.utf8.map(ASCII.lowercased).starts(with: "multipart/byteranges".utf8)
    }
  }

  /// Whether another part contains the bytes that follow this one up to an end, of the same
  /// content.
  func isContinued(by next: StoredPart, through end: Int) -> Bool {
    next.range == range.upperBound..<end && next.total == total
      && next.validator.utf8.elementsEqual(validator.utf8)
  }

  /// Returns the value of `Content-Range` for a range of a content.
  static func contentRange(_ range: Range<Int>, of total: Int) -> String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"
  }
}
