import TremaSupport

/// An ordered list of header fields, in which names may occur more than once.
///
/// The list accepts any strings. Names and values that cannot be sent are reported by
/// ``HTTPRequest/check(body:)``.
public struct HTTPFields: Hashable, Sendable {
  /// A field's name. Names are compared without regard to case and are sent exactly as written.
  public struct Name: Sendable {
    /// The name as written.
    public let text: String

    /// Creates a name. Its syntax is checked by ``HTTPRequest/check(body:)``.
    public init(_ text: String) { self.text = text }
  }

  /// A header field: a name with a value.
  public struct Field: Hashable, Sendable {
    /// The name.
    public var name: Name
    /// The value. The values from multiple lines are joined by a comma and a space.
    public var value: String

    /// Creates a field.
    public init(_ name: Name, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields in their order.
  public private(set) var all: [Field]

  /// Creates a list from fields in their order.
  public init(_ fields: [Field] = []) { all = fields }

  /// The value of the fields with a name, or `nil` if there are none.
  ///
  /// Multiple values are joined by `, `, which is equivalent for all fields except `Set-Cookie`;
  /// use ``subscript(values:)`` for `Set-Cookie`. Setting a value replaces the first of the fields
  /// and removes the others. Setting `nil` removes all of them.
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

  /// The values of all fields with a name, in their order. Setting them removes the existing fields
  /// and appends the new ones at the end.
  public subscript(values name: Name) -> [String] {
    get { all.filter { $0.name == name }.map(\.value) }
    set {
      all.removeAll { $0.name == name }
      all += newValue.map { Field(name, $0) }
    }
  }

  /// Returns whether a field with this name exists.
  public func contains(_ name: Name) -> Bool { all.contains { $0.name == name } }

  /// Calls a closure with each value of the fields with a name, in their order, without allocating
  /// an array.
  package func forEachValue(of name: Name, _ body: (String) -> Void) {
    for index in all.indices where all[index].name == name { body(all[index].value) }
  }

  /// Reserves storage for a number of fields.
  package mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

  /// Appends a field and keeps existing fields with the same name.
  public mutating func append(_ name: Name, _ value: String) { all.append(Field(name, value)) }

  /// Appends the fields of another list after removing the existing fields whose names occur in it.
  public mutating func merge(_ other: HTTPFields) {
    for name in Set(other.all.map(\.name)) { all.removeAll { $0.name == name } }
    all += other.all
  }
}

extension HTTPFields.Name: Hashable {
  /// Returns whether the two names are equal, ignoring the case of ASCII letters.
  @inline(__always)
  public static func == (a: Self, b: Self) -> Bool {
    // In most cases, the lengths differ.
    a.text.utf8.count == b.text.utf8.count && isEqual(a, b)
  }

  /// Compares two names of the same length.
  ///
  /// - Parameters:
  ///   - a: A name.
  ///   - b: A name of the same length in UTF-8.
  private static func isEqual(_ a: Self, _ b: Self) -> Bool {
    let (first, second) = (a.text.utf8, b.text.utf8)
    // Strings nearly always have contiguous storage. Comparing their bytes in place avoids the
    // overhead of iterators.
    let result = first.withContiguousStorageIfAvailable { first -> Bool? in
      second.withContiguousStorageIfAvailable { isEqual(first, $0) }
    }
    if case .some(.some(let isEqual)) = result { return isEqual }
    return first.elementsEqual(second) { ASCII.lowercased($0) == ASCII.lowercased($1) }
  }

  /// Compares the bytes of two equally long names.
  ///
  /// - Parameters:
  ///   - a: A name's bytes.
  ///   - b: The bytes of an equally long name.
  private static func isEqual(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // The comparison starts at the end, because names share prefixes more often than suffixes.
    var index = a.count
    while index > 0 {
      index -= 1
      if a[index] != b[index], ASCII.lowercased(a[index]) != ASCII.lowercased(b[index]) {
        return false
      }
    }
    return true
  }

  /// Hashes the name, ignoring the case of ASCII letters.
  public func hash(into hasher: inout Hasher) {
    // Eight bytes are combined at a time to reduce the number of calls to the hasher.
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
  /// Creates the value from a string literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension HTTPFields.Name: CustomStringConvertible {
  /// The name as it was written.
  public var description: String { text }
}

extension HTTPFields: RandomAccessCollection {
  /// The index of the first field.
  public var startIndex: Int { all.startIndex }
  /// The index after the last field.
  public var endIndex: Int { all.endIndex }
  /// The field at an index.
  public subscript(position: Int) -> Field { all[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates the value from a dictionary literal; the order of its entries is kept.
  public init(dictionaryLiteral elements: (Name, String)...) {
    all = elements.map { Field($0, $1) }
  }
}

extension HTTPFields.Name {
  /// The `Accept` field.
  public static let accept = Self("Accept")
  /// The `Accept-Encoding` field.
  public static let acceptEncoding = Self("Accept-Encoding")
  /// The `Accept-Language` field.
  public static let acceptLanguage = Self("Accept-Language")
  /// The `Authorization` field.
  public static let authorization = Self("Authorization")
  /// The `Cache-Control` field.
  public static let cacheControl = Self("Cache-Control")
  /// The `Connection` field.
  public static let connection = Self("Connection")
  /// The `Content-Disposition` field.
  public static let contentDisposition = Self("Content-Disposition")
  /// The `Content-Encoding` field.
  public static let contentEncoding = Self("Content-Encoding")
  /// The `Content-Length` field.
  public static let contentLength = Self("Content-Length")
  /// The `Content-Type` field.
  public static let contentType = Self("Content-Type")
  /// The `Cookie` field.
  public static let cookie = Self("Cookie")
  /// The `Date` field.
  public static let date = Self("Date")
  /// The `ETag` field.
  public static let etag = Self("ETag")
  /// The `Expect` field.
  public static let expect = Self("Expect")
  /// The `Host` field.
  public static let host = Self("Host")
  /// The `If-Modified-Since` field.
  public static let ifModifiedSince = Self("If-Modified-Since")
  /// The `If-None-Match` field.
  public static let ifNoneMatch = Self("If-None-Match")
  /// The `Last-Modified` field.
  public static let lastModified = Self("Last-Modified")
  /// The `Location` field.
  public static let location = Self("Location")
  /// The `Proxy-Authorization` field.
  public static let proxyAuthorization = Self("Proxy-Authorization")
  /// The `Range` field.
  public static let range = Self("Range")
  /// The `Retry-After` field.
  public static let retryAfter = Self("Retry-After")
  /// The `Set-Cookie` field.
  public static let setCookie = Self("Set-Cookie")
  /// The `Transfer-Encoding` field.
  public static let transferEncoding = Self("Transfer-Encoding")
  /// The `User-Agent` field.
  public static let userAgent = Self("User-Agent")
  /// The `WWW-Authenticate` field.
  public static let wwwAuthenticate = Self("WWW-Authenticate")
}
