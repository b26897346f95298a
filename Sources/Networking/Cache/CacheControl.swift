import TremaHTTP
import TremaSupport

/// The directives of `Cache-Control`.
///
/// What does not keep to the grammar is read so that less is kept: directives behind it count, and an
/// argument that is no number of seconds is none.
///
/// Source: RFC 9111, section 5.2.
struct CacheControl: Hashable, Sendable {
  struct Directive: Hashable, Sendable {
    /// The name, in lower case.
    let name: String
    /// Without its quotes; nil where there is none.
    let argument: String?
  }

  let directives: [Directive]

  /// - Parameter values: of all lines of the field, in their order.
  init(_ values: [String]) {
    var directives: [Directive] = []
    for value in values { Self.parse(value, into: &directives) }
    self.directives = directives
  }

  /// Parses the field of a head.
  init(_ fields: HTTPFields) {
    var directives: [Directive] = []
    fields.forEachValue(of: .cacheControl) { Self.parse($0, into: &directives) }
    self.directives = directives
  }

  func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// How many seconds a directive says, at most 2³¹. The first one counts where it is more than
  /// once (RFC 9111, section 4.2.1). `absent` is not there, `invalid` is there and says nothing.
  func seconds(_ name: String) -> Seconds {
    guard let directive = directives.first(where: { $0.name == name }) else { return .absent }
    guard let argument = directive.argument, let seconds = DeltaSeconds.read(argument) else {
      return .invalid
    }
    return .value(seconds)
  }

  enum Seconds: Hashable, Sendable {
    case absent, invalid
    case value(Int64)

    var value: Int64? { if case .value(let seconds) = self { seconds } else { nil } }
  }

  /// The names of fields that a directive is about: `no-cache="Set-Cookie, X-Token"`; nil where it
  /// is without any, for then it is about the whole.
  func fieldNames(_ name: String) -> [HTTPFields.Name]? {
    var names: [HTTPFields.Name] = []
    for directive in directives where directive.name == name {
      guard let argument = directive.argument, !argument.isEmpty else { return nil }
      names += FieldList.items(argument).map { HTTPFields.Name($0) }
    }
    return names
  }

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

  private static func lowercased(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // As it is written, nearly always.
    name.allSatisfy { $0 == ASCII.lowercased($0) }
      ? String(decoding: name, as: UTF8.self)
      : String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
  }
}

enum DeltaSeconds {
  /// The maximum, to which larger values are reduced.
  static let most: Int64 = 1 << 31

  /// Digits alone; nil for anything else.
  ///
  /// Source: RFC 9111, section 1.2.2.
  static func read(_ text: String) -> Int64? {
    guard !text.isEmpty else { return nil }
    var seconds: Int64 = 0
    for byte in text.utf8 {
      guard ASCII.isDigit(byte) else { return nil }
      seconds = min(seconds * 10 + Int64(byte - UInt8(ascii: "0")), most)
    }
    return seconds
  }
}

enum FieldList {
  /// The items of a list without quoted strings, empty ones left out.
  ///
  /// Source: RFC 9110, section 5.6.1.
  static func items(_ value: String) -> [String] {
    value.utf8.split(separator: UInt8(ascii: ",")).compactMap { item in
      let trimmed = trimmed(item)
      return trimmed.isEmpty ? nil : trimmed
    }
  }

  static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let bytes = Array(text.drop(while: isSpace))
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
