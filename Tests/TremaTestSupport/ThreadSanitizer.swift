import Foundation

/// The tool that looks for races in the tests and in all programs that were built with them.
package enum ThreadSanitizer {
  /// Whether it looks now.
  package static let isOn = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
  }()

  /// So many bytes as a program may take, and under the sanitizer what it writes down beside them:
  /// who touched each of them. One that keeps what it should not keep takes more there too.
  ///
  /// Source: https://clang.llvm.org/docs/ThreadSanitizer.html: it slows a program down 5 to 15 times,
  /// and takes 5 to 10 times its memory; the bounds of tests have room in them.
  package static func bound(ofMemory bound: Int) -> Int { isOn ? bound * 4 : bound }

  /// So long as a program may take, and so much longer under the sanitizer.
  package static func bound(ofTime bound: Duration) -> Duration { isOn ? bound * 15 : bound }
}
