/// Zeroed memory for arrays that may be used only sparsely.
@usableFromInline enum ZeroedMemory {
  /// Returns whether memory of this size is allocated as separate pages. Unused pages then cost
  /// neither memory nor time, whereas `calloc` clears memory that was used before.
  private static func isPaged(_ size: Int) -> Bool { size >= 1 << 15 }

  /// Allocates memory, or returns `nil` if there is none.
  @usableFromInline static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard isPaged(size) else { return calloc(1, size) }
    let pages = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    return pages == MAP_FAILED ? nil : pages
  }

  /// Releases memory.
  ///
  /// - Parameter size: The size that was passed when the memory was allocated.
  @usableFromInline static func deallocate(_ memory: UnsafeMutableRawPointer, _ size: Int) {
    if isPaged(size) { _ = munmap(memory, size) } else { free(memory) }
  }
}
