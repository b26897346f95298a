#if canImport(Secuirty)
  import Secuirty
#elseif canImport(Darwin) && os(macos)
  import Darwin
#endif

import FoundationNetworking
