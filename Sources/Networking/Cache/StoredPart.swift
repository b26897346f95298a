import TremaHTTP
import TremaSupport

/// The range in a stored `206`, and the identity of its content.
///
/// Without a strong validator, bytes from two versions of the content could not be distinguished;
/// without the total length, neither `bytes=5-` nor `bytes=-5` could be answered. Such responses
/// are not stored as parts. Responses with a `Content-Encoding` are not stored as parts either, as
/// the rest of the content would be decoded while it is received.
///
/// See RFC 9111, sections 3.3 and 3.4, and RFC 9110, sections 14.4 and 15.3.7.
struct StoredPart: Hashable, Sendable {
  /// The content's range, in bytes.
  let range: Range<Int>
  /// The length of the whole content, in bytes.
  let total: Int
  /// The value for `If-Range`: a strong entity tag, or a strong date.
  let validator: String

  /// Whether the part contains all bytes of the content.
  var isComplete: Bool { range == 0..<total }

  /// Creates the part described by the head of a response, or returns `nil` if it cannot be stored
  /// as a part.
  ///
  /// - Parameter now: The current time, used to interpret two-digit years in dates.
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

  /// Creates the part of an entry, or returns `nil` if there is none or if the body does not have
  /// the length that the head describes.
  init?(_ entry: CacheEntry) {
    self.init(entry.response)
    if range.count != entry.length { return nil }
  }

  /// Returns whether the response contains multiple ranges, each with its own head.
  private static func hasSeveralRanges(_ fields: HTTPFields) -> Bool {
    fields[values: .contentType].contains { value in
      value.utf8.map(ASCII.lowercased).starts(with: "multipart/byteranges".utf8)
    }
  }

  /// Returns whether another part contains the bytes that follow this one up to an end, from the
  /// same content.
  func isContinued(by next: StoredPart, through end: Int) -> Bool {
    next.range == range.upperBound..<end && next.total == total
      && next.validator.utf8.elementsEqual(validator.utf8)
  }

  /// Returns the `Content-Range` value for a range of the content.
  static func contentRange(_ range: Range<Int>, of total: Int) -> String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"
  }
}
