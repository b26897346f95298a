import TremaHTTP
import TremaSupport

/// The type of a content, compared with what is welcome.
///
/// Source: RFC 9110, sections 8.3.1 and 12.5.1; RFC 6839 for what stands behind a `+`.
enum MediaType {
  /// - Parameter pattern: `text/csv`, `text/*`, `application/*+json`, `*/*`; parameters of both are
  ///   not looked at. A response without a type is taken by `*/*` alone.
  static func matches(_ response: HTTPResponse, _ pattern: String) -> Bool {
    let pattern = parts(pattern)
    if pattern == any { return true }
    guard let value = response.fields[values: .contentType].last else { return false }
    let type = parts(value)
    return fits(type.name, pattern.name) && fits(type.subname, pattern.subname)
  }

  private static let any = parts("*/*")

  private static func parts(_ text: String) -> (name: [UInt8], subname: [UInt8]) {
    var bytes = text.utf8.prefix { $0 != UInt8(ascii: ";") }.map(ASCII.lowercased)
    bytes.removeAll { $0 == 0x20 || $0 == 0x09 }
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return (bytes, []) }
    return (Array(bytes[..<slash]), Array(bytes[(slash + 1)...]))
  }

  /// A star stands for anything: alone, and before a `+`.
  private static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    guard pattern.first == UInt8(ascii: "*") else { return name == pattern }
    let suffix = pattern.dropFirst()
    return name.count >= suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
  }
}
