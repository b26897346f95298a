import TremaDates
import TremaHTTP

/// What must be known of a part to go on with it: of what it is a part. It lies beside the part, as
/// JSON.
struct DownloadRecord: Codable, Equatable {
  /// SHA-256 of the URL that was asked: the URL itself may hold a secret.
  var source: String
  /// What `If-Range` says: an entity tag, or a date.
  var validator: String
  /// Of the whole, in bytes; nil when nobody said it.
  var length: Int64?

  /// - Returns: nil when the response says nothing by which its content could be known again for
  ///   certain.
  init?(of head: HTTPResponseHead, source: String, length: Int64?, now: Int64) {
    guard let validator = Self.validator(of: head.fields, now: now) else { return nil }
    (self.source, self.validator, self.length) = (source, validator, length)
  }

  static func source(_ url: String) -> String { HashFunction.sha256.hexDigest(of: Array(url.utf8)) }

  /// Whether the part of another response is one of the same content. It must say the tag again; a
  /// date it may leave out. A server that does not know `If-Range` gives parts of another content.
  ///
  /// Source: RFC 9110, section 15.3.7.
  func fits(_ fields: HTTPFields) -> Bool {
    let tags = fields[values: .etag]
    if validator.utf8.first == UInt8(ascii: "\"") {
      return tags.count == 1 && tags[0].utf8.elementsEqual(validator.utf8)
    }
    return tags.isEmpty
      && fields[values: .lastModified].allSatisfy { $0.utf8.elementsEqual(validator.utf8) }
  }

  /// An entity tag that is strong; without any tag, a date that is: the server sent the response a
  /// second or more after it.
  ///
  /// Source: RFC 9110, sections 8.8.2.2, 8.8.3 and 13.1.5.
  static func validator(of fields: HTTPFields, now: Int64) -> String? {
    if fields.contains(.etag) {
      let tags = fields[values: .etag]
      return tags.count == 1 && isStrongTag(tags[0]) ? tags[0] : nil
    }
    guard let modified = fields[.lastModified], let sent = fields[.date],
      let modifiedTime = HTTPDate.seconds(modified, now: now),
      let sentTime = HTTPDate.seconds(sent, now: now), sentTime > modifiedTime
    else { return nil }
    return modified
  }

  private static func isStrongTag(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    let quote = UInt8(ascii: "\"")
    return bytes.count >= 2 && bytes.first == quote && bytes.last == quote
      && bytes.dropFirst().dropLast().allSatisfy { $0 != quote && $0 > 0x20 && $0 != 0x7F }
  }
}
