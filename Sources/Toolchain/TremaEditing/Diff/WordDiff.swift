/// The differences between two strings by words. A word that differs in one letter differs as a
/// whole.
struct WordDiff {
  /// The removed ranges of the old string, in UTF-8 bytes and ascending order. No range is empty,
  /// and no two ranges are adjacent.
  private(set) var removed: [Range<Int>] = []
  /// The added ranges of the new string, in the same form.
  private(set) var added: [Range<Int>] = []

  /// The maximum number of word pairs to compare. If there are more, everything between the first
  /// and the last difference is one range.
  private static let maxPairs = 1 << 18

  /// The maximum length in bytes of a string that is split into words. Longer strings would require
  /// much more memory, so their ranges start at the first difference and include the rest.
  private static let maxLength = 1 << 16

  /// Compares two strings.
  init(_ old: String, _ new: String) {
    guard max(old.utf8.count, new.utf8.count) <= Self.maxLength else {
      let start = zip(old.unicodeScalars, new.unicodeScalars).lazy.prefix { $0 == $1 }
        .reduce(0) { $0 + UTF8.width($1.0) }
      if start < old.utf8.count { removed = [start..<old.utf8.count] }
      if start < new.utf8.count { added = [start..<new.utf8.count] }
      return
    }
    // Common words at the start and end are removed before the quadratic comparison.
    let (a, b) = (Self.words(old), Self.words(new))
    let start = zip(a, b).prefix { $0.0.bytes == $0.1.bytes }.count
    let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed())
      .prefix { $0.0.bytes == $0.1.bytes }.count
    let (middleA, middleB) = (a[start..<(a.count - end)], b[start..<(b.count - end)])
    let (isKeptA, isKeptB) = Self.common(middleA.map(\.bytes), middleB.map(\.bytes))
    removed = Self.ranges(zip(middleA, isKeptA))
    added = Self.ranges(zip(middleB, isKeptB))
  }

  /// A word with its UTF-8 offsets.
  private struct Word {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  /// Splits a string into words. Adjacent letters and digits form a word, and every other scalar is
  /// a separate word.
  private static func words(_ text: String) -> [Word] {
    var words: [Word] = []
    var offset = 0
    var isInWord = false
    for scalar in text.unicodeScalars {
      let bytes = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      let range = offset..<(offset + bytes.count)
      offset = range.upperBound
      let isLetter = scalar.isPartOfWord && !scalar.isSingleCharacterWord
      if isLetter, isInWord, let last = words.indices.last {
        words[last].range = words[last].range.lowerBound..<range.upperBound
        words[last].bytes += bytes
      } else {
        words.append(Word(range: range, bytes: bytes))
      }
      isInWord = isLetter
    }
    return words
  }

  /// Finds the words of a longest common subsequence.
  ///
  /// - Returns: Whether each word of the two strings belongs to the subsequence. If there are too
  ///   many pairs, no word does.
  private static func common(_ a: [[UInt8]], _ b: [[UInt8]]) -> ([Bool], [Bool]) {
    var commonInA = Array(repeating: false, count: a.count)
    var commonInB = Array(repeating: false, count: b.count)
    guard !a.isEmpty, !b.isEmpty, a.count * b.count <= maxPairs else {
      return (commonInA, commonInB)
    }
    let width = b.count + 1
    // `lengths[i * width + j]` is the length of the longest common subsequence of the words from
    // `i` and from `j` on.
    var lengths = Array(repeating: 0, count: (a.count + 1) * width)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i * width + j] =
          a[i] == b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i] == b[j] {
        (commonInA[i], commonInB[j]) = (true, true)
        (i, j) = (i + 1, j + 1)
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return (commonInA, commonInB)
  }

  /// Returns the ranges of words that are not common to both strings. Adjacent words are joined
  /// into one range.
  private static func ranges(_ words: some Sequence<(Word, Bool)>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (word, isCommon) in words where !isCommon {
      if let last = ranges.last, last.upperBound == word.range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<word.range.upperBound
      } else {
        ranges.append(word.range)
      }
    }
    return ranges
  }
}

extension String {
  /// Splits the string at the bounds of ranges.
  ///
  /// - Parameter ranges: Ranges of UTF-8 offsets, ascending and without overlaps.
  /// - Returns: The nonempty pieces, in order, and whether each is inside a range.
  func pieces(_ ranges: [Range<Int>]) -> [(text: String, isInside: Bool)] {
    var pieces: [(text: String, isInside: Bool)] = []
    var index = 0
    let bytes = utf8
    func piece(upTo end: Int, _ isInside: Bool) {
      guard end > index else { return }
      let start = bytes.index(bytes.startIndex, offsetBy: index)
      let limit = bytes.index(start, offsetBy: end - index)
      pieces.append((String(self[start..<limit]), isInside))
      index = end
    }
    for range in ranges {
      piece(upTo: range.lowerBound, false)
      piece(upTo: range.upperBound, true)
    }
    piece(upTo: bytes.count, false)
    return pieces
  }
}
