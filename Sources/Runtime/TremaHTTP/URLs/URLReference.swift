import TremaSupport

/// The components of a URL or a relative reference exactly as written, without decoding, repair or
/// normalization.
///
/// See RFC 3986, section 3 and appendix A.
package struct URLReference: Hashable, Sendable {
  /// The scheme, in lowercase; `nil` in a relative reference.
  package var scheme: String?
  /// The user information before `@`, without that character.
  package var userInfo: String?
  /// The host, with brackets around an IPv6 address, or `nil` if there is no authority.
  package var host: String?
  /// The port, or `nil` if it is missing or empty.
  package var port: Int?
  /// The path, including its leading slash, or empty if it is missing.
  package var path: String
  /// The query without `?`, or `nil` if it is missing.
  package var query: String?
  /// The fragment without `#`, or `nil` if it is missing.
  package var fragment: String?

  /// Creates a reference from percent-encoded components, without checking them.
  package init(
    scheme: String? = nil, userInfo: String? = nil, host: String? = nil, port: Int? = nil,
    path: String = "", query: String? = nil, fragment: String? = nil
  ) {
    (self.scheme, self.userInfo, self.host, self.port) = (scheme, userInfo, host, port)
    (self.path, self.query, self.fragment) = (path, query, fragment)
  }

  /// Parses a URL or a relative reference.
  ///
  /// - Throws: ``HTTPSyntaxError/invalidURL(_:)`` for characters that are not allowed in a URL,
  ///   including all characters beyond ASCII, for a `%` without two hexadecimal digits, and for an
  ///   invalid authority.
  package init(_ text: String) throws(HTTPSyntaxError) {
    self.init()
    var rest = Array(text.utf8)[...]
    try Self.checkCharacters(rest)
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      try Self.checkPart(rest[(mark + 1)...], "fragment")
      fragment = String(decoding: rest[(mark + 1)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      try Self.checkPart(rest[(mark + 1)...], "query")
      query = String(decoding: rest[(mark + 1)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let end = Self.endOfScheme(rest) {
      scheme = String(decoding: rest[..<end].map(ASCII.lowercased), as: UTF8.self)
      rest = rest[(end + 1)...]
    } else if rest.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) {
      throw .invalidURL("has a ':' before its first '/', but no scheme")
    }
    if rest.starts(with: "//".utf8) {
      let whole = rest.dropFirst(2)
      let end = whole.firstIndex(of: UInt8(ascii: "/")) ?? whole.endIndex
      try readAuthority(whole[..<end])
      rest = whole[end...]
    }
    try Self.checkPart(rest, "path")
    path = String(decoding: rest, as: UTF8.self)
  }

  /// Parses a URL and refuses relative references.
  package init(checking text: String) throws(HTTPSyntaxError) {
    try self.init(text)
    if scheme == nil { throw .invalidURL("is relative, but there is no base URL") }
  }
}

extension URLReference: CustomStringConvertible {
  /// The reference as a string. If components would be parsed differently, for example after they
  /// were changed, a slash or `./` is inserted: `/.//a` is the path `//a` without a host.
  package var description: String {
    var text = scheme.map { "\($0):" } ?? ""
    if let host {
      text += "//"
      if let userInfo { text += "\(userInfo)@" }
      text += host
      if let port { text += ":\(port)" }
    }
    text += pathPrefix + path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }

  /// The prefix that keeps the path from being parsed as a different component.
  private var pathPrefix: String {
    if host != nil { return path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? "" : "/" }
    if path.utf8.starts(with: "//".utf8) { return "/." }
    let first = path.utf8.prefix { $0 != UInt8(ascii: "/") }
    return scheme == nil && first.contains(UInt8(ascii: ":")) ? "./" : ""
  }
}

extension URLReference {
  /// Returns the target of a reference that is relative to this URL.
  ///
  /// See RFC 3986, section 5.2.
  package func resolving(_ reference: URLReference) -> URLReference {
    var target = reference
    if reference.scheme != nil {
      target.path = Self.withoutDots(reference.path)
      return target
    }
    target.scheme = scheme
    if reference.host != nil {
      target.path = Self.withoutDots(reference.path)
      return target
    }
    (target.userInfo, target.host, target.port) = (userInfo, host, port)
    if reference.path.isEmpty {
      target.path = path
      target.query = reference.query ?? query
    } else if reference.path.utf8.first == UInt8(ascii: "/") {
      target.path = Self.withoutDots(reference.path)
    } else {
      target.path = Self.withoutDots(merged(with: reference.path))
    }
    return target
  }

  /// Returns a relative path that replaces the last segment of this URL's path (RFC 3986, section
  /// 5.2.3).
  private func merged(with relative: String) -> String {
    if host != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return String(path[...slash]) + relative
  }

  /// Returns a path without `.` and `..` segments.
  ///
  /// See RFC 3986, section 5.2.4. Each branch is a step of the algorithm.
  static func withoutDots(_ path: String) -> String {
    let slash = UInt8(ascii: "/")
    var output: [UInt8] = []
    var input = Array(path.utf8)[...]
    func dropLastSegment() {
      output.removeSubrange((output.lastIndex(of: slash) ?? 0)...)
    }
    while !input.isEmpty {
      if input.starts(with: "../".utf8) {
        input = input.dropFirst(3)
      } else if input.starts(with: "./".utf8) || input.starts(with: "/./".utf8) {
        input = input.dropFirst(2)
      } else if input.elementsEqual("/.".utf8) {
        input = [slash]
      } else if input.starts(with: "/../".utf8) {
        input = input.dropFirst(3)
        dropLastSegment()
      } else if input.elementsEqual("/..".utf8) {
        input = [slash]
        dropLastSegment()
      } else if input.elementsEqual(".".utf8) || input.elementsEqual("..".utf8) {
        input = []
      } else {
        let end = input.dropFirst().firstIndex(of: slash) ?? input.endIndex
        output += input[..<end]
        input = input[end...]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension URLReference {
  /// Returns the URL of a path in an API with this base. Unlike in `resolving(_:)`, the base's path
  /// is kept, with one slash between the two, and so is its query. `.` and `..` segments cannot
  /// leave the base.
  package func appending(_ relative: URLReference) -> URLReference {
    var result = self
    var basePath = path.utf8[...]
    if basePath.last == UInt8(ascii: "/") { basePath = basePath.dropLast() }
    let normalizedPath = Self.withoutDots(relative.path)
    var addedPath = normalizedPath.utf8[...]
    if addedPath.first == UInt8(ascii: "/") { addedPath = addedPath.dropFirst() }
    if !relative.path.isEmpty { result.path = "\(Substring(basePath))/\(Substring(addedPath))" }
    let queries = [query, relative.query].compactMap { $0 }.filter { !$0.isEmpty }
    result.query = queries.isEmpty ? nil : queries.joined(separator: "&")
    result.fragment = relative.fragment
    return result
  }
}
