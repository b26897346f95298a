import TremaHTTP
import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file format for cookies, with one line per cookie in the order they were set:
///
///     trema-cookies 1
///     domain TAB path TAB name TAB value TAB flags TAB expires TAB created TAB used
///     end COUNT SHA-256
///
/// `%` and tabs within a column are written as `%25` and `%09`. Flags are letters: `h` for a
/// host-only cookie, `s` for secure, `o` for HTTP-only, and `S`, `L` and `N` for the values of
/// `SameSite`. Dates are in milliseconds since 1970; a missing expiry is empty. The digest covers
/// all bytes before the last line, so truncated files and mixtures of two files are detected.
enum CookieFileFormat {
  private static let head = "trema-cookies 1\n"
  private static let tab = UInt8(ascii: "\t")

  /// Returns the file contents for cookies.
  static func bytes(of cookies: [Cookie]) -> [UInt8] {
    var bytes = Array(head.utf8)
    for cookie in cookies {
      let parts = [
        cookie.domain, cookie.path, cookie.name, cookie.value, flags(of: cookie),
        cookie.expires.map(text) ?? "", text(cookie.created), text(cookie.lastUsed),
      ]
      bytes += parts.map { escaped($0) }.joined(separator: [tab])
      bytes.append(UInt8(ascii: "\n"))
    }
    let digest = HashFunction.sha256.hexDigest(of: bytes)
    return bytes + Array("end \(cookies.count) \(digest)\n".utf8)
  }

  /// Returns the cookies, or `nil` if the bytes are damaged.
  static func cookies(in bytes: [UInt8]) -> [Cookie]? {
    guard bytes.starts(with: head.utf8), bytes.last == UInt8(ascii: "\n"),
      let gap = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let content = Array(bytes[...gap])
    let lines = content.dropFirst(head.utf8.count).split(separator: UInt8(ascii: "\n"))
    let end = "end \(lines.count) \(HashFunction.sha256.hexDigest(of: content))\n"
    guard bytes[(gap + 1)...].elementsEqual(end.utf8) else { return nil }
    var cookies: [Cookie] = []
    for line in lines {
      guard let cookie = cookie(line) else { return nil }
      cookies.append(cookie)
    }
    return cookies
  }

  /// Parses a cookie's line, or returns `nil` if it is malformed.
  private static func cookie(_ line: ArraySlice<UInt8>) -> Cookie? {
    let parts = line.split(separator: tab, omittingEmptySubsequences: false).map(unescaped)
    guard parts.count == 8, let created = date(parts[6]), let used = date(parts[7]) else {
      return nil
    }
    let flags = parts[4].utf8
    let expires = date(parts[5])
    guard expires != nil || parts[5].isEmpty else { return nil }
    return Cookie(
      name: parts[2], value: parts[3], domain: parts[0],
      isHostOnly: flags.contains(UInt8(ascii: "h")), path: parts[1],
      isSecure: flags.contains(UInt8(ascii: "s")), isHTTPOnly: flags.contains(UInt8(ascii: "o")),
      sameSite: sameSites.first { flags.contains($0.letter) }?.value ?? .unspecified,
      expires: expires, created: created, lastUsed: used)
  }

  /// The letters for the values of `SameSite`.
  private static let sameSites: [(value: Cookie.SameSite, letter: UInt8)] = [
    (.strict, UInt8(ascii: "S")), (.lax, UInt8(ascii: "L")), (.none, UInt8(ascii: "N")),
  ]

  private static func flags(of cookie: Cookie) -> String {
    var flags: [UInt8] = []
    if cookie.isHostOnly { flags.append(UInt8(ascii: "h")) }
    if cookie.isSecure { flags.append(UInt8(ascii: "s")) }
    if cookie.isHTTPOnly { flags.append(UInt8(ascii: "o")) }
    flags += sameSites.filter { $0.value == cookie.sameSite }.map(\.letter)
    return String(decoding: flags, as: UTF8.self)
  }

  /// Returns a date as milliseconds since 1970.
  private static func text(_ date: Date) -> String {
    "\(Int64((date.timeIntervalSince1970 * 1000).rounded()))"
  }

  private static func date(_ text: String) -> Date? {
    Int64(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  /// Escapes `%` and tabs.
  private static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "%"): bytes += "%25".utf8
      case tab: bytes += "%09".utf8
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  /// Resolves the escapes.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let code = rest.popFirst(), rest.popFirst() != nil else {
        text.append(byte)
        continue
      }
      text.append(code == UInt8(ascii: "2") ? byte : tab)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
