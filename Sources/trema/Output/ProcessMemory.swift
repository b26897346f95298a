#if canImport(Glibc)
  private import CTremaMalloc
#endif

/// What the process asks of the system's allocator.
enum ProcessMemory {
  /// glibc asks the kernel for an eighth of a megabyte at a time and gives it back as soon as it is
  /// free, which a short process does some twenty times: a thirtieth of its time. What is larger it has
  /// mapped for itself, and unmapped when it is free, until it has learned better; who sets the first
  /// has to set the others, for it learns nothing then.
  static func prepare() {
    #if canImport(Glibc)
      mallopt(M_TOP_PAD, 1 << 20)
      mallopt(M_TRIM_THRESHOLD, 64 << 20)
      mallopt(M_MMAP_THRESHOLD, 32 << 20)
    #endif
  }
}
