/// Conversions of file paths for reports that are read by other programs.
enum ReportPath {
  /// Returns a path without redundant components: `./a//b/../c` becomes `a/c`.
  ///
  /// Services compare paths with the repository's paths byte by byte. Leading `..` components of a
  /// relative path are kept. Symbolic links are not resolved.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  /// Returns a relative reference, or a `file` URI for an absolute path.
  ///
  /// All bytes except `/` and the unreserved characters of RFC 3986 are percent-encoded.
  static func uri(_ path: String) -> String {
    let path = normalized(path)
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return uri
  }

  /// Returns whether a path starts with `/`.
  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}
