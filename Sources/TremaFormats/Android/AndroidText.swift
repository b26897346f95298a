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
  }

  var bytes: [UInt8] = []
  /// Elements stand in the text; their tags are part of `bytes`, and `<` and `&` are escaped.
  var hasMarkup = false
  /// The whole text is `@string/name`, `?attr/name` or the like.
  var reference: [UInt8]?
  var protected: [Protected] = []
  /// The first of each kind, with its place in the character data.
  var problems: [Problem: Int] = [:]
}
