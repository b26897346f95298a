/// A schema reference that can be resolved against its document's URI.
///
/// See RFC 3986, sections 5.2 and 5.3, and the regular expression in appendix B.
struct SchemaURI {
  /// The components, which are `nil` if missing, and empty if only their delimiters are present.
  private var scheme, authority: Substring?
  private var path: Substring
  private var query: Substring?
  /// The part after `#`, or `nil` if there is none.
  let fragment: String?

  /// Splits a reference into its components. Every string is a valid reference in this syntax.
  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(rest[rest.utf8.index(after: hash)...])
      rest = rest[..<hash]
    } else {
      fragment = nil
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    // A colon terminates a scheme only before the first slash.
    let end = rest.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    if let end, end > rest.startIndex, rest.utf8[end] == UInt8(ascii: ":") {
      scheme = rest[..<end]
      rest = rest[rest.utf8.index(after: end)...]
    }
    // The authority ends at the next slash.
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[..<slash]
      rest = rest[slash...]
    }
    path = rest
  }

  /// The URI without its fragment.
  var absolute: String {
    (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
      + (query.map { "?\($0)" } ?? "")
  }

  /// Returns the absolute URI of a reference, without its fragment.
  ///
  /// - Parameter base: The URI of the document that contains the reference.
  static func resolve(_ reference: SchemaURI, against base: String) -> String {
    var target = reference
    // A reference with a scheme is absolute.
    guard target.scheme == nil else { return target.absolute }
    let base = SchemaURI(base)
    target.scheme = base.scheme
    guard target.authority == nil else { return target.absolute }
    target.authority = base.authority
    if target.path.isEmpty {
      target.path = base.path
      target.query = target.query ?? base.query
    } else if target.path.utf8.first != UInt8(ascii: "/") {
      // A relative path replaces the last segment of the base.
      let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { base.path[...$0] } ?? (base.authority == nil ? "" : "/")
      target.path = folder + target.path
    }
    target.path = removingDotSegments(target.path)
    return target.absolute
  }

  /// Returns a path without `.` and `..` segments. See RFC 3986, section 5.2.4.
  private static func removingDotSegments(_ path: Substring) -> Substring {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { segments.append("") }
      case "..":
        // The first segment is empty if the path starts with a slash, and must be kept.
        if segments.count > 1 || segments.first.map({ !$0.isEmpty }) ?? false {
          segments.removeLast()
        }
        // A path that ends with dots refers to a folder and ends with a slash.
        if isLast { segments.append("") }
      default: segments.append(part)
      }
    }
    return segments.joined(separator: "/")[...]
  }

  /// Returns a string with percent escapes decoded. A malformed escape is left unchanged.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let byte = UInt8(
          String(decoding: source[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
