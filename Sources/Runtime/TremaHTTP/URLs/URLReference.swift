import TremaSupport

/// The parts of a URL or of a reference to one, as they are written: nothing is decoded, repaired or
/// made canonical.
///
/// Source: RFC 3986, section 3 and appendix A.
package struct URLReference: Hashable, Sendable {
  /// The scheme, in lower case; `nil` in a relative reference.
  package var scheme: String?
  /// The user information before `@`.
  package var userInfo: String?
  /// The host; `nil` without an authority; an IPv6 address is in brackets.
  package var host: String?
  /// The port; `nil` if it is missing or empty.
  package var port: Int?
  package var path: String
  package var query: String?
  package var fragment: String?

  package init(
    scheme: String? = nil, userInfo: String? = nil, host: String? = nil, port: Int? = nil,
    path: String = "", query: String? = nil, fragment: String? = nil
  ) {
    (self.scheme, self.userInfo, self.host, self.port) = (scheme, userInfo, host, port)
    (self.path, self.query, self.fragment) = (path, query, fragment)
  }

  /// - Throws: ``HTTPSyntaxError/url(_:)`` for letters that may not be in a URL, which includes
  ///   everything beyond ASCII, for a `%` without two digits, and for an authority that is none.
  package init(_ text: String) throws(HTTPSyntaxError) {
    self.init()
    var rest = Array(text.utf8)[...]
    try Self.checkLetters(rest)
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
      throw .url("has a ':' before its first '/', but no scheme")
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

  /// The same for an absolute one.
  package init(checking text: String) throws(HTTPSyntaxError) {
    try self.init(text)
    if scheme == nil { throw .url("is relative: no base URL was given") }
  }
}

extension URLReference: CustomStringConvertible {
  /// The text of it. Where parts that were set by hand would be read as other ones, a slash or `./`
  /// keeps them apart: `/.//a` is the path `//a` without a host.
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

  private var pathPrefix: String {
    if host != nil { return path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? "" : "/" }
    if path.utf8.starts(with: "//".utf8) { return "/." }
    let first = path.utf8.prefix { $0 != UInt8(ascii: "/") }
    return scheme == nil && first.contains(UInt8(ascii: ":")) ? "./" : ""
  }
}

extension URLReference {
  /// Returns the URL that a reference in this URL means.
  ///
  /// Source: RFC 3986, section 5.2.
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

  private func merged(with relative: String) -> String {
    if host != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return String(path[...slash]) + relative
  }

  /// Source: RFC 3986, section 5.2.4, step by step.
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
  /// A path in an API whose base this is: unlike in ``resolving(_:)`` the path of the base stays,
  /// with one slash between the two, and so does its query. Segments `.` and `..` do not lead out of
  /// the base.
  package func appending(_ relative: URLReference) -> URLReference {
    var whole = self
    var own = path.utf8[...]
    if own.last == UInt8(ascii: "/") { own = own.dropLast() }
    let inside = Self.withoutDots(relative.path)
    var added = inside.utf8[...]
    if added.first == UInt8(ascii: "/") { added = added.dropFirst() }
    if !relative.path.isEmpty { whole.path = "\(Substring(own))/\(Substring(added))" }
    let queries = [query, relative.query].compactMap { $0 }.filter { !$0.isEmpty }
    whole.query = queries.isEmpty ? nil : queries.joined(separator: "&")
    whole.fragment = relative.fragment
    return whole
  }
}
