import TremaHTTP
import TremaSupport

/// The directives of `Cache-Control`.
///
/// Malformed fields are interpreted in favor of storing less: directives after a malformed part
/// still apply, and an argument that is not a number of seconds is invalid.
///
/// See RFC 9111, section 5.2.
struct CacheControl: Hashable, Sendable {
  /// A directive with its argument.
  struct Directive: Hashable, Sendable {
    /// The name, in lowercase.
    let name: String
    /// The argument without quotes, or `nil` if there is none.
    let argument: String?
  }

  let directives: [Directive]

  /// Creates the directives from multiple field lines, in order.
  init(_ values: [String]) {
    var directives: [Directive] = []
    for value in values { Self.parse(value, into: &directives) }
    self.directives = directives
  }

  /// Creates the directives in the fields of a message.
  init(_ fields: HTTPFields) {
    var directives: [Directive] = []
    fields.forEachValue(of: .cacheControl) { Self.parse($0, into: &directives) }
    self.directives = directives
  }

  /// Returns whether a directive is present, with or without an argument.
  func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// Returns the argument of a directive in seconds, at most 2³¹. If multiple directives have this
  /// name, the first one applies (RFC 9111, section 4.2.1).
  func seconds(_ name: String) -> Seconds {
    guard let directive = directives.first(where: { $0.name == name }) else { return .absent }
    guard let argument = directive.argument, let seconds = DeltaSeconds.read(argument) else {
      return .invalid
    }
    return .value(seconds)
  }

  /// A directive's argument as a number of seconds.
  enum Seconds: Hashable, Sendable {
    /// The directive is missing or has no valid number of seconds.
    case absent, invalid
    /// The number of seconds.
    case value(Int64)

    /// The number of seconds, or `nil` if it is missing or invalid.
    var value: Int64? { if case .value(let seconds) = self { seconds } else { nil } }
  }

  /// Returns the names of the fields that a directive such as `no-cache="Set-Cookie, X-Token"`
  /// applies to. Returns `nil` if the directive has no argument and applies to the whole response.
  func fieldNames(_ name: String) -> [HTTPFields.Name]? {
    var names: [HTTPFields.Name] = []
    for directive in directives where directive.name == name {
      guard let argument = directive.argument, !argument.isEmpty else { return nil }
      names += FieldList.items(argument).map { HTTPFields.Name($0) }
    }
    return names
  }

  /// Appends the directives of a field line.
  private static func parse(_ value: String, into directives: inout [Directive]) {
    var value = value
    value.withUTF8 { bytes in
      var reader = CacheControlReader(bytes)
      while let directive = reader.next() {
        directives.append(
          Directive(name: lowercased(directive.name), argument: directive.argument?.text))
      }
    }
  }

  /// Returns a name in lowercase.
  private static func lowercased(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // Names are nearly always lowercase.
    name.allSatisfy { $0 == ASCII.lowercased($0) }
      ? String(decoding: name, as: UTF8.self)
      : String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
  }
}

/// The syntax for a number of seconds.
enum DeltaSeconds {
  /// The maximum, which larger values are reduced to.
  static let maxValue: Int64 = 1 << 31

  /// Returns a decimal number of seconds, or `nil` for any other string.
  ///
  /// See RFC 9111, section 1.2.2.
  static func read(_ text: String) -> Int64? {
    guard !text.isEmpty else { return nil }
    var seconds: Int64 = 0
    for byte in text.utf8 {
      guard ASCII.isDigit(byte) else { return nil }
      seconds = min(seconds * 10 + Int64(byte - UInt8(ascii: "0")), maxValue)
    }
    return seconds
  }
}

/// The syntax of lists in field values.
enum FieldList {
  /// Returns the items of a list without quoted strings. Empty items are omitted.
  ///
  /// See RFC 9110, section 5.6.1.
  static func items(_ value: String) -> [String] {
    value.utf8.split(separator: UInt8(ascii: ",")).compactMap { item in
      let trimmed = trimmed(item)
      return trimmed.isEmpty ? nil : trimmed
    }
  }

  /// Returns a string without spaces and tabs at either end.
  static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let bytes = Array(text.drop(while: isSpace))
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
