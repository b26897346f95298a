import TremaHTTP
import TremaSupport

/// Which directives `Cache-Control` names, whatever their arguments are: all that is asked of most
/// messages, and nothing is made to know it.
struct CacheMentions: OptionSet, Sendable {
  let rawValue: UInt8

  static let noStore = Self(rawValue: 1)
  static let mustUnderstand = Self(rawValue: 2)
  static let `public` = Self(rawValue: 4)
  static let `private` = Self(rawValue: 8)
  static let maxAge = Self(rawValue: 16)
  static let onlyIfCached = Self(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ fields: HTTPFields) {
    var mentions: Self = []
    fields.forEachValue(of: .cacheControl) { value in
      var value = value
      value.withUTF8 { bytes in
        var reader = CacheControlReader(bytes)
        while let directive = reader.next() { mentions.formUnion(Self(named: directive.name)) }
      }
    }
    self = mentions
  }

  private init(named name: Slice<UnsafeBufferPointer<UInt8>>) {
    func isNamed(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { $0.elementsEqual(name) { $0 == ASCII.lowercased($1) } }
    }
    // Told apart by their length first.
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
