#if canImport(Darwin)
  import Darwin

  func widths(_ status: stat) -> UInt32 { status.st_mode }

  func linuxOnly(_ socket: Int32) { _ = inotify_init1(0) }

  func thread() -> UInt { pthread_self() }
#endif
