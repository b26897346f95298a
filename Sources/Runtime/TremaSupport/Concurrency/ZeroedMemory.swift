/// Memory of zeros for rows of which little may ever be used.
@usableFromInline enum ZeroedMemory {
  /// Whether so many bytes are pages of their own: those of a long row that is hardly used then take
  /// neither memory nor time, while `calloc` clears what it has had before.
  private static func isPaged(_ size: Int) -> Bool { size >= 1 << 15 }

  /// - Returns: nil when there is no memory.
  @usableFromInline static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard isPaged(size) else { return calloc(1, size) }
    let pages = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    return pages == MAP_FAILED ? nil : pages
  }

  /// - Parameter size: that was asked for.
  @usableFromInline static func giveBack(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    if isPaged(size) { _ = munmap(memory, size) } else { free(memory) }
  }
}
