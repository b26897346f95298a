import TremaSupport

/// Header fields in their order; a name may stand more than once.
///
/// Nothing is refused here: what cannot be written down is found when a request is built, by
/// ``HTTPRequest/check()``.
public struct HTTPFields: Hashable, Sendable {
  /// Names are equal whatever their case; they are written as they were first spelled.
  public struct Name: Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }
  }

  public struct Field: Hashable, Sendable {
    public var name: Name
    /// The value; those of several lines are joined by a comma and a space.
    public var value: String

    public init(_ name: Name, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var all: [Field]

  public init(_ fields: [Field] = []) { all = fields }

  /// The value of a field; those of several with one name joined by `, `, which means the same for
  /// all fields but `Set-Cookie`. Setting replaces all of them by one; nil removes them.
  public subscript(name: Name) -> String? {
    get {
      var joined: String?
      for field in all where field.name == name {
        joined = joined.map { "\($0), \(field.value)" } ?? field.value
      }
      return joined
    }
    set {
      guard let newValue else { return all.removeAll { $0.name == name } }
      guard let index = all.firstIndex(where: { $0.name == name }) else {
        return all.append(Field(name, newValue))
      }
      all[index].value = newValue
      let rest = all[(index + 1)...].filter { $0.name != name }
      all.replaceSubrange((index + 1)..., with: rest)
    }
  }

  /// The values of all fields with a name, in their order.
  public subscript(values name: Name) -> [String] {
    get { all.filter { $0.name == name }.map(\.value) }
    set {
      all.removeAll { $0.name == name }
      all += newValue.map { Field(name, $0) }
    }
  }

  public func contains(_ name: Name) -> Bool { all.contains { $0.name == name } }

  /// The same values as `self[values: name]`, without a list of them.
  package func forEachValue(of name: Name, _ body: (String) -> Void) {
    for index in all.indices where all[index].name == name { body(all[index].value) }
  }

  /// Makes room for so many.
  package mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

  public mutating func append(_ name: Name, _ value: String) { all.append(Field(name, value)) }

  /// Replaces the fields whose names occur in other fields by these.
  public mutating func merge(_ other: HTTPFields) {
    for name in Set(other.all.map(\.name)) { all.removeAll { $0.name == name } }
    all += other.all
  }
}

extension HTTPFields.Name: Hashable {
  @inline(__always)
  public static func == (a: Self, b: Self) -> Bool {
    // Told apart by their length, nearly always.
    a.text.utf8.count == b.text.utf8.count && isEqual(a, b)
  }

  /// - Parameter b: as long as the other one.
  private static func isEqual(_ a: Self, _ b: Self) -> Bool {
    let (first, second) = (a.text.utf8, b.text.utf8)
    // Where they stand in memory as they are, which is nearly always.
    let answer = first.withContiguousStorageIfAvailable { first -> Bool? in
      second.withContiguousStorageIfAvailable { isEqual(first, $0) }
    }
    if case .some(.some(let isEqual)) = answer { return isEqual }
    return first.elementsEqual(second) { ASCII.lowercased($0) == ASCII.lowercased($1) }
  }

  /// - Parameter b: as long as the other one.
  private static func isEqual(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // From behind: names begin alike more often than they end alike.
    var index = a.count
    while index > 0 {
      index -= 1
      if a[index] != b[index], ASCII.lowercased(a[index]) != ASCII.lowercased(b[index]) {
        return false
      }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    // Eight letters at once.
    var letters: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      letters = letters << 8 | UInt64(ASCII.lowercased(byte))
      count += 1
      if count.isMultiple(of: 8) { hasher.combine(letters) }
    }
    hasher.combine(letters)
    hasher.combine(count)
  }
}

extension HTTPFields.Name: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension HTTPFields.Name: CustomStringConvertible {
  public var description: String { text }
}

extension HTTPFields: RandomAccessCollection {
  public var startIndex: Int { all.startIndex }
  public var endIndex: Int { all.endIndex }
  public subscript(position: Int) -> Field { all[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (Name, String)...) {
    all = elements.map { Field($0, $1) }
  }
}

extension HTTPFields.Name {
  public static let accept = Self("Accept")
  public static let acceptEncoding = Self("Accept-Encoding")
  public static let acceptLanguage = Self("Accept-Language")
  public static let authorization = Self("Authorization")
  public static let cacheControl = Self("Cache-Control")
  public static let connection = Self("Connection")
  public static let contentDisposition = Self("Content-Disposition")
  public static let contentEncoding = Self("Content-Encoding")
  public static let contentLength = Self("Content-Length")
  public static let contentType = Self("Content-Type")
  public static let cookie = Self("Cookie")
  public static let date = Self("Date")
  public static let etag = Self("ETag")
  public static let expect = Self("Expect")
  public static let host = Self("Host")
  public static let ifModifiedSince = Self("If-Modified-Since")
  public static let ifNoneMatch = Self("If-None-Match")
  public static let lastModified = Self("Last-Modified")
  public static let location = Self("Location")
  public static let proxyAuthorization = Self("Proxy-Authorization")
  public static let range = Self("Range")
  public static let retryAfter = Self("Retry-After")
  public static let setCookie = Self("Set-Cookie")
  public static let transferEncoding = Self("Transfer-Encoding")
  public static let userAgent = Self("User-Agent")
  public static let wwwAuthenticate = Self("WWW-Authenticate")
}
