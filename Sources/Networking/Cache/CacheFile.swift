import TremaHTTP
import TremaSupport

/// The file format of an entry:
///
///     magic  8 bytes            "TremaHTC"
///     version  4 bytes          1
///     length of the head  4 bytes
///     length of the body  8 bytes
///     SHA-256 of the body  32 bytes
///     SHA-256 of the key, the preceding fields and the head  32 bytes
///     head, body
///
/// Numbers are little-endian. The digest of the head includes the key, so an entry under a
/// different name is invalid.
enum CacheFile {
  /// The length of the fields before the head, in bytes.
  static let prefixLength = 88
  /// The maximum head length, in bytes.
  static let maxHeadLength = 1 << 20
  private static let magic = Array("TremaHTC".utf8)
  private static let version: UInt32 = 1

  /// The fields before the head, except for the magic and the version.
  struct Prefix: Hashable, Sendable {
    let headLength: Int
    let bodyLength: Int
    let bodyDigest: [UInt8]
    let headDigest: [UInt8]
  }

  /// Returns the fields before the head.
  static func prefix(
    _ key: CacheKey, head: [UInt8], bodyLength: Int, bodyDigest: [UInt8]
  ) -> [UInt8] {
    var bytes = magic
    append(version, to: &bytes)
    append(UInt32(head.count), to: &bytes)
    append(UInt64(bodyLength), to: &bytes)
    bytes += bodyDigest
    return bytes + digest(key, bytes, head)
  }

  /// Returns the digest of the key, the fields before the digest, and the head.
  private static func digest(_ key: CacheKey, _ start: [UInt8], _ head: [UInt8]) -> [UInt8] {
    var hash = Hash(.sha256)
    hash.update(Array(key.digest.utf8))
    hash.update(start)
    hash.update(head)
    return hash.finish()
  }

  /// Parses the fields before the head.
  ///
  /// - Parameter fileLength: The length of the file, which must end with the body.
  /// - Returns: The fields, or `nil` for a file that is not an entry of this version.
  static func readPrefix(_ bytes: [UInt8], fileLength: Int) -> Prefix? {
    guard bytes.count == prefixLength, bytes.starts(with: magic) else { return nil }
    var reader = Reader(bytes[magic.count...])
    guard reader.number(UInt32.self) == version, let head = reader.number(UInt32.self),
      let body = reader.number(UInt64.self), head <= maxHeadLength, body <= UInt64(Int.max / 2),
      let bodyDigest = reader.bytes(32), let headDigest = reader.bytes(32),
      prefixLength + Int(head) + Int(body) == fileLength
    else { return nil }
    return Prefix(
      headLength: Int(head), bodyLength: Int(body), bodyDigest: bodyDigest, headDigest: headDigest)
  }

  /// Parses the head. Returns `nil` for a head that was not written under this key or is damaged.
  static func readHead(
    _ head: [UInt8], _ prefix: Prefix, prefixBytes: [UInt8], key: CacheKey
  ) -> StoredResponse? {
    let start = Array(prefixBytes[..<(prefixLength - 32)])
    guard digest(key, start, head) == prefix.headDigest else { return nil }
    return decoded(head)
  }

  /// Returns an entry's encoded head.
  static func encoded(_ response: StoredResponse) -> [UInt8] {
    var bytes: [UInt8] = []
    append(UInt32(response.status.code), to: &bytes)
    append(response.requestTime, to: &bytes)
    append(response.responseTime, to: &bytes)
    append(response.version?.rawValue ?? "", to: &bytes)
    append(UInt32(response.selectors.count), to: &bytes)
    for selector in response.selectors {
      append(selector.name.text, to: &bytes)
      append(selector.digest, to: &bytes)
    }
    append(UInt32(response.fields.count), to: &bytes)
    for field in response.fields {
      append(field.name.text, to: &bytes)
      append(field.value, to: &bytes)
    }
    return bytes
  }

  /// Parses the head of an entry, or returns `nil` if it is malformed.
  private static func decoded(_ bytes: [UInt8]) -> StoredResponse? {
    var reader = Reader(bytes[...])
    guard let status = reader.number(UInt32.self), let requestTime = reader.number(Int64.self),
      let responseTime = reader.number(Int64.self), let version = reader.text(),
      let selecting = reader.pairs(), let fields = reader.pairs(), reader.isAtEnd
    else { return nil }
    return StoredResponse(
      HTTPStatus(Int(status)),
      fields: HTTPFields(fields.map { HTTPFields.Field(HTTPFields.Name($0), $1) }),
      version: HTTPVersion(rawValue: version), requestTime: requestTime,
      responseTime: responseTime,
      selectors: selecting.map { .init(HTTPFields.Name($0), digest: $1) })
  }

  /// Appends a number in little-endian byte order.
  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  /// Appends the length of a string in UTF-8, and then the string.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt32(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }

  /// A reader of numbers and strings, whose functions return `nil` if the bytes end too early.
  private struct Reader {
    private var remaining: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { remaining = bytes }

    var isAtEnd: Bool { remaining.isEmpty }

    mutating func bytes(_ count: Int) -> [UInt8]? {
      guard count <= remaining.count else { return nil }
      defer { remaining = remaining.dropFirst(count) }
      return Array(remaining.prefix(count))
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
      guard let bytes = bytes(Number.bitWidth / 8) else { return nil }
      return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func text() -> String? {
      guard let count = number(UInt32.self), let bytes = bytes(Int(count)) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a count followed by that many pairs of strings. The count is first checked against the
    /// number of remaining bytes.
    mutating func pairs() -> [(String, String)]? {
      guard let count = number(UInt32.self), count <= remaining.count / 8 else { return nil }
      var pairs: [(String, String)] = []
      for _ in 0..<count {
        guard let name = text(), let value = text() else { return nil }
        pairs.append((name, value))
      }
      return pairs
    }
  }
}
