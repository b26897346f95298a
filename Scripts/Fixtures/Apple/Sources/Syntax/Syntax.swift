#if !os(Linux)
  func unfinished() -> Int {
    let sum = 1 +
  }
#endif
