#if canImport(Glibc)
  private import CTremaMalloc
#endif

/// What the process asks of the system's allocator.
enum ProcessMemory {
  /// glibc asks the kernel for an eighth of a megabyte at a time and gives it back as soon as it is
  /// free, which a short process does some twenty times: a thirtieth of its time.
  static func prepare() {
    #if canImport(Glibc)
      mallopt(M_TOP_PAD, 1 << 20)
    #endif
  }
}
