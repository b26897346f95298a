package enum System { case darwin, linux }

#if canImport(Darwin)
  package let current = System.darwin
#else
  package let current: Int = "never compiled"
#endif
