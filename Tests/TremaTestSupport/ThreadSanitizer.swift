import Foundation

/// The tool that detects races in the tests and in all programs that were built with them.
package enum ThreadSanitizer {
  /// Whether it is enabled.
  package static let isOn = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
  }()

  /// The memory that a program may use, and under the sanitizer its shadow memory as well. A leak
  /// uses more there too.
  ///
  /// Source: https://clang.llvm.org/docs/ThreadSanitizer.html: it slows a program down 5 to 15
  /// times, and uses 5 to 10 times its memory; the bounds of tests have room in them.
  package static func bound(ofMemory bound: Int) -> Int { isOn ? bound * 4 : bound }

  /// The time that a program may take, and the longer time under the sanitizer.
  package static func bound(ofTime bound: Duration) -> Duration { isOn ? bound * 15 : bound }
}
