/// An operation's progress, measured in input bytes.
package struct ReadingProgress: Hashable, Sendable {
  /// The number of bytes that have been read.
  package var readCount = 0
  /// The total number of bytes, or 0 if it is unknown.
  package var size = 0

  /// The percentage that has been read, or 0 if the total is unknown.
  package var percent: Int { size > 0 ? min(100, 100 * readCount / size) : 0 }

  /// Returns the sum of two progresses.
  static func + (a: Self, b: Self) -> Self {
    ReadingProgress(readCount: a.readCount + b.readCount, size: a.size + b.size)
  }
}
