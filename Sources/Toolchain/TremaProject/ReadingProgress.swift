/// How far a piece of work is, in bytes of its inputs.
public struct ReadingProgress: Hashable, Sendable {
  public var read = 0
  public var size = 0

  public var percent: Int { size > 0 ? min(100, 100 * read / size) : 0 }

  static func + (a: Self, b: Self) -> Self {
    ReadingProgress(read: a.read + b.read, size: a.size + b.size)
  }
}
