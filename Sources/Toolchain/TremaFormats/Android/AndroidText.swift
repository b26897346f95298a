/// The text of a `string` or an `item` as an app gets it.
struct AndroidText {
  /// A part of an `xliff:g` element, which translators are to leave alone.
  struct Protected {
    var range: Range<Int>
    var id: String?
    var example: String?
  }

  enum Problem: Hashable {
    case bareApostrophe
    /// `\u` without four hexadecimal digits, or with four zeros.
    case invalidEscape
    case unknownEscape
    /// `\ud83d\ude00` and the like.
    case surrogate
    /// A quotation mark without another one.
    case openQuote
  }

  var bytes: [UInt8] = []
  /// Elements are in the text; their tags are part of `bytes`, and `<` and `&` are escaped.
  var hasMarkup = false
  /// The whole text is `@string/name`, `?attr/name` or the like.
  var isReference = false
  /// A text of Compose Multiplatform that Android's resource compiler needs in another spelling.
  var isWrittenOtherwise = false
  var protected: [Protected] = []
  /// The offsets of percent signs written as `\u0025`.
  var escapedPercents: [Int] = []
  /// The first of each kind, with its place in the character data.
  var problems: [Problem: Int] = [:]

  /// The bytes as a format in which the escaped percent signs are no placeholders.
  var withDoubledPercents: [UInt8] {
    var doubled: [UInt8] = []
    var done = 0
    for offset in escapedPercents {
      doubled += bytes[done...offset]
      doubled.append(UInt8(ascii: "%"))
      done = offset + 1
    }
    return doubled + bytes[done...]
  }
}
