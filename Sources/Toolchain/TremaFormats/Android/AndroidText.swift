/// The text of a `string` or an `item` as an app gets it.
struct AndroidText {
  /// The content of an `xliff:g` element, which translators must not change.
  struct Protected {
    /// The range of indices of ``AndroidText/bytes``.
    var range: Range<Int>
    var id: String?
    var example: String?
  }

  /// A construct that the resource compiler rejects or changes.
  enum Problem: Hashable {
    case bareApostrophe
    /// `\u` without four hexadecimal digits, or with four zeros.
    case invalidEscape
    /// A backslash before a character that needs none.
    case unknownEscape
    /// Two escape sequences for a surrogate pair, such as `\ud83d\ude00`.
    case surrogate
    /// A quotation mark without a second one.
    case openQuote
  }

  /// The text in UTF-8.
  var bytes: [UInt8] = []
  /// Whether the text contains elements. Their tags are then part of `bytes`, in which `<` and `&`
  /// are escaped.
  var hasMarkup = false
  /// Whether the whole text is a reference: `@string/name`, `?attr/name` or similar.
  var isReference = false
  /// Whether it is a text of Compose Multiplatform that is spelled differently for Android's
  /// resource compiler.
  var isSpelledDifferently = false
  var protected: [Protected] = []
  /// The offsets of percent signs that are written as `\u0025`.
  var escapedPercents: [Int] = []
  /// The first problem of each kind, by its offset in the character data.
  var problems: [Problem: Int] = [:]

  /// The bytes with those percent signs doubled, so that they do not begin placeholders.
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
