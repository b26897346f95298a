extension URLReference {
  /// What a reference that stands in this URL means.
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
