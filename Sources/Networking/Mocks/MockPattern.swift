import TremaHTTP
import TremaSupport

/// A pattern for targets: a path with variables, and required query items.
///
/// `/users/{id}` matches a whole path, and `users/{id}` the end of a path;
/// `https://api.example.com/users/{id}` also compares the origin. `{id}` matches one or more
/// characters within a segment; `{+rest}` as the last segment matches all remaining segments.
/// `?page=2` requires this item, but allows others; `?page={page}` requires the item with any
/// value; `{?page,size}` captures the items if they are present. Strings are compared after
/// percent-decoding.
struct MockPattern: Sendable {
  /// A part of a segment or a value.
  private enum Part: Sendable {
    case text([UInt8])
    case variable(String)
  }

  /// The normalized origin; `nil` matches any.
  private let origin: String?
  /// Whether the pattern matches a whole path, not just the end of one.
  private let matchesWholePath: Bool
  /// The segments of the path, without `{+rest}`.
  private let segments: [[Part]]
  /// The name of the `{+rest}` variable, or `nil` if there is none.
  private let rest: String?
  /// The required query items. An item without a value matches any value.
  private let items: [(name: String, value: [Part]?)]
  /// The names in `{?page,size}`.
  private let optionalItems: [String]

  init(_ text: String) {
    var bytes = Array(text.utf8)[...]
    optionalItems = Self.takeOptionalItems(&bytes)
    let questionMark = bytes.firstIndex(of: UInt8(ascii: "?"))
    items = questionMark.map { Self.items(of: bytes[bytes.index(after: $0)...]) } ?? []
    bytes = bytes[..<(questionMark ?? bytes.endIndex)]
    (origin, bytes) = Self.origin(bytes)
    matchesWholePath = origin != nil || bytes.first == UInt8(ascii: "/")
    if bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
    var parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if let last = parts.last, last.starts(with: "{+".utf8), last.last == UInt8(ascii: "}") {
      rest = String(decoding: last.dropFirst(2).dropLast(), as: UTF8.self)
      parts.removeLast()
    } else {
      rest = nil
    }
    segments = parts.map(Self.parts)
  }

  /// Matches a target. Returns the decoded values of the variables, or `nil` if the target does not
  /// match.
  func match(_ target: String) -> [String: String]? {
    guard let url = try? URLReference(target) else { return nil }
    if let origin, origin != Self.origin(of: url) { return nil }
    guard var found = matchPath(Array(url.path.utf8)) else { return nil }
    let query = url.query.map(Self.items) ?? []
    for item in items {
      let isFound = query.contains { candidate in
        guard candidate.name == item.name else { return false }
        guard let expected = item.value else { return true }
        return Self.match(Array((candidate.value ?? "").utf8)[...], expected[...], &found)
      }
      if !isFound { return nil }
    }
    for name in optionalItems {
      if let item = query.first(where: { $0.name == name }) { found[name] = item.value ?? "" }
    }
    return found
  }

  /// Matches a path. Returns the values of the variables, or `nil` if the path does not match.
  private func matchPath(_ path: [UInt8]) -> [String: String]? {
    let slash = UInt8(ascii: "/")
    let parts = (path.first == slash ? path.dropFirst() : path[...])
      .split(separator: slash, omittingEmptySubsequences: false)
    let latest = parts.count - segments.count
    guard latest >= 0 else { return nil }
    let first = matchesWholePath || rest != nil ? 0 : latest
    for start in first...(matchesWholePath ? 0 : latest) {
      let end = start + segments.count
      if rest == nil, end != parts.count { continue }
      var found: [String: String] = [:]
      let isMatch = zip(parts[start..<end], segments).allSatisfy {
        Self.match(Self.decoded($0)[...], $1[...], &found)
      }
      guard isMatch else { continue }
      if let rest {
        found[rest] = String(
          decoding: Self.decoded(Array(parts[end...].joined(separator: [slash]))[...]),
          as: UTF8.self)
      }
      return found
    }
    return nil
  }

