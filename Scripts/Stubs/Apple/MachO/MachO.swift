// <mach-o/dyld.h>, dyld(3)
@discardableResult public func _NSGetExecutablePath(
  _ buf: UnsafeMutablePointer<CChar>!, _ bufsize: UnsafeMutablePointer<UInt32>!
) -> Int32 { fatalError() }
