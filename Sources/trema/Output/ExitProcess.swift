#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func exitProcess(_ status: Int32) -> Never { exit(status) }
