// The C library: the headers of Linux, except those in `include`, which declare what differs.
@_exported import CDarwin
@_exported import Glibc

// Swift's additions, which exist in the module `Glibc` for the types of Linux: Platform.swift in
// https://github.com/swiftlang/swift/tree/main/stdlib/public/Platform

@_disfavoredOverload
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}

// <time.h>
public var CLOCK_REALTIME: clockid_t { fatalError() }
public var CLOCK_MONOTONIC: clockid_t { fatalError() }

public var S_IFMT: mode_t { fatalError() }
public var S_IFIFO: mode_t { fatalError() }
public var S_IFDIR: mode_t { fatalError() }
public var S_IFREG: mode_t { fatalError() }
public var S_IFLNK: mode_t { fatalError() }
public var S_IFSOCK: mode_t { fatalError() }

@available(*, unavailable, message: "Please use threads or posix_spawn*()")
public func fork() -> Int32 { fatalError() }
