/// How far a piece of work is, in bytes of its inputs.
package struct ReadingProgress: Hashable, Sendable {
  package var read = 0
  package var size = 0

  package var percent: Int { size > 0 ? min(100, 100 * read / size) : 0 }

  static func + (a: Self, b: Self) -> Self {
    ReadingProgress(read: a.read + b.read, size: a.size + b.size)
  }
}
