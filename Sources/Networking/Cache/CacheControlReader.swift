import TremaHTTP
import TremaSupport

/// A parser for the directives in one line of `Cache-Control`. It does not copy them.
struct CacheControlReader {
  /// A directive as a slice of the line.
  struct Directive {
    let name: Slice<UnsafeBufferPointer<UInt8>>
    /// The argument, or `nil` if there is none.
    let argument: Argument?
  }

  /// A directive's argument.
  struct Argument {
    /// The bytes, without quotes.
    let bytes: Slice<UnsafeBufferPointer<UInt8>>
    /// Whether the argument is a quoted string, whose backslashes are escapes.
    let isQuoted: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private static let tokenLetters = ASCIISet("!#$%&'*+-.^_`|~") | .alphanumeric
  private static let separators = ASCIISet(", \t;")

  /// Returns the next directive, or `nil` at the end.
  mutating func next() -> Directive? {
    let letters = Self.tokenLetters
    while position < bytes.count, !letters.contains(bytes[position]) { position += 1 }
    if position == bytes.count { return nil }
    let start = position
    while position < bytes.count, letters.contains(bytes[position]) { position += 1 }
    let name = bytes[start..<position]
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      return Directive(name: name, argument: nil)
    }
    position += 1
    return Directive(name: name, argument: quoted() ?? readToken())
  }

  /// Parses a quoted string. Returns `nil` and consumes nothing if no quoted string starts here or
  /// it is not terminated.
  private mutating func quoted() -> Argument? {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard position < bytes.count, bytes[position] == quote else { return nil }
    let start = position + 1
    var index = start
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == backslash, index + 1 < bytes.count { index += 1 }
      index += 1
    }
    guard index < bytes.count else { return nil }
    position = index + 1
    return Argument(bytes: bytes[start..<index], isQuoted: true)
  }

  /// Parses an unquoted argument, which may be empty.
  private mutating func readToken() -> Argument {
    let start = position
    while position < bytes.count, !Self.separators.contains(bytes[position]) { position += 1 }
    return Argument(bytes: bytes[start..<position], isQuoted: false)
  }
}

extension CacheControlReader.Argument {
  /// The argument, without the backslashes of a quoted string.
  var text: String {
    guard isQuoted else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex { index += 1 }
      text.append(bytes[index])
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The set of directives in `Cache-Control`, without their arguments. It is sufficient for most
/// messages and is determined without allocation.
struct CacheControlDirectives: OptionSet, Sendable {
  let rawValue: UInt8

  static let noStore = Self(rawValue: 1)
  static let mustUnderstand = Self(rawValue: 2)
  static let `public` = Self(rawValue: 4)
  static let `private` = Self(rawValue: 8)
  static let maxAge = Self(rawValue: 16)
  static let onlyIfCached = Self(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the set of directives in a message's fields.
  init(_ fields: HTTPFields) {
    var directives: Self = []
    fields.forEachValue(of: .cacheControl) { value in
      var value = value
      value.withUTF8 { bytes in
        var reader = CacheControlReader(bytes)
        while let directive = reader.next() { directives.formUnion(Self(named: directive.name)) }
      }
    }
    self = directives
  }

  /// Creates a set with one directive, or an empty set if the name matches none of the constants.
  private init(named name: Slice<UnsafeBufferPointer<UInt8>>) {
    func isNamed(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { $0.elementsEqual(name) { $0 == ASCII.lowercased($1) } }
    }
    // Compare the length first: it's different for most names.
    switch name.count {
    case 6: self = isNamed("public") ? .public : []
    case 7: self = isNamed("private") ? .private : isNamed("max-age") ? .maxAge : []
    case 8: self = isNamed("no-store") ? .noStore : []
    case 14: self = isNamed("only-if-cached") ? .onlyIfCached : []
    case 15: self = isNamed("must-understand") ? .mustUnderstand : []
    default: self = []
    }
  }
}
