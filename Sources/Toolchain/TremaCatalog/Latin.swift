/// Transliterates accented Latin letters to ASCII.
///
/// We have our own table because the standard library's Unicode data differs between systems, and
/// names must not.
enum Latin {
  /// Returns the letters without accents, with ligatures expanded (`ß` is `ss`), or `nil` for
  /// anything except the letters of Latin-1, Latin Extended-A and `ȘșȚț`.
  static func letters(for scalar: Unicode.Scalar) -> [UInt8]? {
    let letters: Substring
    switch scalar.value {
    case 0xC0...0x17F: letters = table[Int(scalar.value - 0xC0)]
    case 0x218: letters = "S"
    case 0x219: letters = "s"
    case 0x21A: letters = "T"
    case 0x21B: letters = "t"
    default: return nil
    }
    return letters == "-" ? nil : Array(letters.utf8)
  }

  /// Returns whether a scalar is a combining accent, which follows its letter.
  static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  // The letters from U+00C0 to U+017F, with "-" for `×` and `÷`. The table is based on Unicode's
  // canonical decompositions.
  private static let table = """
    A A A A A A AE C E E E E I I I I D N O O O O O - O U U U U Y Th ss \
    a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th y \
    A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g \
    G g G g H h H h I i I i I i I i I i IJ ij J j K k k L l L l L l L \
    l L l N n N n N n n NG ng O o O o O o OE oe R r R r R r S s S s S s \
    S s T t T t T t U u U u U u U u U u U u W w Y y Y Z z Z z Z z s
    """.split(separator: " ")
}