  /// Matches a string. A variable matches as few characters as possible, but at least one.
  private static func match(
    _ text: ArraySlice<UInt8>, _ parts: ArraySlice<Part>, _ found: inout [String: String]
  ) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    switch part {
    case .text(let expected):
      return text.starts(with: expected)
        && match(text.dropFirst(expected.count), parts.dropFirst(), &found)
    case .variable(let name):
      for end in text.indices.map({ $0 + 1 })
      where match(text[end...], parts.dropFirst(), &found) {
        found[name] = String(decoding: text[..<end], as: UTF8.self)
        return true
      }
      return false
    }
  }
}

// MARK: - Parsing
extension MockPattern {
  /// Splits a segment or a value into literals and variables.
  private static func parts(_ text: ArraySlice<UInt8>) -> [Part] {
    var parts: [Part] = []
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      if open > rest.startIndex { parts.append(.text(decoded(rest[..<open]))) }
      parts.append(.variable(String(decoding: rest[(open + 1)..<close], as: UTF8.self)))
      rest = rest[(close + 1)...]
    }
    if !rest.isEmpty { parts.append(.text(decoded(rest))) }
    return parts
  }

  /// Removes `{?page,size}` from the end of a pattern and returns its names.
  private static func takeOptionalItems(_ text: inout ArraySlice<UInt8>) -> [String] {
    guard text.last == UInt8(ascii: "}"), let open = text.lastIndex(of: UInt8(ascii: "{")),
      text[open...].starts(with: "{?".utf8) || text[open...].starts(with: "{&".utf8)
    else { return [] }
    let names = text[(open + 2)...].dropLast().split(separator: UInt8(ascii: ","))
    text = text[..<open]
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Splits a pattern into its normalized origin and the rest.
  private static func origin(_ text: ArraySlice<UInt8>) -> (String?, ArraySlice<UInt8>) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      text[colon...].starts(with: "://".utf8), !text[..<colon].contains(UInt8(ascii: "/"))
    else { return (nil, text) }
    let end = text[(colon + 3)...].firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
    let prefix = String(decoding: text[..<end], as: UTF8.self)
    // An invalid origin is kept as written, and matches no URL.
    return ((try? URLReference(prefix)).map(origin) ?? prefix, text[end...])
  }

  /// Returns the origin of a URL, omitting a default port.
  private static func origin(of url: URLReference) -> String {
    let isDefault = url.port == (url.scheme == "https" ? 443 : 80)
    let host = String(decoding: (url.host ?? "").utf8.map(ASCII.lowercased), as: UTF8.self)
    return "\(url.scheme ?? "")://\(host)" + (isDefault ? "" : url.port.map { ":\($0)" } ?? "")
  }

  /// Returns the query items of a pattern.
  private static func items(
    of query: ArraySlice<UInt8>
  ) -> [(name: String, value: [Part]?)] {
    query.split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      let name = decoded(item[..<(equals ?? item.endIndex)], isQuery: true)
      return (
        String(decoding: name, as: UTF8.self),
        equals.map { parts(item[($0 + 1)...]) }
      )
    }
  }

  /// Returns the decoded items of a query. `+` is decoded as a space.
  static func items(_ query: String) -> [QueryItem] {
    Array(query.utf8).split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      let name = decoded(item[..<(equals ?? item.endIndex)], isQuery: true)
      return QueryItem(
        String(decoding: name, as: UTF8.self),
        equals.map { String(decoding: decoded(item[($0 + 1)...], isQuery: true), as: UTF8.self) })
    }
  }

  /// Decodes `%XX`. A `%` that is not followed by two digits is kept.
  private static func decoded(_ text: ArraySlice<UInt8>, isQuery: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
        digits.allSatisfy(ASCII.isHexadecimal)
      {
        output.append(value)
        rest = rest.dropFirst(2)
      } else {
        output.append(isQuery && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return output
  }
}
