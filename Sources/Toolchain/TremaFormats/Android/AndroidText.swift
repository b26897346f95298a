/// The text of a `string` or `item` as an app receives it.
struct AndroidText {
  /// The content of an `xliff:g` element, which translators must not change.
  struct Protected {
    /// The range of indices in ``AndroidText/bytes``.
    var range: Range<Int>
    var id: String?
    var example: String?
  }

  /// A construct that the resource compiler rejects or changes.
  enum Problem: Hashable {
    case bareApostrophe
    /// `\u` without four hexadecimal digits, or with four zeros.
    case invalidEscape
    /// A backslash before a character that does not need one.
    case unknownEscape
    /// Two escape sequences that form a surrogate pair, such as `\ud83d\ude00`.
    case surrogate
    /// An unmatched quotation mark.
    case openQuote
  }

  /// The text in UTF-8.
  var bytes: [UInt8] = []
  /// Whether the text contains elements. If so, `bytes` includes their tags, and `<` and `&` are
  /// escaped.
  var hasMarkup = false
  /// Whether the whole text is a reference: `@string/name`, `?attr/name` or similar.
  var isReference = false
  var protected: [Protected] = []
  /// The offsets of percent signs that the file spells `\u0025`.
  var escapedPercents: [Int] = []
  /// The offset in the character data of the first problem of each kind.
  var problems: [Problem: Int] = [:]

  /// The bytes with the percent signs in `escapedPercents` doubled, so that they do not begin
  /// placeholders.
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
