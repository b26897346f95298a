#if os(macOS)
  func missingReturn(_ flag: Bool) -> Int {
    if flag { return 1 }
  }

  func uninitialized(_ flag: Bool) -> Int {
    let number: Int
    if flag { number = 1 }
    return number
  }
#endif
